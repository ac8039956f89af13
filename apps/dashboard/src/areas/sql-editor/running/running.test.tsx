import { firstRows } from '@basalt/contract/boot'
import type { QueryLine } from '@basalt/contract/database/query'
// @vitest-environment jsdom
import { databaseTables } from '@basalt/contract/database/tables'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { query } from '../../../lib/network/api.ts'
import { queryClient } from '../../../lib/network/query-client.ts'
import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { rulesFor, shop } from '../../../testing/answers.ts'
import { openQuery, sessionRoute } from '../../../testing/open-query.tsx'
import { started, complete, held, session, state } from '../../../testing/run-lines.ts'
import { closeRuns } from '../runs/open-runs.ts'

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
})

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('before a run', () => {
  const warning = {
    key: 'delete_without_where books',
    code: 'delete_without_where' as const,
    subject: 'books',
    statement: 0,
    start: 0,
    end: 17,
    size: { bytes: 1_000_000, rows: 4000 },
  }

  test('possible mistakes need a confirmation, and only a click runs it', async () => {
    const { run } = await openQuery('delete from books')
    await press('Run')
    run.send({ type: 'ask', warnings: [warning] }, { type: 'end' })
    const dialog = await screen.findByRole('dialog', {
      name: /^Review \d+ warnings? before running$/u,
    })
    expect(within(dialog).getByText(/Deletes every row of books.*4,000 rows/u)).toBeTruthy()
    expect(run.requested.map(({ body }) => body['confirmed'])).toEqual([[]])
    await press('Run anyway')
    await waitFor(() => expect(run.requested).toHaveLength(2))
    expect(run.requested[1]?.body).toMatchObject({
      query: 'delete from books',
      confirmed: [warning.key],
    })
    expect(run.requested[1]?.body['session']).toBe(run.requested[0]?.body['session'])
  })

  const choices = () =>
    within(screen.getByRole('dialog').querySelector('footer') ?? document.body)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)

  test('the recommended choice for a table without RLS is first of three', async () => {
    const { run } = await openQuery('create table books (id int)')
    const unprotected = { ...warning, code: 'create_table_without_rls' as const }
    await press('Run')
    run.send({ type: 'ask', warnings: [unprotected] }, { type: 'end' })
    await screen.findByRole('dialog', { name: 'Review 1 warning before running' })
    expect(choices()).toEqual(['Run and enable RLS', 'Run anyway', 'Cancel'])
    await press('Cancel')
    await press('Run')
    const emptied = { ...warning, key: 'other' }
    run.send({ type: 'ask', warnings: [unprotected, emptied] }, { type: 'end' })
    await screen.findByRole('dialog', { name: 'Review 2 warnings before running' })
    expect(choices()).toEqual(['Run and enable RLS', 'Preview changes', 'Run anyway'])
  })

  test('it can be previewed, cancelled, or run with row level security', async () => {
    const { run } = await openQuery('create table books (id int)')
    const unprotected = { ...warning, code: 'create_table_without_rls' as const }
    const ask = async () => {
      await press('Run')
      run.send({ type: 'ask', warnings: [unprotected] }, { type: 'end' })
      await screen.findByRole('dialog', { name: /^Review \d+ warnings? before running$/u })
    }
    await ask()
    await press('Cancel')
    expect(run.requested).toHaveLength(1)
    await ask()
    await press('Run and enable RLS')
    await waitFor(() => expect(run.requested[2]?.body).toMatchObject({ enable_rls: true }))
    run.send({ type: 'end' })
    await press('Run')
    run.send({ type: 'ask', warnings: [warning] }, { type: 'end' })
    await screen.findByRole('dialog', { name: 'Review 1 warning before running' })
    expect(choices()).toEqual(['Cancel', 'Preview changes', 'Run anyway'])
    await press('Preview changes')
    await waitFor(() => expect(run.requested[4]?.body).toMatchObject({ hold: 'decide' }))
  })

  test('a run in the queue shows its position', async () => {
    const { run } = await openQuery('select 1')
    await press('Run')
    run.send({ type: 'queued', ahead: 2, limit: 6, running: 1, keeping: 5 })
    expect(await screen.findByText(/2 runs ahead/u)).toBeTruthy()
    expect(screen.getByText(/1 run a statement, 5 keep a transaction/u)).toBeTruthy()
  })
})

describe('a previewed run', () => {
  const decided = (outcome: 'committed' | 'rolled_back'): QueryLine => ({
    type: 'decided',
    outcome,
  })

  test('shows rows before and after, and is committed by a click', async () => {
    const { run, calls } = await openQuery('update books set price = null', {
      [`POST ${sessionRoute}/decide`]: state(),
    })
    await press('Preview before commit')
    await press('Run')
    await waitFor(() => expect(run.requested[0]?.body).toMatchObject({ hold: 'decide' }))
    run.send(started(), complete(), held)
    const panel = await screen.findByRole('region', { name: 'Changes before commit' })
    expect(within(panel).getByText(/3 rows in 2 tables, 1 table as a whole/u)).toBeTruthy()
    expect(within(panel).getByText('2 updated, of 30 rows')).toBeTruthy()
    expect(within(panel).getByText('1 deleted, of about 5,000 rows')).toBeTruthy()
    expect(within(panel).getByText('Truncated, of about 150 rows')).toBeTruthy()
    expect(
      within(panel).getByText('No sample: It is locked until you commit or roll back'),
    ).toBeTruthy()
    expect(
      within(panel).getByRole('region', { name: 'Rows after in public.books' }).textContent,
    ).toContain('NULL')
    await userEvent.click(within(panel).getByRole('button', { name: 'Commit' }))
    run.send(decided('committed'), session(), { type: 'end' })
    expect(await screen.findByText('Committed')).toBeTruthy()
    const decision = calls.find(({ route }) => route.endsWith('/decide'))
    expect(decision?.body).toEqual({ outcome: 'commit' })
  })

  test('shows why it was rolled back, also when the answer breaks off', async () => {
    const { run } = await openQuery('update books set price = null')
    await press('Preview before commit')
    await press('Run')
    run.send(started(), complete(), held)
    await screen.findByRole('region', { name: 'Changes before commit' })
    run.send(
      { type: 'decided', outcome: 'rolled_back', reason: 'No decision was made in time' },
      session(),
      { type: 'end' },
    )
    expect(await screen.findByText('Rolled back: No decision was made in time')).toBeTruthy()
  })
})

test('is the default in a production project', async () => {
  const { run } = await openQuery('update books set price = 1', {
    [`GET /platform/projects/${shop.ref}`]: { ...shop, is_production: true },
  })
  expect(screen.getByRole('button', { name: 'Preview before commit', pressed: true })).toBeTruthy()
  await press('Run')
  await waitFor(() => expect(run.requested[0]?.body).toMatchObject({ hold: 'decide' }))
  run.send({ type: 'end' })
  await press('Preview before commit')
  await press('Run')
  await waitFor(() => expect(run.requested).toHaveLength(2))
  expect(run.requested[1]?.body).not.toHaveProperty('hold')
})

describe('a session', () => {
  test('has the chosen role, limit and timeout, from the next run on', async () => {
    const { run } = await openQuery('select 1')
    await press('postgres')
    await screen.findByRole('option', { name: 'anon' })
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'anon')
    await userEvent.selectOptions(screen.getByLabelText('Statement timeout'), '10 seconds')
    await userEvent.click(screen.getByRole('checkbox', { name: /Read only/u }))
    await userEvent.type(screen.getByLabelText(/User claims/u), '{{"sub": "7"}')
    await userEvent.keyboard('{Escape}')
    await userEvent.selectOptions(screen.getByLabelText('Row limit'), 'No limit')
    expect(run.requested).toEqual([])
    await press('Run')
    await waitFor(() => expect(run.requested).toHaveLength(1))
    expect(run.requested[0]?.body).toMatchObject({
      settings: {
        as: { role: 'anon', claims: { sub: '7' } },
        read_only: true,
        statement_timeout_ms: 10_000,
      },
    })
    expect(run.requested[0]?.body).not.toHaveProperty('limit')
    expect(screen.getByRole('button', { name: 'anon, read only' })).toBeTruthy()
  })

  test('reports an open transaction, and ends it', async () => {
    const { run } = await openQuery('begin', { [`POST ${sessionRoute}/decide`]: state() })
    await press('Run')
    const since = new Date(Date.now() - 65_000).toISOString()
    run.send(started(), complete(0, 'BEGIN'), session({ state: 'transaction', since }), {
      type: 'end',
    })
    expect(await screen.findByText('A transaction is open')).toBeTruthy()
    await press('Roll back')
    await waitFor(() => expect(screen.queryByText('A transaction is open')).toBeNull())
  })

  test('is closed on demand, with its state', async () => {
    const { run, calls } = await openQuery('create temporary table t (id int)', {
      [`DELETE ${sessionRoute}`]: { ok: true },
    })
    await press('Run')
    run.send(started(), complete(), session({ keeps: ['temporary tables'] }), { type: 'end' })
    await press('postgres')
    expect(await screen.findByText('The session keeps temporary tables.')).toBeTruthy()
    await press('End session')
    await waitFor(() => expect(calls.some(({ route }) => route.startsWith('DELETE'))).toBe(true))
  })
})

test('after DDL the names are loaded again, those of schemas too', async () => {
  const schemas = query(databaseTables.schemas, { params: { ref: shop.ref } })
  const { run, calls } = await openQuery('create schema garden')
  const reads = () => calls.filter(({ route }) => route.endsWith('/completion')).length
  await waitFor(() => expect(reads()).toBe(1))
  queryClient.setQueryData(schemas.queryKey, [])
  await press('Run')
  run.send(started(), complete(0, 'CREATE SCHEMA'), { type: 'end' })
  await waitFor(() => expect(reads()).toBe(2))
  expect(queryClient.getQueryState(schemas.queryKey)?.isInvalidated).toBe(true)
})

test('displayed tables and rows are refetched when they are shown next', async () => {
  const position = { params: { ref: shop.ref, id: 42 }, query: firstRows }
  const stored = [query(databaseTables.rows, position), query(databaseTables.detail, position)]
  const keys = stored.map(({ queryKey }) => queryKey as readonly unknown[])
  const isOld = () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)
  const { run } = await openQuery('select rename_all()')
  const show = () => keys.forEach((key) => queryClient.setQueryData(key, {}))
  show()
  expect(isOld()).toEqual([false, false])
  await press('Run')
  run.send(started())
  await waitFor(() => expect(isOld()).toEqual([true, true]))
  show()
  expect(isOld()).toEqual([false, false])
  run.send(complete(0, 'SELECT'), { type: 'end' })
  await waitFor(() => expect(isOld()).toEqual([true, true]))
})

test('a user without write access sees why PostgreSQL refuses a write', async () => {
  const { run } = await openQuery('insert into books values (1)', {
    'GET /platform/profile/permissions': rulesFor('Read-only'),
  })
  await press('Run')
  run.send(
    started(),
    {
      type: 'error',
      statement: 0,
      message: 'cannot execute INSERT in a read-only transaction',
      sql: { sqlstate: '25006' },
      cancelled: false,
    },
    { type: 'end' },
  )
  expect(
    await screen.findByText(/permissions to change data. Your queries are read-only/u),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'read-only' })).toBeTruthy()
})

test('a closed query closes its session', async () => {
  const { run, calls, id } = await openQuery('create temporary table t (id int)', {
    [`DELETE ${sessionRoute}`]: { ok: true },
  })
  await press('Run')
  run.send(started(), complete(), session({ keeps: ['temporary tables'] }), { type: 'end' })
  await screen.findByRole('button', { name: 'Run' })
  await closeRuns(shop.ref, id)
  expect(calls.filter(({ route }) => route === `DELETE ${sessionRoute}`)).toHaveLength(1)
  expect(sqlStorage.sqlSession(shop.ref, id).get()).not.toContain(state().id)
})

describe('a script that fails half-way', () => {
  const error: QueryLine = {
    type: 'error',
    statement: 2,
    message: 'relation "nope" does not exist',
    cancelled: false,
    sql: { sqlstate: '42P01' },
  }
  const lines = [started(0, 5), complete(0, 'CREATE TABLE'), started(1, 5), complete(1, 'INSERT')]

  test('reports completed and skipped statements, and the next step', async () => {
    const { run } = await openQuery('five statements')
    await press('Run')
    run.send(...lines, started(2, 5), error, session(), { type: 'end' })
    expect(
      await screen.findByText('1. CREATE TABLE, 2. INSERT; these changes are kept'),
    ).toBeTruthy()
    expect(screen.getByText('Statement 3 of 5')).toBeTruthy()
    expect(screen.getByText('Statements 4 to 5')).toBeTruthy()
    expect(screen.getByText(/place the cursor in it and run from there/u)).toBeTruthy()
  })

  test('reports that nothing is saved when it was one transaction', async () => {
    const { run } = await openQuery('five statements')
    await press('Preview before commit')
    await press('Run')
    run.send(
      ...lines,
      started(2, 5),
      error,
      { type: 'decided', outcome: 'rolled_back', reason: 'A statement of the run failed' },
      session(),
      { type: 'end' },
    )
    expect(await screen.findByText(/rolled back, nothing was changed/u)).toBeTruthy()
  })
})

test('the history of runs is searched, and a text is inserted without running it', async () => {
  const runs = [
    {
      id: '0b7d6d7e-6d1f-4c3a-8f65-1f3f5f0f7a13',
      sql: 'select old_one',
      role: 'anon',
      is_held: false,
      started_at: '2026-01-01T00:00:00Z',
      duration_ms: 12,
      rows: 3,
      state: 'failed',
      error: 'column "old_one" does not exist',
    },
  ]
  const { run, calls } = await openQuery('select 1', {
    [`GET /platform/projects/${shop.ref}/query-runs`]: { runs, has_more: false },
  })
  await press('Run history')
  expect(await screen.findByText('select old_one')).toBeTruthy()
  expect(screen.getByText('as anon')).toBeTruthy()
  expect(screen.getByText('column "old_one" does not exist')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Search history'), 'old')
  await waitFor(() => expect(calls.some((call) => call.query.get('search') === 'old')).toBe(true))
  await press('Insert into editor')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(run.requested).toEqual([])
  // The editor is in a shadow root.
  await waitFor(() =>
    expect(document.activeElement?.shadowRoot?.activeElement?.ariaLabel).toBe('SQL'),
  )
})
