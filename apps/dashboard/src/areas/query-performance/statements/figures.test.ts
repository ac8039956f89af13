import { assert, constantFrom, double, integer, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  type Figures,
  listStatements,
  listValues,
  othersId,
  type StatementList,
} from './figures.ts'
import { formatMs, formatNumber, formatShare } from './format-figures.ts'
import { listTotals } from './statement-columns.tsx'
import { readFilter } from './view.ts'

const figures = (calls: number, ms: number): Figures => ({
  calls,
  total_ms: ms,
  rows: calls * 2,
  blocks_hit: 30,
  blocks_read: 10,
  temp_blocks: 0,
  wal_bytes: 0,
})

const statement = (
  id: string,
  change: Partial<StatementList['statements'][number]> = {},
): StatementList['statements'][number] => ({
  ...figures(10, 100),
  id,
  query_id: id,
  role: 'postgres',
  database: 'postgres',
  is_top_level: true,
  is_own: false,
  query: `select ${id}`,
  p95_ms: 12,
  ...change,
})

const answer = {
  statements: [
    statement('1', { total_ms: 300 }),
    statement('2', { role: 'app' }),
    statement('3', { is_own: true, role: 'basalt_control', database: 'basalt' }),
  ],
  total: figures(35, 600),
}

const all = { role: undefined, database: undefined, includesOwn: true }

describe('the list', () => {
  test('has a row of the others, so that its rows add up to the total', () => {
    const { rows, total } = listStatements(answer, all)
    expect(rows.at(-1)).toMatchObject({ id: othersId, calls: 5, total_ms: 100 })
    expect(total).toMatchObject({ calls: 35, total_ms: 600 })
    expect(rows.map(({ share }) => share)).toEqual([0.5, 1 / 6, 1 / 6, 1 / 6])
  })

  test('leaves out Basalt’s own, also in the total', () => {
    const { rows, total } = listStatements(answer, { ...all, includesOwn: false })
    expect(rows.map(({ id }) => id)).toEqual(['1', '2', othersId])
    expect(total.total_ms).toBe(500)
  })

  test('of one role has no others, which are of any role', () => {
    const { rows, total } = listStatements(answer, { ...all, role: 'app' })
    expect(rows).toMatchObject([{ id: '2', share: 1 }])
    expect(total.calls).toBe(10)
  })

  test('never has a negative figure', () => {
    const { rows } = listStatements({ ...answer, total: figures(31, 499.999) }, all)
    expect(rows.at(-1)).toMatchObject({ id: othersId, calls: 1, total_ms: 0 })
    const exact = { ...answer, total: figures(30 - 1e-9, 500) }
    expect(listStatements(exact, all).rows).toHaveLength(3)
  })
})

test('filters offer the values of listed statements', () => {
  expect(listValues(answer.statements, 'role', false)).toEqual(['app', 'postgres'])
  expect(listValues(answer.statements, 'database', true)).toEqual(['basalt', 'postgres'])
})

test('figures are written with the units of their size', () => {
  expect([0, 0.0512, 12.34, 999.7, 61_000, 7_200_000].map(formatMs)).toEqual([
    '0 ms',
    '0.051 ms',
    '12.3 ms',
    '1 s',
    '1.02 min',
    '2 h',
  ])
  expect([3, 1234, 12_345, 1.2345].map(formatNumber)).toEqual(['3', '1,234', '12.3K', '1.23'])
  expect(formatShare(0.123)).toBe('12.3 %')
  expect(listTotals(figures(0, 0)).map(({ value }) => value)).toContain('–')
})

test('any value of the filter in the URL gives a list with consistent shares', () => {
  const value = constantFrom('', 'app', 'postgres', 'true', '%', '\u0000', '__proto__', '[]')
  const text = string({ maxLength: 30 })
  assert(
    property(
      record({ role: value, database: text, own: value }),
      record({ role: text, database: value, own: text }),
      record({
        calls: integer({ min: 0, max: 1000 }),
        ms: double({ min: 0, max: 1e9, noNaN: true }),
      }),
      (one, other, { calls, ms }) => {
        for (const query of [one, other]) {
          const { rows } = listStatements(
            { ...answer, total: figures(calls, ms) },
            readFilter(query),
          )
          const shares = rows.reduce((sum, { share }) => sum + share, 0)
          expect(shares === 0 || Math.abs(shares - 1) < 1e-9).toBe(true)
          expect(rows.every(({ total_ms: total }) => total >= 0)).toBe(true)
        }
      },
    ),
    { numRuns: 200 },
  )
})
