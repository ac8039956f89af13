import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Rows } from '../../../../product/rows/value-kinds.ts'
import {
  listBounds,
  degrees,
  graticule,
  type MapPoint,
  mapPoints,
  maxDrawn,
  sampled,
  world,
  zoomed,
} from './map-points.ts'
import { listPositions } from './position-columns.ts'

describe('position columns', () => {
  test.each([
    [['id', 'latitude', 'longitude'], { latitude: 1, longitude: 2 }],
    [['lng', 'lat'], { latitude: 1, longitude: 0 }],
    [['shop_lon', 'shop_lat'], { latitude: 1, longitude: 0 }],
    [['plate', 'flat'], undefined],
  ])('%s: %o', (names, expected) => {
    expect(listPositions(names.map((name) => ({ name, type: 'numeric' })))).toEqual(expected)
  })

  test('may be one column of points', () => {
    expect(listPositions([{ name: 'at', type: 'point' }])).toEqual({ point: 0 })
  })
})

describe('points', () => {
  const rows = (type: string, values: (string | null)[][]): Rows => ({
    fields: [{ name: 'at', type }],
    count: values.length,
    at: (row) => values[row] ?? [],
  })

  test("are at the columns' values, and invalid ones are counted", () => {
    const values = [
      ['52.5', '13.4'],
      ['91', '0'],
      [null, '1'],
      ['', ''],
    ]
    const { points, skipped } = mapPoints(rows('numeric', values), { latitude: 0, longitude: 1 })
    expect(points).toEqual([{ row: 0, latitude: 52.5, longitude: 13.4 }])
    expect(skipped).toBe(3)
    expect(mapPoints(rows('point', [['(13.4,52.5)'], ['x']]), { point: 0 }).points).toEqual(points)
  })

  test('are all within their bounds', () => {
    const point = fc.record({
      row: fc.nat(),
      latitude: fc.double({ noNaN: true, min: -90, max: 90 }),
      longitude: fc.double({ noNaN: true, min: -180, max: 180 }),
    })
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (points: MapPoint[]) => {
        const { west, east, south, north } = listBounds(points)
        for (const { latitude, longitude } of points) {
          expect(longitude > west && longitude < east).toBe(true)
          expect(latitude > south && latitude < north).toBe(true)
        }
      }),
    )
    expect(listBounds([])).toEqual(world)
  })

  test('are drawn in part when there are too many', () => {
    const many = Array.from({ length: 5000 }, (_, row) => ({ row, latitude: 0, longitude: 0 }))
    expect(sampled(many)).toHaveLength(maxDrawn)
    expect(sampled(many.slice(0, 3))).toHaveLength(3)
  })
})

test('the graticule has a few lines at any position', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: -90, max: 80 }),
      fc.constantFrom(0.1, 1, 7, 60, 180),
      (from, size) => {
        const lines = graticule(from, from + size)
        expect(lines.length).toBeGreaterThan(0)
        expect(lines.length).toBeLessThan(11)
      },
    ),
  )
  expect(graticule(-180, 180)).toEqual([-180, -135, -90, -45, 0, 45, 90, 135, 180])
  expect([degrees(0, ['N', 'S']), degrees(-30, ['N', 'S']), degrees(5, ['E', 'W'])]).toEqual([
    '0°',
    '30° S',
    '5° E',
  ])
})

test('zooming in and out keeps the centre', () => {
  const near = zoomed(world, 0.5)
  expect(near).toEqual({ west: -90, east: 90, south: -45, north: 45 })
  expect(zoomed(near, 4)).toEqual(world)
})
