import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/logs/changes`
const fixed = '?from=2026-01-01T10:00:00.000Z&to=2026-01-01T11:00:00.000Z'
const route = `GET /platform/projects/${shop.ref}/logs/changes`

const pattern = (change: object) => ({
  change: 'new',
  source: 'postgres_logs',
  pattern: '12',
  level: 'error',
  message: 'relation "shop" does not exist',
  before: 0,
  after: 7,
  first_at: '2026-01-01T10:30:00.000Z',
  ...change,
})

const answer = (change: object = {}) => ({
  before: { from: '2026-01-01T09:00:00.000Z', to: '2026-01-01T10:00:00.000Z', rows: 90 },
  after: { from: '2026-01-01T10:00:00.000Z', to: '2026-01-01T11:00:00.000Z', rows: 1200 },
  is_clipped: false,
  statements: [],
  events: [],
  patterns: [],
  others: { patterns: 0, before: 0, after: 0 },
  ...change,
})

const open = (path = `${url}${fixed}`, answers: Answers = {}) =>
  openApp(path, signedIn({ [route]: answer(), ...answers }))

test('changes of the database come first, then messages, the most telling ones first', async () => {
  open(undefined, {
    [route]: answer({
      events: [
        {
          at: '2026-01-01T10:20:00.000Z',
          kind: 'migration',
          action: 'index.dropped',
          target_kind: 'index',
          target: 'public.shop_name_idx',
          actor: 'ada@example.com',
        },
      ],
      patterns: [
        pattern({ change: 'first_seen' }),
        pattern({
          pattern: '13',
          change: 'vanished',
          message: 'checkpoint complete',
          before: 5,
          after: 0,
        }),
      ],
      others: { patterns: 3, before: 10, after: 1193 },
    }),
  })
  expect(await screen.findByText('public.shop_name_idx')).toBeTruthy()
  expect(screen.getByText('index dropped')).toBeTruthy()
  const table = screen.getByRole('grid', { name: 'Messages' })
  const [, first] = within(table).getAllByRole('row')
  expect(within(first as HTMLElement).getByText('First seen')).toBeTruthy()
  const link = within(table).getByRole('link', { name: 'relation "shop" does not exist' })
  const target = new URL(link.getAttribute('href') ?? '', 'http://localhost')
  expect(target.pathname).toBe(`/project/${shop.ref}/logs`)
  expect(Object.fromEntries(target.searchParams)).toMatchObject({
    sources: 'postgres_logs',
    pattern: '12',
    from: '2026-01-01T10:00:00.000Z',
  })
  expect(screen.getByText(/3 more messages with 1,193 rows in the range/u)).toBeTruthy()
})

test('a statement that became slower stands first, with its plans, its cause and its links', async () => {
  const cause = {
    at: '2026-01-01T10:20:00.000Z',
    kind: 'migration',
    action: 'index.dropped',
    target_kind: 'index',
    target: 'public.orders_customer_idx',
    actor: null,
  }
  open(undefined, {
    [route]: answer({
      statements: [
        {
          change: 'plan',
          effect: 'slower',
          id: '17',
          query_id: '5',
          role: 'postgres',
          database: 'postgres',
          query: 'select * from orders where customer_id = $1',
          nodes_before: ['Index Scan on orders_customer_idx'],
          nodes_after: ['Seq Scan on orders'],
          before: { calls: 900, mean_ms: 2 },
          after: { calls: 700, mean_ms: 1500 },
          is_sampled: true,
          plan_row_id: '99',
          events: [cause],
        },
      ],
      events: [cause],
    }),
  })
  const section = await screen.findByRole('region', { name: 'Statements' })
  const line = await within(section).findByRole('listitem')
  expect(line.textContent).toContain('Index Scan on orders_customer_idx became Seq Scan on orders')
  expect(line.textContent).toContain('Possible cause: index dropped public.orders_customer_idx')
  expect(within(line).getByText('Slower')).toBeTruthy()
  const targetOf = (name: string) =>
    within(line).getByRole('link', { name }).getAttribute('href') ?? ''
  expect(targetOf('Statement over time')).toMatch(/query-performance\?.*statement=17$/u)
  expect(targetOf('Log row with the plan')).toMatch(/postgres_logs\?.*row=99$/u)
  const titles = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
  expect(titles.indexOf('Statements')).toBe(0)
})

test('nothing happened, and nobody changed anything', async () => {
  open()
  expect(await screen.findByText('No rows in either range')).toBeTruthy()
  expect(screen.getByText(/Nobody changed the database/u)).toBeTruthy()
})

test('an earlier range beyond the retention is named', async () => {
  open(undefined, { [route]: answer({ is_clipped: true }) })
  expect(await screen.findByText('The earlier range is not kept completely')).toBeTruthy()
})

test('range, comparison and filters are sent, and filters can be cleared', async () => {
  const { calls } = open(`${url}${fixed}&sources=edge_logs&search=timeout`)
  await screen.findByText('No rows in either range')
  const sent = () => calls.findLast((one) => one.route === route)?.query
  expect(sent()?.get('search')).toBe('timeout')
  expect(sent()?.get('compare')).toBe('previous')
  await userEvent.selectOptions(screen.getByLabelText('Compare with'), 'day')
  await waitFor(() => expect(sent()?.get('compare')).toBe('day'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters of the logs' }))
  await waitFor(() => expect(sent()?.get('search')).toBeNull())
})

test('a store that does not answer can be asked again', async () => {
  const message = 'The log store does not answer. Try again soon.'
  open(undefined, { [route]: refusal(400, { kind: 'log_store_unreachable', message }) })
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('The ranges could not be compared')).toBeTruthy()
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
})
