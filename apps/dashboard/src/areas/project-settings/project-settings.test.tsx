// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
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

const openInfrastructure = (sessions: object[], more: Record<string, object> = {}) =>
  openApp(
    `/project/${shop.ref}/settings/infrastructure`,
    signedIn({
      [`GET ${database}/overview`]: overview,
      [`GET ${database}/activity`]: { sessions, connection_limit: 60 },
      [`GET ${database}/disk-usage`]: [],
      [`GET ${database}/replication-slots`]: [],
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

test('sessions of the dashboard are shown on request', async () => {
  openInfrastructure([{ ...session, pid: 9, is_dashboard: true }])
  await screen.findByText('1 session of the dashboard is not shown.')
  await user.click(screen.getByRole('button', { name: 'Show sessions of the dashboard' }))
  expect(await screen.findByText('9')).toBeTruthy()
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
