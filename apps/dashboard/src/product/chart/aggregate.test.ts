import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Rows } from '../rows/value-kinds.ts'
import { usedAggregate } from './aggregate.ts'
import { chartPoints } from './chart-points.ts'
import { type ChartSettings, chartTitle, matchingSettings } from './chart-settings.ts'

const listRows = (
  types: readonly string[],
  values: readonly (readonly (string | null)[])[],
): Rows => ({
  fields: types.map((type, at) => ({ name: ['x', 'y', 'z'][at] ?? '', type })),
  count: values.length,
  at: (row) => values[row] ?? [],
})

const settings: ChartSettings = {
  type: 'bar',
  x: 'x',
  ys: ['y'],
  isCumulative: false,
  hasLabels: false,
  hasGrid: true,
  isLog: false,
  isSwapped: false,
}

const few = listRows(
  ['text', 'numeric'],
  [
    ['b', '9007199254740993'],
    ['a', '0.10'],
    [null, null],
    ['b', '9007199254740992'],
    ['a', null],
    ['a', '0.20'],
  ],
)

describe('an aggregate', () => {
  test.each([
    ['sum', ['18014398509481985', '0.30', null]],
    ['avg', ['9007199254740992.5', '0.15', null]],
    ['count', ['2', '2', '0']],
    ['min', ['9007199254740992', '0.10', null]],
    ['max', ['9007199254740993', '0.20', null]],
  ] as const)('%s of the rows with the same x is exact and ignores NULL', (aggregate, texts) => {
    const { labels, series } = chartPoints(few, { ...settings, aggregate })
    expect({ labels, texts: series[0]?.texts }).toEqual({ labels: ['b', 'a', 'NULL'], texts })
  })

  test('adds numbers when x repeats, counts other values, and otherwise does nothing', () => {
    const once = listRows(['text', 'bigint'], [['a', '1']])
    const words = listRows(
      ['text', 'text'],
      [
        ['a', 'one'],
        ['a', 'two'],
      ],
    )
    expect([few, once, words].map((rows) => usedAggregate(rows, settings))).toEqual([
      'sum',
      'none',
      'count',
    ])
    expect(usedAggregate(few, { ...settings, type: 'scatter', aggregate: 'sum' })).toBe('none')
    expect(usedAggregate(few, { ...settings, aggregate: 'none' })).toBe('none')
  })

  test('of a line is at its x, and accumulates from left to right when it is cumulative', () => {
    const days = listRows(
      ['date', 'integer'],
      [
        ['2026-01-02', '1'],
        ['2026-01-01', '5'],
        ['2026-01-02', '2'],
      ],
    )
    const line = chartPoints(days, { ...settings, type: 'line' })
    expect([line.labels, line.series[0]?.texts, line.total]).toEqual([
      ['2026-01-01', '2026-01-02'],
      ['5', '3'],
      2,
    ])
    const added = chartPoints(days, { ...settings, type: 'area', isCumulative: true })
    expect(added.series[0]?.texts).toEqual(['5', '8'])
  })

  test('treats different spellings of a number as one x', () => {
    const rows = listRows(
      ['numeric', 'integer'],
      [
        ['1.0', '1'],
        ['1.00', '2'],
        ['1', '4'],
        ['100', '8'],
        ['NaN', '16'],
      ],
    )
    const { labels, series } = chartPoints(rows, settings)
    expect([labels, series[0]?.texts]).toEqual([
      ['1.0', '100', 'NaN'],
      ['7', '8', '16'],
    ])
  })

  test.each([
    [
      ['Infinity', '1'],
      ['Infinity', '1', 'Infinity'],
    ],
    [
      ['Infinity', '-Infinity'],
      ['NaN', '-Infinity', 'Infinity'],
    ],
    [
      ['NaN', '2', 'Infinity'],
      ['NaN', '2', 'NaN'],
    ],
  ])("sum, min and max of %j are PostgreSQL's: %j", (values, said) => {
    const rows = listRows(
      ['text', 'double precision'],
      values.map((value) => ['a', value]),
    )
    const texts = (['sum', 'min', 'max'] as const).map(
      (aggregate) => chartPoints(rows, { ...settings, aggregate }).series[0]?.texts[0],
    )
    expect(texts).toEqual(said)
  })

  test('of integers of any size is their sum', () => {
    const pair = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.bigInt())
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1 }), (pairs) => {
        const rows = listRows(
          ['text', 'numeric'],
          pairs.map(([x, y]) => [x, String(y)]),
        )
        const { labels, series } = chartPoints(rows, { ...settings, aggregate: 'sum' })
        const sums = labels.map((label) =>
          String(pairs.reduce((sum, [x, y]) => (x === label ? sum + y : sum), 0n)),
        )
        expect(series[0]?.texts).toEqual(sums)
      }),
    )
  })

  test('that was chosen is kept and named; another one is not', () => {
    const stored = (aggregate: string) =>
      matchingSettings(JSON.stringify({ ...settings, aggregate }), few.fields)
    expect(stored('avg').aggregate).toBe('avg')
    expect(stored('median')).not.toHaveProperty('aggregate')
    expect(chartTitle(settings, 'avg')).toBe('Average of y by x')
    expect(chartTitle(settings, 'none')).toBe('y by x')
  })
})
