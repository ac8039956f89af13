// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop, signedIn } from '../../testing/answers.ts'
import { logCalls, logHistogram, logRow, logRows, logState } from '../../testing/log-answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { hearPageKeys } from '../../testing/page-keys.ts'

hearPageKeys()

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const edge = `/project/${shop.ref}/logs/edge_logs`
const row = logRow(2, { message: 'GET | 500 | /rest/v1/towns', status: 500, level: 'error' })
const statement = logRow(9, {
  source: 'postgres_logs',
  message: 'relation "towns" does not exist',
  code: '42P01',
  request_id: 'request-2',
})
const neighbours = logRows([logRow(3), row, logRow(1)])

const answers = (more: Answers = {}): Answers =>
  signedIn({
    [logCalls.rows]: logRows([logRow(3), row, logRow(1)]),
    [logCalls.histogram]: logHistogram({ info: [3, 0, 0, 0] }),
    [logCalls.facets]: { facets: {} },
    [logCalls.state]: logState,
    [logCalls.row('2')]: {
      ...row,
      metadata: { request: { host: 'shop.test', headers: { accept: '*/*' } } },
    },
    [logCalls.row('9')]: {
      ...statement,
      metadata: { details: { statement: 'select * from towns' } },
    },
    [logCalls.context('2')]: { rows: neighbours.rows },
    [logCalls.request('request-2')]: { rows: [row, statement] },
    ...more,
  })

const open = (url = edge, more: Answers = {}) => openApp(url, answers(more))
const panel = () => screen.findByRole('complementary', { name: 'API Gateway row' })

describe('a row in detail', () => {
  test('is opened with the keyboard and closed with Escape, which returns the focus', async () => {
    const { address } = open()
    const grid = await screen.findByRole('grid', { name: 'Rows' })
    const [first, second] = within(grid).getAllByRole('row')
    first?.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(second)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`${edge}?row=2`))
    const fields = within(await panel())
    expect(await fields.findByText('shop.test')).toBeTruthy()
    expect(fields.getByText('request.headers.accept')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe(edge))
    expect(document.activeElement?.getAttribute('data-place')).toBe('1')
  })

  test('is opened by its link, and a row that is not kept is said', async () => {
    const missing = 'This log row does not exist, or is not kept any more'
    open(`${edge}?row=7`, {
      [logCalls.row('7')]: refusal(404, { kind: 'not_found', message: missing }),
    })
    expect(await screen.findByText('This row was not found')).toBeTruthy()
    expect(screen.getByText(missing)).toBeTruthy()
  })

  test('filters by a field, and excludes it', async () => {
    const { address } = open(`${edge}?row=2`)
    const fields = within(await panel())
    await userEvent.click(await fields.findByRole('button', { name: 'Filter by this Status' }))
    await waitFor(() => expect(address()).toContain('status=500'))
    await userEvent.click(fields.getByRole('button', { name: 'Exclude this Path' }))
    await waitFor(() => expect(address()).toContain('not_path=%2Frest%2Fv1%2Fcities'))
  })

  test('is copied as JSON, with the fields of its source', async () => {
    const user = userEvent.setup()
    open(`${edge}?row=2`)
    await user.click(await screen.findByRole('button', { name: 'Copy row as JSON' }))
    const copied = JSON.parse(await navigator.clipboard.readText()) as object
    expect(copied).toMatchObject({ id: '2', metadata: { request: { host: 'shop.test' } } })
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toMatch(/\/logs\/edge_logs\?row=2&from=/u)
  })

  test('shows its neighbours of all sources, each of which can be opened', async () => {
    const { address } = open(`${edge}?row=2`)
    await userEvent.click(await screen.findByRole('tab', { name: 'Context' }))
    const title = { name: 'Rows of all sources before and after' }
    const list = within(await screen.findByRole('region', title))
    const buttons = list.getAllByRole('button')
    expect(buttons.map((one) => one.getAttribute('aria-current'))).toEqual([null, 'true', null])
    await userEvent.click(buttons[2] ?? document.body)
    await waitFor(() => expect(address()).toContain('row=1'))
  })

  test('leads to the rows of other sources with the same request ID, and to their SQL', async () => {
    const { calls } = open(`${edge}?row=2`, {
      [`POST /platform/projects/${shop.ref}/snippets`]: refusal(403, {
        kind: 'forbidden',
        message: 'Not allowed',
      }),
    })
    await userEvent.click(await screen.findByRole('tab', { name: 'Same request' }))
    const title = { name: 'Rows of all sources with this request ID' }
    const list = within(await screen.findByRole('region', title))
    await userEvent.click(list.getByRole('button', { name: /relation "towns"/u }))
    expect(await screen.findByRole('complementary', { name: 'Postgres row' })).toBeTruthy()
    await userEvent.click(await screen.findByRole('tab', { name: 'Fields' }))
    await userEvent.click(
      await screen.findByRole('button', { name: 'Open statement in SQL editor' }),
    )
    await waitFor(() =>
      expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toMatchObject({
        sql: 'select * from towns',
      }),
    )
  })

  test.each(['statement', 'execute <unnamed>', 'execute s1/c1'])(
    'of a slow statement without a plan has its text: %s',
    async (kind) => {
      const { calls } = open(`${edge}?row=9`, {
        [logCalls.row('9')]: {
          ...statement,
          message: `duration: 1500.25 ms  ${kind}: select *\nfrom towns`,
          metadata: {},
        },
      })
      await userEvent.click(
        await screen.findByRole('button', { name: 'Open statement in SQL editor' }),
      )
      await waitFor(() =>
        expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toMatchObject({
          sql: 'select *\nfrom towns',
        }),
      )
      expect(screen.queryByRole('button', { name: 'Show plan' })).toBeNull()
    },
  )

  test('of a slow statement has its plan, with its text', async () => {
    const plan = {
      'Query Text': 'select count(*) from towns',
      Plan: {
        'Node Type': 'Seq Scan',
        'Relation Name': 'towns',
        'Startup Cost': 0,
        'Total Cost': 42,
        'Plan Rows': 10,
        'Plan Width': 8,
      },
    }
    open(`${edge}?row=9`, {
      [logCalls.row('9')]: { ...statement, metadata: { details: { plan } } },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Show plan' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Plan of/u }))
    expect((await dialog.findByRole('tree', { name: 'Plan' })).textContent).toContain(
      'Seq Scan towns',
    )
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Open statement in SQL editor' })).toBeTruthy()
  })
})
