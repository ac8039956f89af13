// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { acme, type Answers, refusal, shop, signedIn } from '../../testing/answers.ts'
import { logCalls, logHistogram, logRow, logRows, logState } from '../../testing/log-answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const logsUrl = `/project/${shop.ref}/logs`
const edge = `${logsUrl}/edge_logs`

const two = [
  logRow(2, { status: 500, level: 'error', message: 'GET | 500 | /rest/v1/towns' }),
  logRow(1),
]

const answers = (more: Answers = {}): Answers =>
  signedIn({
    [logCalls.rows]: logRows(two),
    [logCalls.histogram]: logHistogram({ info: [0, 1, 0, 0], error: [0, 0, 1, 0] }),
    [logCalls.facets]: {
      facets: {
        source: [{ value: 'edge_logs', count: 2 }],
        level: [
          { value: 'info', count: 1 },
          { value: 'error', count: 1 },
        ],
        status: [
          { value: '200', count: 1 },
          { value: '500', count: 1 },
        ],
      },
    },
    [logCalls.state]: logState,
    [logCalls.row('2')]: { ...two[0], metadata: { request: { host: 'shop.test' } } },
    ...more,
  })

const open = (url = edge, more: Answers = {}) => openApp(url, answers(more))
const grid = () => screen.findByRole('grid', { name: 'Rows' })
const rows = async () => within(await grid()).getAllByRole('row')
const searchOf = (address: string) => new URL(address, 'http://basalt.test').searchParams

describe('the logs of a source', () => {
  test('list rows with their time to the millisecond, level and message', async () => {
    const { calls } = open()
    const [first, second] = await rows()
    expect(first?.textContent).toMatch(
      /\d{2}:\d{2}:\d{2}\.002Error.*GET \| 500 \| \/rest\/v1\/towns$/u,
    )
    expect(second?.textContent).toContain('Info')
    expect(screen.getByRole('heading', { name: 'API Gateway logs' })).toBeTruthy()
    expect(screen.getByText('2 rows in this range')).toBeTruthy()
    const call = calls.find(({ route }) => route === logCalls.rows)
    expect(call?.query.get('sources')).toBe('edge_logs')
    const [from, to] = [call?.query.get('from') ?? '', call?.query.get('to') ?? '']
    expect(Date.parse(to) - Date.parse(from)).toBe(3_600_000)
  })

  test('of a service that is not offered say so', async () => {
    const { calls } = open(`${logsUrl}/realtime_logs`)
    expect(await screen.findByText('Realtime has no logs yet')).toBeTruthy()
    expect(calls.map(({ route }) => route)).not.toContain(logCalls.rows)
  })

  test('of an unknown name are not found', async () => {
    open(`${logsUrl}/passwords`)
    expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
  })

  test('need the right to read logs', async () => {
    open(edge, { 'GET /platform/profile/permissions': [] })
    const reason = 'You need additional permissions to see the logs of this project'
    expect(await screen.findByText(reason)).toBeTruthy()
  })

  test('are filtered by a value with a click, and cleared again', async () => {
    const { calls, address } = open()
    const status = await screen.findByRole('list', { name: 'Status' })
    await userEvent.click(within(status).getByRole('checkbox', { name: /^500/u }))
    await waitFor(() => expect(searchOf(address()).get('status')).toBe('500'))
    await userEvent.click(within(status).getByRole('button', { name: 'Exclude 200' }))
    await waitFor(() => expect(searchOf(address()).get('not_status')).toBe('200'))
    await waitFor(() =>
      expect(calls.findLast(({ route }) => route === logCalls.rows)?.query.get('filters')).toBe(
        JSON.stringify([
          { field: 'status', values: ['500'] },
          { field: 'status', values: ['200'], excludes: true },
        ]),
      ),
    )
    const active = screen.getByRole('list', { name: 'Active filters' })
    await userEvent.click(within(active).getByRole('button', { name: /^Status is not 200/u }))
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe(edge))
  })

  test('are searched with Enter, and the search is in the URL', async () => {
    const { calls, address } = open()
    await userEvent.type(await screen.findByLabelText('Search messages'), 'towns{Enter}')
    await waitFor(() => expect(searchOf(address()).get('search')).toBe('towns'))
    await waitFor(() =>
      expect(calls.findLast(({ route }) => route === logCalls.rows)?.query.get('search')).toBe(
        'towns',
      ),
    )
  })

  test('have ranges up to the retention of the plan, and custom ones', async () => {
    const { address } = open()
    await grid()
    await userEvent.click(screen.getByRole('button', { name: 'Time range: Last hour' }))
    const choices = await screen.findAllByRole('menuitemradio')
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      'Last 15 minutes',
      'Last hour',
      'Last 3 hours',
      'Last 24 hours',
    ])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Custom range' }))
    const [from, to] = [await screen.findByLabelText('From'), screen.getByLabelText('To')]
    fireEvent.change(from, { target: { value: '2026-11-28T10:00:00' } })
    fireEvent.change(to, { target: { value: '2026-11-28T09:00:00' } })
    expect(screen.getByRole('alert').textContent).toBe('Enter a time after the start')
    fireEvent.change(to, { target: { value: '2026-11-28T10:30:00' } })
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => {
      const query = searchOf(address())
      const length = Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '')
      expect(length).toBe(30 * 60_000)
    })
  })

  test('are limited to a bar of the histogram by the keyboard', async () => {
    const { address } = open()
    const chart = await screen.findByRole('group', { name: 'Chart of 2 rows' })
    chart.focus()
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}{Enter}')
    await waitFor(() =>
      expect(address()).toBe(
        `${edge}?from=2026-11-28T11:00:00.000Z&to=2026-11-28T11:30:00.000Z`.replaceAll(':', '%3A'),
      ),
    )
  })

  test('show rows also for an address in which nothing is right', async () => {
    const odd = new URLSearchParams({
      range: '5y',
      from: '\u0000',
      to: '99999-01-01T00:00:00Z',
      sources: 'passwords',
      status: `${'9'.repeat(4000)},%,,`,
      not_path: '\uD800,\u0000',
      level: '<b>',
      search: '\u0000'.repeat(3),
      pattern: '1; drop table',
      own: 'maybe',
      live: '1',
      row: '../../etc',
      show: 'everything',
    })
    open(`${edge}?${odd.toString()}`)
    expect(await rows()).toHaveLength(2)
  })
})

describe('pages of rows', () => {
  test('follow by themselves until the range was read, and the search can be stopped', async () => {
    let answer: ((page: object) => void) | undefined
    const { calls } = open(`${edge}?status=418`, {
      [logCalls.rows]: (_: unknown, query: URLSearchParams) =>
        query.get('cursor') === null
          ? {
              ...logRows([], '2026-11-28T11:30:00.000Z_5'),
              read_from: '2026-11-28T11:30:00.000Z',
            }
          : new Promise<object>((resolve) => {
              answer = resolve
            }),
    })
    expect(
      await screen.findByText(/^0 rows, searched back to 11-28 \d\d:30:00\.000$/u),
    ).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('No row was found before the search was stopped.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() =>
      expect(calls.filter(({ query }) => query.get('cursor') !== null)).toHaveLength(2),
    )
    answer?.(logRows([logRow(3)]))
    expect(await rows()).toHaveLength(1)
    expect(screen.getByText('1 row in this range')).toBeTruthy()
  })

  test('that could not be loaded are said, and the loaded rows stay', async () => {
    let isBroken = true
    open(edge, {
      [logCalls.rows]: (_: unknown, query: URLSearchParams) => {
        if (query.get('cursor') === null) return logRows(two, '2026-11-28T11:30:00.000Z_1')
        if (!isBroken) return logRows([logRow(0)])
        return refusal(503, { kind: 'log_store_unreachable', message: 'The log store is away' })
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('The log store is away')
    expect(await rows()).toHaveLength(2)
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await rows()).toHaveLength(3))
  })

  test('that are full say that more follows, and nothing of a search', async () => {
    const full = Array.from({ length: 100 }, (_, at) => logRow(500 - at))
    const next = '2026-11-28T11:30:00.000Z_5'
    open(edge, {
      [logCalls.rows]: (_: unknown, query: URLSearchParams) =>
        query.get('cursor') === null ? logRows(full, next) : new Promise<object>(() => undefined),
    })
    expect(await screen.findByText('100 rows, more below')).toBeTruthy()
  })

  test('keep only the visible part of many rows in the document', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => logRow(5000 - at))
    open(edge, { [logCalls.rows]: logRows(many) })
    expect(await screen.findByText('5,000 rows in this range')).toBeTruthy()
    expect((await rows()).length).toBeLessThan(100)
  })
})

describe('an empty list says why', () => {
  const nothing = { [logCalls.rows]: logRows([]), [logCalls.histogram]: logHistogram() }
  const fixed = (from: string, to: string) => `${edge}?from=${from}&to=${to}`
  const noon = fixed('2026-11-28T11:00:00.000Z', '2026-11-28T12:00:00.000Z')

  test('nothing was logged, with a way to the newest row', async () => {
    const newest = '2026-11-28T09:00:00.000Z'
    const { address } = open(edge, {
      ...nothing,
      [logCalls.state]: { ...logState, newest_at: newest },
    })
    expect(await screen.findByText('Nothing was logged in this range')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show the newest rows' }))
    await waitFor(() => expect(searchOf(address()).get('from')).toBe('2026-11-28T08:55:00.000Z'))
  })

  test('the filters exclude all rows, and how many there are without them', async () => {
    const { address } = open(`${edge}?status=418`, {
      [logCalls.rows]: logRows([]),
      [logCalls.histogram]: (_: unknown, query: URLSearchParams) =>
        query.get('filters') === null ? logHistogram({ info: [1200, 0, 0, 0] }) : logHistogram(),
    })
    expect(await screen.findByText('No row matches the filters')).toBeTruthy()
    expect(screen.getByText('This range has 1,200 rows without them.')).toBeTruthy()
    const region = screen.getByText('No row matches the filters').closest('section')
    await userEvent.click(
      within(region ?? document.body).getByRole('button', { name: 'Clear filters' }),
    )
    await waitFor(() => expect(address()).toBe(edge))
  })

  test('the range is beyond the retention, with a way to the plans', async () => {
    open(noon, {
      ...nothing,
      [logCalls.state]: { ...logState, kept_from: '2026-11-29T12:00:00.000Z' },
    })
    expect(await screen.findByText('These rows are not kept any more')).toBeTruthy()
    expect(screen.getByText(/The Free plan keeps logs for 1 day/u)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Compare plans' })
    expect(link.getAttribute('href')).toBe('/org/acme/billing?show=plans')
  })

  test('rows were dropped, with their number, reason and minutes', async () => {
    open(noon, {
      ...nothing,
      [logCalls.state]: {
        ...logState,
        dropped: [
          {
            source: 'edge_logs',
            reason: 'disk',
            count: 1234,
            first_minute: '2026-11-28T11:01:00.000Z',
            last_minute: '2026-11-28T11:03:00.000Z',
          },
        ],
      },
    })
    expect(await screen.findByText('No row was stored')).toBeTruthy()
    expect(screen.getByText('1,234 rows of API Gateway were not stored')).toBeTruthy()
    expect(
      screen.getByText(/^Between .*, because the disk had too little free space\.$/u),
    ).toBeTruthy()
  })

  test('rows wait for the store', async () => {
    open(noon, {
      ...nothing,
      [logCalls.state]: { ...logState, waiting_since: '2026-11-28T11:40:00.000Z' },
    })
    expect(await screen.findByText('No row is stored yet')).toBeTruthy()
    expect(screen.getByText('The newest rows are not stored yet')).toBeTruthy()
  })

  test('the store does not answer, and trying again reads the rows', async () => {
    let isAway = true
    const away = refusal(503, {
      kind: 'log_store_unreachable',
      message: 'The log store does not answer. Try again soon.',
    })
    const { calls } = open(edge, {
      [logCalls.rows]: () => (isAway ? away : logRows(two)),
      [logCalls.facets]: () => (isAway ? away : { facets: {} }),
    })
    const alert = await screen.findByRole('alert')
    expect(screen.getByText(/^The values to filter by could not be counted/u)).toBeTruthy()
    expect(alert.textContent).toContain('The log store does not answer')
    expect(calls.filter(({ route }) => route === logCalls.rows)).toHaveLength(1)
    isAway = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Count again' }))
    expect(await screen.findByText('No row in this range has a field to filter by.')).toBeTruthy()
  })
})

test('a range that begins before the retention is not shortened silently', async () => {
  open(`${edge}?from=2026-11-27T00:00:00.000Z&to=2026-11-28T12:00:00.000Z`, {
    [logCalls.state]: { ...logState, kept_from: '2026-11-28T00:00:00.000Z' },
  })
  expect(await screen.findByText(/^Rows are kept from /u)).toBeTruthy()
  expect(
    screen.getByText(/^The range begins earlier\. The Free plan keeps logs for 1 day/u),
  ).toBeTruthy()
  expect(await rows()).toHaveLength(2)
})

describe('all logs', () => {
  const preview = {
    key: 'unified-logs',
    name: 'New logs interface',
    description: 'One view.',
    changes: [],
    discussionsUrl: '/support/new',
    isNew: true,
    isDashboardOnly: true,
  }
  const offered = (plan: 'free' | 'team', previews: object[] = [preview]): Answers => ({
    'GET /platform/feature-previews': { discussionsUrl: '/support/new', previews },
    'GET /platform/organizations': [{ ...acme, plan: { id: plan, name: plan } }],
  })
  const openAll = (more: Answers, url = logsUrl) => {
    const opened = openApp(url, answers(more))
    // The page reads it when its code is loaded.
    act(() => storage.preview('unified-logs').set(true))
    return opened
  }

  test('show all sources on the Team plan with the preview', async () => {
    const { calls, address } = openAll(offered('team'))
    expect(await screen.findByRole('heading', { name: 'All logs' })).toBeTruthy()
    expect((await rows())[0]?.textContent).toContain('API Gateway')
    expect(calls.find(({ route }) => route === logCalls.rows)?.query.has('sources')).toBe(false)
    const sources = await screen.findByRole('list', { name: 'Source' })
    await userEvent.click(within(sources).getByRole('checkbox', { name: /^API Gateway/u }))
    await waitFor(() => expect(address()).toBe(`${logsUrl}?sources=edge_logs`))
  })

  test.each([
    ['on a lower plan', offered('free')],
    ['while the gate is closed', offered('team', [])],
  ])('lead to one source %s', async (reason, more) => {
    const { address } = openAll(more, `${logsUrl}?sources=postgres_logs&range=3h`)
    await waitFor(() => expect(address()).toBe(`${logsUrl}/postgres_logs?range=3h`))
    expect(await rows()).toHaveLength(2)
    const note = screen.queryByText('All sources in one view require the Team plan')
    expect(note === null).toBe(reason !== 'on a lower plan')
  })

  test('lead to the first source without the preview', async () => {
    const { address } = open(logsUrl)
    await waitFor(() => expect(address()).toBe(edge))
  })
})
