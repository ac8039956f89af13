import { serialize } from 'node:v8'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Run, StatementResult } from './run-model.ts'
import { amendedRun, getFormer, storedLimits, getStored } from './stored-run.ts'

const request = { text: 'select 1; select 2', from: 3, options: { confirmed: [] } }
const started = { request, at: 1_700_000_000_000 }

const value = fc.oneof(
  fc.constant(null),
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ minLength: 200, maxLength: 900 }),
)

const statement = (rows: (string | null)[][], more: Partial<StatementResult> = {}) => ({
  start: 3,
  end: 11,
  state: 'done' as const,
  fields: [{ name: 'a', type: 'text' }],
  rows,
  rowCount: rows.length,
  isCut: false,
  notices: [],
  command: 'SELECT',
  affected: rows.length,
  durationMs: 4,
  ...more,
})

const getRun = (statements: StatementResult[], more: Partial<Run> = {}): Run => ({
  id: 4,
  from: 3,
  state: 'done',
  statements,
  of: statements.length,
  ...more,
})

const listRows = (count: number, text = 'x') =>
  Array.from({ length: count }, (_, at) => [String(at), text])

const scripts = fc.array(fc.array(fc.array(value, { maxLength: 5 }), { maxLength: 40 }), {
  minLength: 1,
  maxLength: 6,
})

test("the stored part never exceeds its limit in the browser's encoding, and keeps the order", () => {
  fc.assert(
    fc.property(scripts, fc.integer({ min: 2000, max: 40_000 }), (all, bytes) => {
      const limits = { rows: 25, bytes }
      const kept = getStored(getRun(all.map((rows) => statement(rows))), started, limits)
      if (kept === undefined) return
      expect(kept.bytes).toBeLessThanOrEqual(bytes)
      expect(serialize(kept).length).toBeLessThanOrEqual(kept.bytes)
      for (const [position, { rows, came }] of kept.statements.entries()) {
        expect(rows).toEqual(all[position]?.slice(0, rows.length))
        expect(rows.length).toBeLessThanOrEqual(25)
        expect(came).toBe(all[position]?.length)
      }
    }),
  )
})

test('a run within the limit is restored unchanged, through structured cloning', () => {
  fc.assert(
    fc.property(scripts, (all) => {
      const run = getRun(all.map((rows) => statement(rows)))
      const kept = structuredClone(getStored(run, started))
      const previous = kept && getFormer(kept)
      expect(previous?.run.statements).toEqual(run.statements)
      expect(previous?.request).toEqual(request)
      expect(previous?.interrupted).toBeUndefined()
    }),
  )
})

test('of 100,000 rows the first 5,000 are stored, which is shown', () => {
  const kept = getStored(getRun([statement(listRows(100_000))]), started)
  const previous = kept && getFormer(kept)
  expect(previous?.came).toEqual([100_000])
  expect(previous?.run.statements[0]).toMatchObject({
    rowCount: storedLimits.rows,
    isCut: true,
    affected: 100_000,
  })
})

test('a large result leaves the others their share', () => {
  const large = statement(listRows(5000, 'x'.repeat(2000)))
  const kept = getStored(getRun([large, statement(listRows(20))]), started)
  expect(kept?.statements[0]?.rows.length).toBeGreaterThan(100)
  expect(kept?.statements[1]?.rows).toHaveLength(20)
})

test('storing 5,000 of many rows does not read the others', () => {
  let last = 0
  const rows = new Proxy(listRows(20_000), {
    get: (list, key, self) => {
      if (typeof key === 'string' && /^\d+$/u.test(key)) last = Math.max(last, Number(key))
      return Reflect.get(list, key, self) as unknown
    },
  })
  expect(getStored(getRun([statement(rows)]), started)?.statements[0]?.rows).toHaveLength(5000)
  expect(last).toBe(4999)
})

const origins = {
  tables: [{ id: 11, schema: 'public', name: 'pots', key: ['id'], refusal: null }],
  fields: [{ table: 0, column: 'id', is_generated: false }, null],
}

test('the origins of values are stored, so that their rows can be edited', () => {
  const kept = structuredClone(getStored(getRun([statement([['1', 'x']], { origins })]), started))
  expect(kept && getFormer(kept).run.statements[0]?.origins).toEqual(origins)
})

test('edited rows are stored in their current form, within the limit', () => {
  const first = statement([['1', 'short']], { origins })
  const kept = getStored(getRun([first, statement(listRows(3))]), started)
  const previous = kept && getFormer(kept)
  const shown = (previous?.run.statements ?? []).map((one) =>
    one.origins === undefined ? one : { ...one, rows: [['1', 'a name that is longer']] },
  )
  const next = kept && amendedRun(kept, shown)
  expect(next?.statements.map(({ rows }) => rows)).toEqual([
    [['1', 'a name that is longer']],
    listRows(3),
  ])
  expect(next?.bytes).toBe((kept?.bytes ?? 0) + 2 * ('a name that is longer'.length - 5))
  expect(serialize(next).length).toBeLessThanOrEqual(next?.bytes ?? 0)
})

test('an unfinished run is shown as interrupted, with the rows that had arrived', () => {
  const open = statement(listRows(7), { state: 'running', affected: null })
  const kept = getStored(getRun([statement(listRows(2)), open], { state: 'running' }), started)
  const previous = kept && getFormer(kept)
  expect(previous?.interrupted).toBe('running')
  expect(previous?.run.state).toBe('cancelled')
  expect(previous?.run.statements.map(({ state, rowCount }) => [state, rowCount])).toEqual([
    ['done', 2],
    ['cancelled', 7],
  ])
})

test('errors, notices and the end are stored; an empty or too large run is not', () => {
  const error = { message: 'no', offset: 8, sqlstate: '42703' }
  const failed = statement([], { state: 'failed', error, fields: null })
  const run = getRun([failed], { state: 'failed', failure: new Error('lost') })
  const kept = getStored(run, started)
  const previous = kept && getFormer(kept)
  expect(previous?.run.statements[0]?.error).toEqual(error)
  expect(previous?.run.failure?.message).toBe('lost')
  expect(getStored(getRun([]), started)).toBeUndefined()
  const long = { ...started, request: { ...request, text: 'x'.repeat(3_000_000) } }
  expect(getStored(run, long)).toBeUndefined()
  const noisy = statement([], {
    notices: Array.from({ length: 5000 }, () => ({ severity: 'NOTICE', message: 'hello' })),
  })
  expect(getStored(getRun([noisy]), started)?.statements[0]?.notices).toHaveLength(100)
})
