import type { DatabaseSession } from '@basalt/contract/database/activity'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { formatBlockers, getWaitSeconds, listWaits } from './waits.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/advisors/query-performance?view=locks`
const route = `GET /platform/pg-meta/${shop.ref}/activity`

const session = (pid: number, change: Partial<DatabaseSession> = {}): DatabaseSession => ({
  pid,
  began_at: '2026-01-01T00:00:00Z',
  user: 'app',
  database: 'postgres',
  application: 'worker',
  client: null,
  state: 'active',
  waits_for: null,
  state_seconds: 4,
  transaction_seconds: 9,
  query: `select ${pid}`,
  blocked_by: [],
  is_dashboard: false,
  lock: null,
  ...change,
})

const holder = session(7, { state: 'idle in transaction', waits_for: 'Client: ClientRead' })
const waiter = session(8, {
  blocked_by: [7],
  waits_for: 'Lock: relation',
  lock: { mode: 'RowExclusiveLock', relation: 'orders', seconds: 130 },
})
const second = session(9, {
  blocked_by: [8, 7, 7, 0],
  waits_for: 'Lock: transactionid',
  lock: { mode: 'ShareLock', relation: null, seconds: null },
})
const reading = session(5, { waits_for: 'IO: DataFileRead' })
const busy = session(4)
const idle = session(3, { state: 'idle', waits_for: 'Client: ClientRead' })
const all = [idle, busy, reading, second, waiter, holder]

const open = (answers: Answers = {}) =>
  openApp(url, signedIn({ [route]: { sessions: all, connection_limit: 60 }, ...answers }))

const user = userEvent.setup()

test('sessions that wait stand below the one that blocks them, before other waits', () => {
  expect(listWaits(all).map(({ pid, depth, waiting }) => [pid, depth, waiting])).toEqual([
    [7, 0, 2],
    [8, 1, 1],
    [9, 2, 0],
    [5, 0, 0],
  ])
  // Its blocker is not a client, so it is not listed.
  expect(listWaits([session(1, { blocked_by: [99] })])).toHaveLength(1)
})

test('a wait has its length and its blockers', () => {
  expect([holder, waiter, second, reading].map(getWaitSeconds)).toEqual([null, 130, 4, 4])
  expect(formatBlockers(second)).toBe('8, 7, prepared transaction')
})

test('the tab shows who waits for what, since when and blocked by whom', async () => {
  open()
  const table = await screen.findByRole('table', { name: 'Waiting sessions' })
  const texts = within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
  expect(texts[0]).toContain('7blocks 2')
  expect(texts[0]).toContain('Not waitingidle in transaction')
  expect(texts[1]).toMatch(/^8blocks 1appworkerordersRowExclusiveLock2 min7select 8/u)
  expect(texts).toHaveLength(4)
  screen.getByRole('tab', { name: 'Locks', selected: true }).focus()
  await user.keyboard('{ArrowLeft}')
  expect(await screen.findByRole('tab', { name: 'Statements', selected: true })).toBeTruthy()
})

test('a blocking session is terminated after a question', async () => {
  const { calls } = open({
    [`POST /platform/pg-meta/${shop.ref}/activity/7/terminate`]: { was_there: true },
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for process 7' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Terminate session' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/2 sessions waiting for it can then continue/u)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Terminate session' }))
  await waitFor(() =>
    expect(calls.find((one) => one.route.endsWith('/terminate'))?.body).toEqual({
      began_at: holder.began_at,
    }),
  )
})

test('the list says when no session waits', async () => {
  open({ [route]: { sessions: [idle, busy], connection_limit: 60 } })
  expect(await screen.findByRole('heading', { name: 'No session waits' })).toBeTruthy()
})

test('sessions that cannot be read are said, with a way to try again', async () => {
  open({ [route]: refusal(400, { kind: 'invalid_request', message: 'Not now.' }) })
  expect(await screen.findByText('The sessions could not be loaded')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('without the right nothing is requested', async () => {
  const { calls } = open({
    'GET /platform/profile/permissions': rulesFor('Owner').filter(
      ({ actions }) => !actions.includes('%'),
    ),
  })
  expect(await screen.findByText(/need additional permissions to see the sessions/u)).toBeTruthy()
  expect(calls.some((one) => one.route === route)).toBe(false)
})
