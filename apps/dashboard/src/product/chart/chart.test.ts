import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Rows } from '../rows/value-kinds.ts'
import { chartPoints, maxPoints } from './chart-points.ts'
import { type ChartSettings, firstSettings, matchingSettings } from './chart-settings.ts'

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

describe('settings', () => {
  test('start with numbers over time', () => {
    expect(firstSettings(fields)).toMatchObject({ type: 'line', x: 'day', ys: ['total'] })
    expect(firstSettings([{ name: 'name', type: 'text' }])).toMatchObject({
      type: 'bar',
      ys: ['name'],
    })
  })

  test('that were stored are used as far as they fit', () => {
    const stored = JSON.stringify({
      ...settings,
      type: 'area',
      ys: ['dropped', 'count'],
      isLog: true,
    })
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
