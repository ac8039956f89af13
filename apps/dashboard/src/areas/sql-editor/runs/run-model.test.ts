import type { QueryLine } from '@basalt/contract/database/query'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { endRun, markedRange, startRun, statementToShow, withLines } from './run-model.ts'

const statement = (at: number, start = 0, end = 10): QueryLine => ({
  type: 'statement',
  statement: at,
  of: at + 1,
  start,
  end,
})
const fields = (at: number): QueryLine => ({
  type: 'fields',
  statement: at,
  fields: [{ name: 'n', type: 'integer' }],
})
const rows = (at: number, ...values: string[]): QueryLine => ({
  type: 'rows',
  statement: at,
  rows: values.map((value) => [value]),
})
const complete = (at: number, command = 'SELECT'): QueryLine => ({
  type: 'complete',
  statement: at,
  command,
  row_count: 2,
  duration_ms: 1.5,
})
const failed = (at: number, more: object = {}): QueryLine => ({
  type: 'error',
  statement: at,
  message: 'relation "nope" does not exist',
  cancelled: false,
  ...more,
})

describe('a run', () => {
  test('has its blockers until its statement continues', () => {
    const blocker = { is_own: true, state: 'idle in transaction', application: '', since: null }
    const line: QueryLine = { type: 'waiting', for: [{ ...blocker, query: 'update t set a = 1' }] }
    const waiting = withLines(startRun(1, 0), [statement(0), line])
    expect(waiting.waiting).toEqual(line.for)
    expect(withLines(waiting, [complete(0, 'UPDATE')]).waiting).toBeUndefined()
  })

  test('shows received rows while the rest is loading', () => {
    const run = withLines(startRun(1, 0), [statement(0), fields(0), rows(0, '1', '2')])
    expect(run.statements[0]).toMatchObject({ state: 'running', rowCount: 2 })
    expect(run.state).toBe('running')
  })

  test('is done at its end line, with command and time of each statement', () => {
    const run = withLines(startRun(1, 0), [
      statement(0),
      complete(0, 'CREATE TABLE'),
      statement(1),
      fields(1),
      complete(1),
      { type: 'end' },
    ])
    expect(run.state).toBe('done')
    expect(run.statements.map(({ command }) => command)).toEqual(['CREATE TABLE', 'SELECT'])
    expect(run.statements[0]?.fields).toBeNull()
  })

  test('of a selection maps its error to the whole text', () => {
    const run = withLines(startRun(1, 100), [
      statement(0, 0, 20),
      failed(0, { sql: { sqlstate: '42P01', position: 15 } }),
      { type: 'end' },
    ])
    expect(run.state).toBe('failed')
    expect(run.statements[0]).toMatchObject({ start: 100, end: 120, error: { offset: 114 } })
  })

  test('that is cancelled keeps the received rows', () => {
    const started = withLines(startRun(1, 0), [statement(0), fields(0), rows(0, '1')])
    const run = endRun(started, { cancelled: true })
    expect(run.state).toBe('cancelled')
    expect(run.statements[0]).toMatchObject({ state: 'cancelled', rowCount: 1 })
  })

  test('that has ended is not changed by the end of its connection', () => {
    const run = withLines(startRun(1, 0), [statement(0), complete(0), { type: 'end' }])
    expect(endRun(run, { failure: new Error('late') })).toBe(run)
  })
})

test('rows beyond the limit are counted as truncated, for any batches', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(7), { maxLength: 20 }), fc.nat(40), (sizes, stored) => {
      const lines = sizes.map((size) =>
        rows(0, ...Array.from({ length: size }, (_, at) => String(at))),
      )
      const run = withLines(startRun(1, 0), [statement(0), fields(0), ...lines], stored)
      const total = sizes.reduce((sum, size) => sum + size, 0)
      expect(run.statements[0]?.rowCount).toBe(Math.min(total, stored))
      expect(run.statements[0]?.isCut).toBe(total > stored)
    }),
  )
})

test('lines give the same run for any batching', () => {
  const lines: QueryLine[] = [
    statement(0),
    fields(0),
    rows(0, '1'),
    { type: 'notice', statement: 0, severity: 'NOTICE', message: 'hm' },
    rows(0, '2', '3'),
    complete(0),
    statement(1),
    failed(1),
    { type: 'end' },
  ]
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 9 }), (cuts) => {
      let run = startRun(1, 0)
      let from = 0
      for (const cut of [...cuts, lines.length]) {
        run = withLines(run, lines.slice(from, from + cut))
        from += cut
      }
      expect(run).toEqual(withLines(startRun(1, 0), lines))
    }),
  )
})

test('the failed statement is shown first, else the last one with rows', () => {
  const ok = withLines(startRun(1, 0), [
    statement(0),
    fields(0),
    complete(0),
    statement(1),
    complete(1, 'INSERT'),
  ])
  expect(statementToShow(ok)).toBe(0)
  expect(statementToShow(withLines(ok, [statement(2), failed(2)]))).toBe(2)
})

test('an error is marked on the word at its position, or on its statement', () => {
  const text = 'select * from "no pe" where x'
  const place = { start: 0, end: text.length }
  expect(markedRange(text, { ...place, error: { message: '', offset: 14 } })).toEqual({
    from: 14,
    to: 21,
  })
  expect(markedRange(text, { ...place, error: { message: '', offset: 0 } })).toEqual({
    from: 0,
    to: 6,
  })
  expect(markedRange(text, { ...place, error: { message: '' } })).toEqual({
    from: 0,
    to: text.length,
  })
})
