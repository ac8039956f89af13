// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { database } from '../../testing/open-part.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const session = {
  began_at: '2026-01-01T00:00:00Z',
  user: 'app',
  database: 'postgres',
  application: 'worker',
  client: '10.0.0.1',
  state: 'active',
  waits_for: null,
  state_seconds: 1,
  transaction_seconds: 2,
  query: 'update orders set note = null',
  blocked_by: [] as number[],
  is_dashboard: false,
  lock: null,
}

const overview = {
  database_bytes: 8_000_000,
  wal_bytes: 1_000_000,
  connections: 3,
  connection_limit: 60,
  cache_hit_ratio: 0.99,
  transactions: 10,
  rollbacks: 0,
  deadlocks: 0,
  temporary_bytes: 0,
  started_at: '2026-01-01T00:00:00Z',
  statistics_since: null,
  slowest: null,
  last_migration: null,
}

const names = [
  'cpu_cores',
  'memory_bytes',
  'connections_active',
  'connections_idle',
  'connections_idle_in_transaction',
  'database_bytes',
  'disk_free_bytes',
  'cache_hit_ratio',
  'commits_per_second',
  'rollbacks_per_second',
  'wal_bytes_per_second',
  'temporary_bytes_per_second',
  'deadlocks',
]

/** Three minutes, the second of which has no sample; the CPU time is not known. */
const usage = {
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-01T01:00:00Z',
  step_seconds: 60,
  first_sample_at: '2026-01-01T00:00:00Z',
  connection_limit: 60,
  times: [1_767_225_600, 1_767_225_660, 1_767_225_720],
  series: {
    ...Object.fromEntries(names.map((name) => [name, [1, null, 3]])),
    cpu_cores: [null, null, null],
  },
}

const usageRoute = `GET /platform/projects/${shop.ref}/resource-usage`

const openInfrastructure = (sessions: object[], more: Record<string, object> = {}) =>
  openApp(
    `/project/${shop.ref}/settings/infrastructure`,
    signedIn({
      [`GET ${database}/overview`]: overview,
      [`GET ${database}/activity`]: { sessions, connection_limit: 60 },
      [`GET ${database}/disk-usage`]: { relations: [], locked: { tables: 2, pids: [41] } },
      [`GET ${database}/replication-slots`]: [],
      [usageRoute]: usage,
      ...more,
    }),
  )

test('a session is terminated by its process and start, after a question', async () => {
  const { calls } = openInfrastructure(
    [
      { ...session, pid: 7, state: 'idle in transaction' },
      { ...session, pid: 8, blocked_by: [7], waits_for: 'Lock: transactionid' },
    ],
    { [`POST ${database}/activity/7/terminate`]: { was_there: true } },
  )
  const table = within(await screen.findByRole('table', { name: 'Sessions' }))
  expect(table.getByText('blocks 1')).toBeTruthy()
  await user.click(table.getByRole('button', { name: 'Actions for process 7' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Terminate session' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Terminate this session?' }))
  await dialog.findByText('1 session waiting for it can then continue.')
  await user.click(dialog.getByRole('button', { name: 'Terminate session' }))
  await screen.findByText('The session was terminated')
  expect(calls).toContainEqual({
    route: `POST ${database}/activity/7/terminate`,
    body: { began_at: session.began_at },
  })
})

test('locked tables are named with the session that locks them', async () => {
  openInfrastructure([])
  expect(
    await screen.findByText('2 tables are locked by session 41, so their sizes are not shown.'),
  ).toBeTruthy()
})

test('sessions of the dashboard are shown on request', async () => {
  openInfrastructure([{ ...session, pid: 9, is_dashboard: true }])
  await screen.findByText('1 session of the dashboard is not shown.')
  await user.click(screen.getByRole('button', { name: 'Show sessions of the dashboard' }))
  expect(await screen.findByText('9')).toBeTruthy()
})

test('the resource usage is drawn with gaps, and without values that are not known', async () => {
  openInfrastructure([])
  const section = within(await screen.findByRole('region', { name: 'Resource usage' }))
  await section.findByRole('img', { name: 'Database size, last: Size 3 bytes' })
  expect(section.queryByRole('group', { name: /CPU/u })).toBeNull()
  const chart = section.getByRole('group', { name: 'Chart of Connections (at most 60)' })
  const figure = within(chart.closest('figure') ?? chart)
  await user.click(figure.getByRole('button', { name: 'Show as table' }))
  const rows = within(figure.getByRole('table')).getAllByRole('row')
  expect(
    rows.map((row) => row.textContent?.replace(/^\d+ \w+ \d+, [\d:]+ \([^)]+\)/u, '')),
  ).toEqual(['TimeActiveIdleIdle in transaction', '111', '333'])
})

test('the range of the resource usage is kept in the URL', async () => {
  const { address } = openInfrastructure([])
  const range = await screen.findByLabelText('Time range')
  await user.selectOptions(range, 'Last 7 days')
  await waitFor(() => expect(address()).toContain('?range=7d'))
})

test.each([
  [{ ...usage, first_sample_at: null }, 'No samples yet'],
  [
    { ...usage, times: [], series: Object.fromEntries(names.map((name) => [name, []])) },
    'No samples in this time range',
  ],
  [
    refusal(400, { kind: 'invalid_request', message: 'It failed' }),
    'The resource usage could not be loaded',
  ],
])('missing resource usage says why %#', async (answer, text) => {
  openInfrastructure([], { [usageRoute]: answer })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a value that PostgreSQL refuses is reported at its field', async () => {
  const parameter = {
    name: 'statement_timeout',
    description: 'Sets the maximum allowed duration of any statement.',
    kind: 'integer',
    unit: 'ms',
    min: '0',
    max: '2147483647',
    options: [],
    default_value: '0',
    needs_restart: false,
    values: [],
  }
  openApp(
    `/project/${shop.ref}/settings/database?parameter=statement_timeout`,
    signedIn({
      [`GET ${database}/parameters`]: [parameter],
      [`GET ${database}/roles`]: [],
      [`POST ${database}/parameters/preview`]: { statement: 'alter database' },
      [`POST ${database}/parameters`]: refusal(400, {
        kind: 'invalid_request',
        message: 'invalid value',
        fields: { value: 'invalid value for parameter' },
      }),
    }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Change statement_timeout' }))
  await user.type(dialog.getByLabelText('Value'), 'soon')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('invalid value for parameter')
})
