// @vitest-environment jsdom
import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { queryClient } from '../../lib/network/query-client.ts'
import { answeredLines } from '../../testing/answered-lines.ts'
import { fakeNetwork, shop, signedIn } from '../../testing/answers.ts'
import { runQuery } from './run-query.ts'

let run = answeredLines(databaseQuery.run)

beforeEach(() => {
  queryClient.clear()
  run = answeredLines(databaseQuery.run)
  fakeNetwork(signedIn())
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.endsWith('/query') ? run.answer(url, init) : network(url, init),
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const started = (statement = 0, of = 1): QueryLine => ({
  type: 'statement',
  statement,
  of,
  start: 0,
  end: 10,
})
const fields = (...names: string[]): QueryLine => ({
  type: 'fields',
  statement: 0,
  fields: names.map((name) => ({ name, type: 'text' })),
})
const rows = (count: number): QueryLine => ({
  type: 'rows',
  statement: 0,
  rows: Array.from({ length: count }, (_, at) => [String(at)]),
})
const complete = (count: number | null): QueryLine => ({
  type: 'complete',
  statement: 0,
  command: 'SELECT',
  row_count: count,
  duration_ms: 1,
})
const end: QueryLine = { type: 'end' }

/** The result of a query with these lines. */
async function getResult(...lines: QueryLine[]) {
  const result = runQuery(shop.ref, 'select 1')
  await vi.waitFor(() => expect(run.requested).toHaveLength(1))
  run.send(...lines)
  return result
}

const failed = (error: string) => ({
  outcome: 'failed',
  row_count: null,
  columns: [],
  rows: [],
  error,
})

test('the query runs read-only, with a timeout and a row limit', async () => {
  await getResult(started(), fields('a'), rows(1), complete(1), end)
  expect(run.requested[0]?.body).toEqual({
    query: 'select 1',
    limit: 100,
    settings: { read_only: true, statement_timeout_ms: 10_000 },
  })
})

test('the query returns rows as PostgreSQL prints them, with their number', async () => {
  const line: QueryLine = {
    type: 'rows',
    statement: 0,
    rows: [
      ['1', null],
      ['', 'x'],
    ],
  }
  const result = await getResult(started(), fields('a', 'b'), line, complete(2), end)
  expect(result).toEqual({
    outcome: 'done',
    row_count: 2,
    columns: ['a', 'b'],
    rows: [
      ['1', null],
      ['', 'x'],
    ],
    error: null,
  })
})

test('the result has no rows and no count when none were returned', async () => {
  const result = await getResult(started(), complete(null), end)
  expect(result).toMatchObject({ outcome: 'done', row_count: null, columns: [], rows: [] })
})

test('the result has its columns when no row was found', async () => {
  const result = await getResult(started(), fields('a'), complete(0), end)
  expect(result).toMatchObject({ outcome: 'done', row_count: 0, columns: ['a'], rows: [] })
})

test('rows beyond the stored ones are not awaited', async () => {
  const result = await getResult(started(), fields('a'), rows(60), rows(60))
  expect(result).toMatchObject({ outcome: 'done', row_count: 100, error: null })
  expect(result.rows).toHaveLength(100)
  expect(run.requested[0]?.isAborted).toBe(true)
})

test('exactly as many rows as stored are awaited to their end', async () => {
  const result = await getResult(started(), fields('a'), rows(100), complete(100), end)
  expect(result.rows).toHaveLength(100)
  expect(run.requested[0]?.isAborted).toBe(false)
})

test('of several statements the last one with rows is returned', async () => {
  const result = await getResult(
    started(0, 3),
    fields('first'),
    rows(3),
    complete(3),
    started(1, 3),
    fields('second'),
    rows(2),
    complete(2),
    end,
  )
  expect(result).toMatchObject({ row_count: 2, columns: ['second'], rows: [['0'], ['1']] })
})

test('a truncated statement does not get the count of the one before it', async () => {
  const result = await getResult(
    started(0, 2),
    fields('first'),
    rows(1),
    complete(1),
    started(1, 2),
    fields('second'),
    rows(120),
  )
  expect(result).toMatchObject({ row_count: 100, columns: ['second'] })
})

test('rows keep their count when a statement without rows follows', async () => {
  const result = await getResult(
    started(0, 2),
    fields('a'),
    rows(2),
    complete(2),
    started(1, 2),
    complete(null),
    end,
  )
  expect(result).toMatchObject({ row_count: 2, columns: ['a'] })
})

test('an error has what helps to fix it, and no quoted row', async () => {
  const error: QueryLine = {
    type: 'error',
    statement: 1,
    message: 'column "x" does not exist',
    sql: { sqlstate: '42703', position: 8, detail: 'There is no x.', hint: 'Perhaps y.' },
    cancelled: false,
  }
  const result = await getResult(started(0, 2), fields('a'), rows(1), complete(1), error, end)
  expect(result).toEqual({
    ...failed('42703: column "x" does not exist\nPerhaps y.'),
    sqlstate: '42703',
    position: 8,
  })
})

test('an error without a PostgreSQL code is passed on unchanged', async () => {
  const error: QueryLine = {
    type: 'error',
    statement: 0,
    message: 'No such table',
    cancelled: false,
  }
  expect(await getResult(started(), error, end)).toEqual(failed('No such table'))
})

test('the user can cancel the query', async () => {
  const controller = new AbortController()
  const result = runQuery(shop.ref, 'select 1', controller.signal)
  await vi.waitFor(() => expect(run.requested).toHaveLength(1))
  run.send(started(), fields('a'), rows(1))
  controller.abort()
  expect(await result).toEqual(failed('Cancelled'))
  expect(run.requested[0]?.isAborted).toBe(true)
})

test('a missing network is reported, and nothing is thrown', async () => {
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.endsWith('/query') ? Promise.reject(new TypeError('Failed to fetch')) : network(url, init),
  )
  const result = await runQuery(shop.ref, 'select 1')
  expect(result.outcome).toBe('failed')
  expect(result.error).not.toContain('fetch')
})

test('an interrupted answer is no result', async () => {
  const broken = runQuery(shop.ref, 'select 1')
  await vi.waitFor(() => expect(run.requested).toHaveLength(1))
  run.send(started(), fields('a'), rows(1))
  run.breakOff()
  expect(await broken).toEqual(failed('The query could not be run'))
})

test('an answer without its end line is no result', async () => {
  const cut = runQuery(shop.ref, 'select 1')
  await vi.waitFor(() => expect(run.requested).toHaveLength(1))
  run.send(started(), fields('a'), rows(1))
  run.cutOff()
  expect(await cut).toEqual(
    failed('The connection was lost before the result was complete. Run the query again.'),
  )
})
