import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Rows } from '../../../../product/rows/value-kinds.ts'
import { firstPivot, listMeasures, maxColumns, getPivot, type PivotSettings } from './pivot.ts'

const fields = [
  { name: 'country', type: 'text' },
  { name: 'is_paid', type: 'boolean' },
  { name: 'total', type: 'numeric' },
  { name: 'placed', type: 'date' },
]

function listRows(values: readonly (readonly (string | null)[])[]): Rows {
  return { fields, count: values.length, at: (row) => values[row] ?? [] }
}

const orders = listRows([
  ['DE', 't', '0.1', '2026-01-02'],
  ['DE', 't', '0.2', '2026-01-01'],
  ['FR', 'f', '12345678901234567890.01', '2025-12-31'],
  ['DE', 'f', null, null],
  [null, 't', '1', '2026-02-01'],
])

function table(settings: Partial<PivotSettings>, rows = orders) {
  const pivot = getPivot(rows, { row: 0, column: 1, value: 2, measure: 'sum', ...settings })
  return [
    pivot.rows.fields.map(({ name }) => name),
    ...Array.from({ length: pivot.rows.count }, (_, row) => [...pivot.rows.at(row)]),
  ]
}

describe('a pivot', () => {
  test('adds decimals exactly', () => {
    expect(table({})).toEqual([
      ['country', 'false', 'true'],
      ['DE', null, '0.3'],
      ['FR', '12345678901234567890.01', null],
      [null, null, '1'],
    ])
  })

  test('counts non-NULL values, as SQL does', () => {
    expect(table({ measure: 'count' }).slice(1)).toEqual([
      ['DE', '0', '2'],
      ['FR', '1', '0'],
      [null, '0', '1'],
    ])
  })

  test('finds minimum and maximum by the type of the column', () => {
    expect(table({ measure: 'min', value: 3, column: null })).toEqual([
      ['country', 'min'],
      ['DE', '2026-01-01'],
      ['FR', '2025-12-31'],
      [null, '2026-02-01'],
    ])
    expect(table({ measure: 'max', column: null }).slice(1)).toEqual([
      ['DE', '0.2'],
      ['FR', '12345678901234567890.01'],
      [null, '1'],
    ])
  })

  test('averages exactly, to sixteen decimals', () => {
    expect(table({ measure: 'avg', column: null }).slice(1)).toEqual([
      ['DE', '0.15'],
      ['FR', '12345678901234567890.01'],
      [null, '1'],
    ])
  })

  test('of other values than numbers reports that', () => {
    const rows = listRows([['DE', 't', 'NaN', null]])
    expect(table({ column: null }, rows)[1]).toEqual(['DE', 'NaN'])
  })

  test('shows a limited number of columns and the number of omitted ones', () => {
    const many = listRows(Array.from({ length: 250 }, (_, at) => ['DE', 't', '1', `d${at}`]))
    const pivot = getPivot(many, { row: 0, column: 3, value: 2, measure: 'count' })
    expect(pivot.rows.fields).toHaveLength(maxColumns + 1)
    expect(pivot.omittedColumns).toBe(50)
  })

  test('sums of any integers by group add up to the total', () => {
    const entry = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('t', 'f'), fc.bigInt())
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const rows = listRows(
          entries.map(([key, flag, number]) => [key, flag, String(number), null]),
        )
        const sums = table({}, rows)
          .slice(1)
          .flatMap((row) => row.slice(1))
        const total = sums.reduce((sum, text) => sum + BigInt(text ?? '0'), 0n)
        expect(total).toBe(entries.reduce((sum, [, , number]) => sum + number, 0n))
      }),
    )
  })
})

test('the initial pivot groups numbers by columns with few values', () => {
  expect(firstPivot(orders)).toEqual({ row: 0, column: 1, value: 2, measure: 'sum' })
  const names: Rows = {
    fields: [{ name: 'name', type: 'text' }],
    count: 100,
    at: (row) => [`name ${row}`],
  }
  expect(firstPivot(names)).toEqual({ row: 0, column: null, value: 0, measure: 'count' })
  expect(listMeasures('text')).toEqual(['count', 'min', 'max'])
  expect(listMeasures('bigint')).toContain('avg')
})
