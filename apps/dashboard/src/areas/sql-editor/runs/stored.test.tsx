// @vitest-environment jsdom
import type { QueryLine } from '@basalt/contract/database/query'
import type { QueryRun } from '@basalt/contract/database/query-runs'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { clearStorage } from '../../../lib/storage/storage.ts'
import { shop } from '../../../testing/answers.ts'
import { openQuery } from '../../../testing/open-query.tsx'
import { listRuns } from './open-runs.ts'

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
})

const previous = (sql: string, more: Partial<QueryRun> = {}): QueryRun => ({
  id: crypto.randomUUID(),
  sql,
  role: null,
  is_held: false,
  started_at: new Date(Date.now() - 1000).toISOString(),
  duration_ms: 12,
  rows: 100,
  state: 'done',
  error: null,
  ...more,
})
const getHistory = (...runs: QueryRun[]) => ({
  [`GET /platform/projects/${shop.ref}/query-runs`]: { runs, has_more: false },
})

describe('a query without stored rows in this browser', () => {
  test('shows its last run, which runs again only on a click', async () => {
    const answers = getHistory(
      previous('drop table books'),
      previous('select 2'),
      previous('select 1'),
    )
    const { run } = await openQuery('select 1;\nselect 2', answers)
    expect(
      await screen.findByText(/, 100 rows, 12 ms, by you; its rows are not saved/u),
    ).toBeTruthy()
    expect(run.requested).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Run again' }))
    await waitFor(() => expect(run.requested[0]?.body).toMatchObject({ query: 'select 2' }))
    run.send({ type: 'end' })
  })

  test('ignores runs of other texts', async () => {
    const { calls } = await openQuery('select 10', getHistory(previous('select 1')))
    await waitFor(() =>
      expect(calls.map(({ route }) => route)).toContain(Object.keys(getHistory())[0]),
    )
    await screen.findByText(/Results appear here/u)
    expect(screen.queryByText(/Last run/u)).toBeNull()
  })
})

describe('two statements of a run', () => {
  const lines = (statement: number, cell: string): QueryLine[] => [
    { type: 'statement', statement, of: 3, start: statement * 10, end: statement * 10 + 9 },
    { type: 'fields', statement, fields: [{ name: 'n', type: 'integer' }] },
    { type: 'rows', statement, rows: [[cell]] },
    { type: 'complete', statement, command: 'SELECT', row_count: 1, duration_ms: 2 },
  ]

  test('are shown side by side, each side chosen separately', async () => {
    const { run } = await openQuery('select 41;select 42;select 43;')
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    run.send(...lines(0, '41'))
    await screen.findByRole('gridcell', { name: '41' })
    expect(screen.queryByRole('button', { name: 'Side by side' })).toBeNull()
    run.send(...lines(1, '42'), ...lines(2, '43'), { type: 'end' })
    await userEvent.click(await screen.findByRole('button', { name: 'Side by side' }))
    const pane = await screen.findByRole('complementary', { name: 'Second result' })
    expect(await within(pane).findByRole('gridcell', { name: '42' })).toBeTruthy()
    expect(pane.textContent).toContain('1 row: no rows in both results')
    await userEvent.selectOptions(within(pane).getByRole('combobox'), '1 select 41')
    expect(await within(pane).findByRole('gridcell', { name: '41' })).toBeTruthy()
    await userEvent.click(within(pane).getByRole('button', { name: 'Show one result' }))
    expect(screen.queryByRole('complementary', { name: 'Second result' })).toBeNull()
  })
})

test('are not compared when their columns differ', async () => {
  const { run } = await openQuery('select 41;select 42, 43;')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  const fields = ['n', 'm'].map((name) => ({ name, type: 'integer' }))
  for (const [statement, cells] of [['41'], ['42', '43']].entries()) {
    run.send(
      { type: 'statement', statement, of: 2, start: statement * 10, end: statement * 10 + 9 },
      { type: 'fields', statement, fields: fields.slice(0, cells.length) },
      { type: 'rows', statement, rows: [cells] },
      { type: 'complete', statement, command: 'SELECT', row_count: 1, duration_ms: 2 },
    )
  }
  run.send({ type: 'end' })
  await userEvent.click(await screen.findByRole('button', { name: 'Side by side' }))
  const pane = await screen.findByRole('complementary', { name: 'Second result' })
  expect(await within(pane).findByText('1 row')).toBeTruthy()
  expect(pane.textContent).not.toContain('the current result')
})

describe('runs in this tab', () => {
  const position = (user: string) => ({ user, ref: shop.ref, id: 'one' })

  test('belong to the signed-in user only', () => {
    const mine = listRuns(position('u1'))
    expect(listRuns(position('u1'))).toBe(mine)
    expect(listRuns(position('u2'))).not.toBe(mine)
    expect(mine.isClosed).toBe(true)
  })

  test('survive an expired session, and not the sign-out', () => {
    sqlStorage.openSnippets(shop.ref).set('[]')
    const mine = listRuns(position('u2'))
    clearStorage('expiry')
    expect(listRuns(position('u2'))).toBe(mine)
    clearStorage('sign-out')
    expect(mine.isClosed).toBe(true)
    expect(listRuns(position('u2'))).not.toBe(mine)
  })
})
