import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Rows } from '../rows/value-kinds.ts'
import { chartPoints, maxPoints } from './chart-points.ts'
import { type ChartSettings, firstSettings, matchingSettings } from './chart-settings.ts'
import { getLayout } from './layout.ts'
import { linearScale, logScale, tickText, timeTickText } from './scales.ts'

const fields = [
  { name: 'day', type: 'date' },
  { name: 'total', type: 'numeric' },
  { name: 'count', type: 'bigint' },
]

function listRows(values: readonly (readonly (string | null)[])[]): Rows {
  return { fields, count: values.length, at: (row) => values[row] ?? [] }
}

const settings: ChartSettings = {
  type: 'line',
  x: 'day',
  ys: ['total'],
  isCumulative: false,
  hasLabels: false,
  hasGrid: true,
  isLog: false,
  isSwapped: false,
}

describe('points', () => {
  const few = listRows([
    ['2026-01-02', '2', '9007199254740993'],
    ['2026-01-01', '1.10', '1'],
    [null, '7', '3'],
    ['2026-01-03', null, '4'],
  ])

  test('of a line are sorted from left to right, and those without a position are left out', () => {
    const { labels, series, xKind } = chartPoints(few, settings)
    expect({ labels, texts: series[0]?.texts, xKind }).toEqual({
      labels: ['2026-01-01', '2026-01-02', '2026-01-03'],
      texts: ['1.10', '2', null],
      xKind: 'time',
    })
    expect(Number.isNaN(series[0]?.values[2])).toBe(true)
  })

  test('of bars are in the order of the rows', () => {
    const { labels, positions } = chartPoints(few, { ...settings, type: 'bar' })
    expect(labels).toEqual(['2026-01-02', '2026-01-01', 'NULL', '2026-01-03'])
    expect(positions).toBeNull()
  })

  test('keep every digit in their labels, also when aggregated', () => {
    const target = { ...settings, ys: ['count'], isCumulative: true }
    expect(chartPoints(few, target).series[0]?.texts).toEqual([
      '1',
      '9007199254740994',
      '9007199254740998',
    ])
  })

  test('of a long series are reduced, with their maxima and minima', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2001, max: 9000 }), fc.nat(), (count, seed) => {
        const at = seed % count
        const values = Array.from({ length: count }, (_, place) => [
          String(place),
          place === at ? '1000000' : String((place * 7919) % 1000),
          String(place),
        ])
        const long: Rows = {
          fields: fields.map(({ name }) => ({ name, type: 'integer' })),
          count,
          at: (row) => values[row] ?? [],
        }
        const points = chartPoints(long, { ...settings, ys: ['total', 'count'] })
        expect(points.labels.length).toBeLessThanOrEqual(maxPoints)
        expect(points.total).toBe(count)
        expect(points.series[0]?.texts).toContain('1000000')
        expect(points.series[1]?.texts).toContain(String(count - 1))
      }),
      { numRuns: 20 },
    )
  })
})

describe('scales', () => {
  test('keep points within the plot, and their ticks too', () => {
    const value = fc.double({ noNaN: true, min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.boolean(), (values, fromZero) => {
        const { at, ticks } = linearScale(values, { fromZero })
        for (const one of [...values, ...ticks]) {
          expect(at(one)).toBeGreaterThan(-0.001)
          expect(at(one)).toBeLessThan(1.001)
        }
        expect(ticks.length).toBeLessThanOrEqual(12)
      }),
    )
  })

  test('of a log scale leave out values that are not positive', () => {
    const { at, ticks } = logScale([0.5, 2000, -3, 0], { hasBase: false })
    expect(ticks).toEqual([0.1, 1, 10, 100, 1000, 10_000])
    expect([at(0.1), at(10_000), at(0)]).toEqual([0, 1, Number.NaN])
  })

  test('of a log scale leave space below the minimum for bars', () => {
    const { at, ticks } = logScale([100, 5000], { hasBase: true })
    expect(ticks[0]).toBe(10)
    expect(at(100)).toBeGreaterThan(0)
  })

  test('of one value have space around it', () => {
    expect(linearScale([5], { fromZero: false }).at(5)).toBe(0.5)
    expect(linearScale([], { fromZero: true }).ticks.length).toBeGreaterThan(1)
  })

  test('have short numbers', () => {
    expect([tickText(1_500_000), tickText(0), tickText(0.0001)]).toEqual(['1.5M', '0', '1e-4'])
    const noon = Date.UTC(2026, 0, 2, 12, 30, 5) / 1000
    expect([1e7, 86_400, 60].map((span) => timeTickText(noon, span))).toEqual([
      '2026-01-02',
      '01-02 12:30',
      '12:30:05',
    ])
  })
})

describe('layout', () => {
  const points = chartPoints(
    listRows([
      ['2026-01-01', '1', '1'],
      ['2026-01-02', '3', '1'],
    ]),
    { ...settings, type: 'bar' },
  )
  const box = { width: 600, height: 300 }

  test('grows values from the base, or to the right when the axes are swapped', () => {
    const upright = getLayout(points, { ...settings, type: 'bar' }, box)
    expect(upright.xy(1, 3).y).toBeLessThan(upright.xy(0, 1).y)
    expect(upright.xy(0, 0).y).toBeCloseTo(upright.base)
    const swapped = getLayout(points, { ...settings, type: 'bar', isSwapped: true }, box)
    expect(swapped.xy(1, 3).x).toBeGreaterThan(swapped.xy(0, 1).x)
    expect(swapped.xy(0, 0).x).toBeCloseTo(swapped.base)
    expect(swapped.xy(1, 3).y).toBeGreaterThan(swapped.xy(0, 3).y)
  })

  test('has as many labels as fit', () => {
    const many = { ...points, labels: Array.from({ length: 100 }, (_, at) => `label ${at}`) }
    const { placeTicks } = getLayout(many, { ...settings, type: 'bar' }, box)
    expect(placeTicks.length).toBeGreaterThan(2)
    expect(placeTicks.length).toBeLessThan(10)
  })
})

describe('settings', () => {
  test('start with numbers over time', () => {
    expect(firstSettings(fields)).toMatchObject({ type: 'line', x: 'day', ys: ['total'] })
    expect(firstSettings([{ name: 'name', type: 'text' }])).toMatchObject({
      type: 'bar',
      ys: ['name'],
    })
  })

  test('that were stored are used as far as they fit', () => {
    const stored = JSON.stringify({ ...settings, type: 'area', ys: ['gone', 'count'], isLog: true })
    expect(matchingSettings(stored, fields)).toEqual({
      ...settings,
      type: 'area',
      ys: ['count'],
      isLog: true,
    })
    expect(matchingSettings('nonsense', fields)).toEqual(firstSettings(fields))
    expect(matchingSettings('{"type": 7, "ys": "x"}', fields)).toEqual(firstSettings(fields))
  })
})
