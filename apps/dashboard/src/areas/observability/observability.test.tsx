import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/observability`
const resourcesRoute = `GET /platform/projects/${shop.ref}/observability/resources`
const requestsRoute = `GET /platform/projects/${shop.ref}/observability/requests`

const minuteMs = 60_000
const now = Math.floor(Date.now() / minuteMs) * minuteMs
const iso = (ms: number) => new Date(ms).toISOString()

const answered = {
  from: iso(now - 60 * minuteMs),
  to: iso(now),
  step_seconds: 60,
  retention_days: 7,
  kept_from: iso(now - 7 * 86_400_000),
}

const times = [4, 3, 2, 1].map((minutes) => (now - minutes * minuteMs) / 1000)

const constant = (value: number | null) => times.map(() => value)

const resources = {
  ...answered,
  first_sample_at: iso(now - 86_400_000),
  connection_limit: 60,
  times,
  series: {
    cpu_cores: [0.1, 0.2, 0.3, 0.25],
    memory_bytes: constant(50_000_000),
    connections_active: constant(50),
    connections_idle: constant(5),
    connections_idle_in_transaction: constant(0),
    database_bytes: constant(8_000_000),
    disk_free_bytes: constant(90_000_000_000),
    cache_hit_ratio: constant(0.5),
    commits_per_second: constant(3),
    rollbacks_per_second: constant(0),
    wal_bytes_per_second: constant(1000),
    temporary_bytes_per_second: constant(0),
    deadlocks: constant(0),
  },
}

const requests = {
  ...answered,
  times,
  requests: [10, 20, 0, 30],
  client_errors: [1, 0, 0, 0],
  server_errors: [0, 2, 0, 0],
  p50_ms: [5, 6, null, 7],
  p95_ms: [50, 60, null, 70],
  total: { requests: 60, client_errors: 1, server_errors: 2, p50_ms: 6, p95_ms: 64.5 },
}

const open = (answers: Answers = {}, path = url) =>
  openApp(path, signedIn({ [resourcesRoute]: resources, [requestsRoute]: requests, ...answers }))

const user = userEvent.setup()

const chart = (name: string) => screen.findByRole('group', { name: `Chart of ${name}` })
const region = (name: string) => screen.findByRole('region', { name })

test('the health of the project is judged in words, with its figures', async () => {
  open()
  await chart('API requests (per minute)')
  const health = await screen.findByLabelText('Health')
  const figures = within(health)
    .getAllByRole('term')
    .map((term) => term.parentElement?.textContent)
  expect(figures).toEqual([
    'API requests601 with status 4xx',
    'Server errors3.3 %High2 with status 5xx',
    'API latency64.5 ms95th percentile',
    'CPU25 %100 % is one core',
    expect.stringMatching(/^Memory/u),
    'Connections55 of 60High',
    'Cache hit ratio50 %Low',
    expect.stringMatching(/^Database size.* free on the disk$/u),
  ])
})

test('every chart is drawn, and the point that is read in one of them is shown in all', async () => {
  open()
  const first = await chart('API latency (per minute)')
  const others = [
    await chart('CPU (100 % is one core)'),
    await chart('Connections (at most 60)'),
    await chart('Disk writes'),
  ]
  first.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(within(first).getByRole('status').textContent).toContain('60 ms')
  for (const other of others) {
    // Only the chart that is read is read out.
    expect(within(other).queryByRole('status')).toBeNull()
    const time = within(first).getByRole('status').firstElementChild?.textContent ?? ''
    expect(within(other).getByText(time)).toBeTruthy()
  }
  await user.keyboard('{Escape}')
  expect(within(others[0] ?? first).queryByText('20 %')).toBeNull()
})

describe('a range that is selected in a chart', () => {
  const select = async () => {
    const cpu = await chart('CPU (100 % is one core)')
    cpu.focus()
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
    return within(await region('Selected time range'))
  }
  const span = { from: iso(now - 4 * minuteMs), to: iso(now - 2 * minuteMs) }

  test('leads to its logs', async () => {
    open()
    const link = (await select()).getByRole('link', { name: 'Show logs' })
    const href = new URL(link.getAttribute('href') ?? '', 'http://basalt.test')
    expect(href.pathname).toBe(`/project/${shop.ref}/logs`)
    expect(Object.fromEntries(href.searchParams)).toEqual(span)
  })

  test('is zoomed to, in the URL and in the history', async () => {
    const { address, back, calls } = open()
    await user.click((await select()).getByRole('button', { name: 'Zoom' }))
    await waitFor(() => expect(address()).toContain('from='))
    const shown = new URL(address(), 'http://basalt.test').searchParams
    expect(Object.fromEntries(shown)).toEqual(span)
    await waitFor(() =>
      expect(calls.findLast(({ route }) => route === requestsRoute)?.query.get('to')).toBe(span.to),
    )
    expect(screen.queryByRole('region', { name: 'Selected time range' })).toBeNull()
    back()
    await waitFor(() => expect(address()).toBe(url))
  })

  test('is dismissed', async () => {
    open()
    await user.click((await select()).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('region', { name: 'Selected time range' })).toBeNull()
  })
})

describe('the time range', () => {
  test('is a preset in the URL; longer ones than the plan keeps cannot be chosen', async () => {
    const { address, calls } = open()
    await chart('Disk writes')
    const choice = screen.getByRole('combobox', { name: 'Time range' })
    const option = within(choice).getByRole('option', {
      name: 'Last 28 days (your plan keeps 7 days)',
    })
    expect(option).toHaveProperty('disabled', true)
    await user.selectOptions(choice, 'Last 7 days')
    await waitFor(() => expect(address()).toBe(`${url}?range=7d`))
    const asked = calls.findLast(({ route }) => route === resourcesRoute)?.query
    const [from, to] = [asked?.get('from') ?? '', asked?.get('to') ?? '']
    expect(Date.parse(to) - Date.parse(from)).toBe(7 * 86_400_000)
  })

  test('is typed with two ends, which are checked', async () => {
    const { address } = open()
    await chart('Disk writes')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time range' }), 'Custom')
    const [from, to] = [screen.getByLabelText('From'), screen.getByLabelText('To')]
    await user.clear(from)
    await user.type(from, '2026-01-02T00:00')
    await user.clear(to)
    await user.type(to, '2026-01-01T00:00')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('Choose an end after the start')).toBeTruthy()
    await user.clear(to)
    await user.type(to, '2026-01-02T06:00')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(address()).toContain('from=2026-01-0'))
  })

  test('is the last hour where the URL has no valid one', async () => {
    const { calls } = open({}, `${url}?from=yesterday&to=%00&range=9y`)
    await chart('Disk writes')
    const query = calls.find(({ route }) => route === resourcesRoute)?.query
    const [from, to] = [query?.get('from') ?? '', query?.get('to') ?? '']
    expect(Date.parse(to) - Date.parse(from)).toBe(3_600_000)
  })

  test('says when the plan keeps less of it', async () => {
    const kept = {
      from: iso(now - 86_400_000),
      kept_from: iso(now - 86_400_000),
      retention_days: 1,
    }
    open(
      { [resourcesRoute]: { ...resources, ...kept }, [requestsRoute]: { ...requests, ...kept } },
      `${url}?range=7d`,
    )
    expect(await screen.findByText(/Your plan keeps 1 day. The figures begin at/u)).toBeTruthy()
  })

  test('that is not kept at all says so', async () => {
    const path = `${url}?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z`
    open({}, path)
    expect(await screen.findByText(/Nothing of this time range is kept any more/u)).toBeTruthy()
  })
})

test('the values are read again on refresh', async () => {
  const { calls } = open()
  await chart('Disk writes')
  const count = () => calls.filter(({ route }) => route === resourcesRoute).length
  const before = count()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(count()).toBeGreaterThan(before))
})

describe('without values', () => {
  test('a new project says when the first ones arrive', async () => {
    const none = Object.fromEntries(
      Object.keys(resources.series).map((name) => [name, [null, null]]),
    )
    const zero = [0, 0]
    open({
      [resourcesRoute]: {
        ...resources,
        first_sample_at: null,
        connection_limit: null,
        times: times.slice(0, 2),
        series: none,
      },
      [requestsRoute]: {
        ...requests,
        times: times.slice(0, 2),
        requests: zero,
        client_errors: zero,
        server_errors: zero,
        p50_ms: [null, null],
        p95_ms: [null, null],
        total: { requests: 0, client_errors: 0, server_errors: 0, p50_ms: null, p95_ms: null },
      },
    })
    expect(await screen.findByRole('heading', { name: 'No samples yet' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'No requests in this time range' })).toBeTruthy()
  })

  test('gaps between samples are explained', async () => {
    const gap = Object.fromEntries(
      Object.entries(resources.series).map(([name, [value]]) => [
        name,
        [value, null, value, value],
      ]),
    )
    open({ [resourcesRoute]: { ...resources, series: gap } })
    expect(await screen.findByText(/Lines have gaps where the project was paused/u)).toBeTruthy()
  })

  test('a log store that is away hides only the requests, with a way to try again', async () => {
    let isAway = true
    open({
      [requestsRoute]: () =>
        isAway
          ? refusal(400, { kind: 'invalid_request', message: 'The log store does not answer.' })
          : requests,
    })
    await chart('Disk writes')
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('The requests could not be loaded')).toBeTruthy()
    isAway = false
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    await chart('API latency (per minute)')
  })

  test('a missing right is said, and nothing is requested', async () => {
    const { calls } = open({
      'GET /platform/profile/permissions': rulesFor('Owner').filter(
        ({ actions }) => !actions.includes('%'),
      ),
    })
    expect(await screen.findAllByText(/need additional permissions/u)).toHaveLength(2)
    expect(calls.some(({ route }) => route === resourcesRoute || route === requestsRoute)).toBe(
      false,
    )
  })
})
