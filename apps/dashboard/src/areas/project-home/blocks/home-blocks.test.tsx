// @vitest-environment jsdom
import type { HomeBlock } from '@basalt/contract/project/home-blocks'
import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { clockText, readText } from './read-time.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const path = `/platform/projects/${shop.ref}/home-blocks`
const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString()

const stored = (count = 3) => ({
  read_at: minutesAgo(count),
  row_count: 2,
  cut: null,
  duration_ms: 1,
})

const sales: HomeBlock = {
  id: uuid(1),
  title: 'Sales',
  look: { kind: 'table' },
  refreshed: 'hour',
  values: [],
  snippet: { id: uuid(9), name: 'Sales by day', is_shared: true },
  created_by: 'Olga Berg',
  is_reading: false,
  kept: stored(),
  failure: null,
  next_at: null,
  rested_since: null,
}
const total: HomeBlock = { ...sales, id: uuid(2), title: 'Total', look: { kind: 'figure' } }

const fields = [
  { name: 'day', type: 'date' },
  { name: 'sold', type: 'bigint' },
]
const rows = [
  ['2026-01-01', '9007199254740993'],
  ['2026-01-02', null],
]
const salesRows = { read_at: sales.kept?.read_at ?? '', fields, rows, cut: null }

function open(blocks: HomeBlock[], more: Answers = {}, project: Partial<ProjectDetail> = {}) {
  let known = new Map(blocks.map((block) => [block.id, block]))
  const order = (body: unknown) => {
    const { ids } = body as { ids: string[] }
    const found = ids.flatMap((id) => known.get(id) ?? [])
    known = new Map(found.map((block) => [block.id, block]))
    return { ok: true }
  }
  return openApp(
    `/project/${shop.ref}`,
    signedIn({
      [`GET /platform/projects/${shop.ref}`]: { ...shop, ...project },
      [`GET ${path}`]: () => [...known.values()],
      [`GET ${path}/${sales.id}/rows`]: salesRows,
      [`GET ${path}/${total.id}/rows`]: {
        ...salesRows,
        fields: [{ name: 'sold', type: 'bigint' }],
        rows: [['9007199254740993']],
      },
      [`DELETE ${path}/${sales.id}`]: () => {
        known.delete(sales.id)
        return { ok: true }
      },
      [`POST ${path}`]: () => {
        known.set(sales.id, sales)
        return sales
      },
      [`PUT ${path}/order`]: order,
      [`POST ${path}/${sales.id}/refresh`]: sales,
      ...more,
    }),
  )
}

const getCard = (name: string) => screen.findByRole('article', { name })

async function choose(block: string, item: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Menu of ${block}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(item, 'u') }))
}

describe('the displayed content', () => {
  test('without any block is a line with a link to the SQL editor', async () => {
    open([])
    const line = await screen.findByText(/^Pin query results here/u)
    expect(line.textContent).toContain('choose “Add to project home”')
    expect(within(line).getByRole('link', { name: 'SQL editor' }).getAttribute('href')).toBe(
      `/project/${shop.ref}/sql/new`,
    )
  })

  test('of a table has every digit, its time and its schedule', async () => {
    open([sales])
    const card = await getCard('Sales')
    expect(await within(card).findByRole('cell', { name: '9007199254740993' })).toBeTruthy()
    expect(within(card).getByText('NULL')).toBeTruthy()
    expect(card.textContent).toMatch(/\d\d:\d\d, 3 minutes ago/u)
    expect(card.textContent).toContain('Every hour')
  })

  test('of a figure has digit groups; more than one value is no figure', async () => {
    open([total])
    expect(await screen.findByText('9,007,199,254,740,993')).toBeTruthy()
    cleanup()
    open([{ ...sales, look: { kind: 'figure' } }])
    expect(await screen.findByText(/the query returns 2 rows of 2 columns/u)).toBeTruthy()
  })

  test('of a chart uses its settings', async () => {
    const chart = {
      type: 'bar' as const,
      x: 'day',
      ys: ['sold'],
      isCumulative: false,
      hasLabels: false,
      hasGrid: true,
      isLog: false,
      isSwapped: false,
    }
    open([{ ...sales, look: { kind: 'chart', chart } }])
    expect(await screen.findByRole('group', { name: 'Chart of sold by day' })).toBeTruthy()
  })

  test('is hidden without the right to query', async () => {
    open([sales], { 'GET /platform/profile/permissions': [] })
    await screen.findByRole('heading', { name: 'Shop' })
    expect(screen.queryByRole('article')).toBeNull()
  })
})

describe('outdated rows', () => {
  test('have not been read yet, and can be', async () => {
    const { calls } = open([{ ...sales, kept: null }])
    const card = await getCard('Sales')
    expect(card.textContent).toContain('No rows yet')
    await userEvent.click(within(card).getByRole('button', { name: 'Load rows' }))
    await waitFor(() =>
      expect(calls.map(({ route }) => route)).toContain(`POST ${path}/${sales.id}/refresh`),
    )
  })

  test('have the error of the database, its time, and the former rows', async () => {
    const failure = {
      reason: 'database' as const,
      message: 'relation "orders" does not exist',
      at: minutesAgo(1),
      count: 3,
    }
    open([{ ...sales, failure, next_at: minutesAgo(-60) }])
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/Failed at \d\d:\d\d: relation "orders" does not exist/u)
    expect(alert.textContent).toMatch(
      /Shows the previous result\. Failed 3 times in a row\. Next attempt at \d\d:\d\d\./u,
    )
    expect(await screen.findByRole('cell', { name: '9007199254740993' })).toBeTruthy()
  })

  test.each([
    [
      'the query does more than read',
      {
        failure: {
          reason: 'query' as const,
          message: 'A pinned result must be read-only',
          at: minutesAgo(1),
          count: 1,
        },
      },
      'because its query was changed',
    ],
    [
      'the query is private',
      { snippet: { ...sales.snippet, is_shared: false } },
      'Not refreshed: the query is private.',
    ],
    ['nobody looked', { rested_since: minutesAgo(20_000) }, 'Not viewed for 7 days'],
  ])('%s', async (_, more, said) => {
    open([{ ...sales, ...more }])
    const card = await getCard('Sales')
    expect(card.textContent).toContain(said)
  })

  test('of a paused project cannot be refreshed, and are kept', async () => {
    open([sales], {}, { status: 'INACTIVE' })
    const card = await getCard('Sales')
    expect(card.textContent).toContain('Not refreshed: the project is not running.')
    expect(await within(card).findByRole('cell', { name: '9007199254740993' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Menu of Sales' }))
    const item = await screen.findByRole('menuitem', { name: /Refresh now/u })
    expect(item.getAttribute('aria-disabled')).toBe('true')
  })

  test('of restricted data show the reason, and other blocks stay', async () => {
    const closed = { kind: 'payment_required', message: 'The quota is used up' }
    open([sales, total], { [`GET ${path}/${sales.id}/rows`]: refusal(402, closed) })
    expect(await within(await getCard('Sales')).findByText('The quota is used up')).toBeTruthy()
    expect(await screen.findByText('9,007,199,254,740,993')).toBeTruthy()
  })
})

describe('actions on a block', () => {
  test('move it by keyboard, keep the focus, and announce its position', async () => {
    const { calls } = open([sales, total])
    const menu = await screen.findByRole('button', { name: 'Menu of Sales' })
    menu.focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.click(await screen.findByRole('menuitem', { name: /Move right/u }))
    const order = () => screen.getAllByRole('article').map((one) => one.ariaLabel)
    await waitFor(() => expect(order()).toEqual(['Total', 'Sales']))
    expect(screen.getByText('Sales: position 2 of 2')).toBeTruthy()
    await waitFor(() =>
      expect(calls).toContainEqual({
        route: `PUT ${path}/order`,
        body: { ids: [total.id, sales.id] },
      }),
    )
  })

  test('remove it at once and restore its position', async () => {
    const { calls } = open([sales, total])
    await getCard('Sales')
    await choose('Sales', 'Remove')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Sales' })).toBeNull())
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await getCard('Sales')
    expect(calls).toContainEqual({
      route: `POST ${path}`,
      body: {
        id: sales.id,
        title: 'Sales',
        look: { kind: 'table' },
        refreshed: 'hour',
        values: [],
        snippet_id: sales.snippet.id,
      },
    })
    await waitFor(() =>
      expect(calls).toContainEqual({
        route: `PUT ${path}/order`,
        body: { ids: [sales.id, total.id] },
      }),
    )
  })

  test('remove and restore the only one, too', async () => {
    const { calls } = open([sales])
    await getCard('Sales')
    await choose('Sales', 'Remove')
    expect(await screen.findByText(/^Pin query results here/u)).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await getCard('Sales')
    await waitFor(() =>
      expect(calls.map(({ route }) => route)).toContain(`POST ${path}/${sales.id}/refresh`),
    )
  })

  test('change its title, look and schedule; without a title nothing is sent', async () => {
    const update = vi.fn<(body: unknown) => HomeBlock>((body) => ({
      ...sales,
      ...(body as object),
    }))
    open([sales], { [`PATCH ${path}/${sales.id}`]: update })
    await getCard('Sales')
    await choose('Sales', 'Edit')
    const dialog = await screen.findByRole('dialog', { name: 'Edit Sales' })
    const title = await within(dialog).findByLabelText('Title')
    await userEvent.clear(title)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('Enter a title')).toBeTruthy()
    expect(update).not.toHaveBeenCalled()
    await userEvent.type(title, 'Sold')
    await userEvent.selectOptions(within(dialog).getByLabelText('Refresh'), 'Every day')
    await userEvent.selectOptions(within(dialog).getByLabelText('Show as'), 'Chart')
    await userEvent.selectOptions(await within(dialog).findByLabelText('Type'), 'Bars')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(update.mock.calls[0]?.[0]).toMatchObject({
      title: 'Sold',
      refreshed: 'day',
      look: { kind: 'chart', chart: { type: 'bar', x: 'day', ys: ['sold'] } },
    })
  })

  test('are limited to refreshing for a reader, with the reason', async () => {
    open([sales], { 'GET /platform/profile/permissions': rulesFor('Read-only') })
    await getCard('Sales')
    await userEvent.click(screen.getByRole('button', { name: 'Menu of Sales' }))
    const getState = async (name: RegExp) =>
      (await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')
    expect(await getState(/Refresh now/u)).not.toBe('true')
    expect(await getState(/Edit.*You need additional permissions/u)).toBe('true')
    expect(await getState(/Remove/u)).toBe('true')
  })

  test('open its query', async () => {
    const { address } = open([sales])
    await getCard('Sales')
    await choose('Sales', 'Open in the SQL editor')
    await waitFor(() => expect(address()).toBe(`/project/${shop.ref}/sql/${sales.snippet.id}`))
  })
})

test('include the day in the time of its rows when needed', () => {
  const now = new Date('2026-03-04T12:00:00Z')
  expect(readText('2026-03-04T11:57:00Z', now)).toMatch(/^\d\d:57, 3 minutes ago$/u)
  expect(clockText('2026-03-01T11:57:00Z', now)).toMatch(/^0\d Mar, \d\d:57$/u)
})
