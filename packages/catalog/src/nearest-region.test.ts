import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cloudProviders } from './cloud-providers.ts'
import { distanceKm, type Location, nearestRegion } from './nearest-region.ts'
import { listRegions } from './regions.ts'
import { listSmartRegions } from './smart-regions.ts'

const halfAround = Math.PI * 6371

const location = fc.tuple(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: -180, max: 180, noNaN: true }),
)
const provider = fc.constantFrom(...cloudProviders)

describe('a distance', () => {
  test('is a great circle on an Earth with a radius of 6371 km', () => {
    expect(distanceKm([0, 0], [0, 180])).toBeCloseTo(halfAround, 6)
    expect(distanceKm([0, 0], [0, 90])).toBeCloseTo(halfAround / 2, 6)
    expect(distanceKm([90, 0], [-90, 0])).toBeCloseTo(halfAround, 6)
  })

  test('between Berlin and Paris equals the published one', () => {
    const [berlin, paris]: Location[] = [
      [52.52, 13.405],
      [48.8566, 2.3522],
    ]
    expect(Math.abs(distanceKm(berlin ?? [0, 0], paris ?? [0, 0]) - 878)).toBeLessThan(2)
  })

  test('is the same in both directions', () => {
    fc.assert(
      fc.property(location, location, (a, b) => {
        expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6)
      }),
    )
  })

  test('between equal places is 0', () => {
    fc.assert(
      fc.property(location, (a) => {
        expect(distanceKm(a, a)).toBe(0)
      }),
    )
  })

  test('lies between 0 and half the circumference, for antipodes too', () => {
    fc.assert(
      fc.property(location, ([latitude, longitude]) => {
        const opposite: Location = [-latitude, longitude > 0 ? longitude - 180 : longitude + 180]
        const distance = distanceKm([latitude, longitude], opposite)
        expect(distance).toBeCloseTo(halfAround, 3)
        expect(distance).toBeLessThanOrEqual(halfAround)
      }),
    )
  })

  test('obeys the triangle inequality', () => {
    fc.assert(
      fc.property(location, location, location, (a, b, c) => {
        // Half way around, the last digit of a cosine is worth nearly a metre.
        expect(distanceKm(a, c)).toBeLessThanOrEqual(distanceKm(a, b) + distanceKm(b, c) + 1e-3)
      }),
    )
  })
})

describe('the nearest region', () => {
  test('is never further away than any other of the provider', () => {
    fc.assert(
      fc.property(location, provider, (place, one) => {
        const found = nearestRegion(place, listRegions(one))
        expect(found).toBeDefined()
        const nearest = distanceKm(place, found?.location ?? place)
        for (const region of listRegions(one)) {
          expect(nearest).toBeLessThanOrEqual(distanceKm(place, region.location))
        }
      }),
    )
  })

  test('to a region is that region', () => {
    for (const region of listRegions('AWS')) {
      expect(nearestRegion(region.location, listRegions('AWS'))?.code).toBe(region.code)
    }
  })

  test('belongs to the provider, however far away it is', () => {
    expect(nearestRegion([48.9, 2.4], listRegions('FLY'))?.code).toBe('sin')
    expect(nearestRegion([48.9, 2.4], [])).toBeUndefined()
  })

  test('is found across the date line', () => {
    expect(nearestRegion([40, -179], listRegions('AWS'))?.code).toBe('ap-northeast-1')
  })
})

test('every smart region stands for a region of its provider', () => {
  expect(listSmartRegions(listRegions('AWS')).map(({ name }) => name)).toEqual([
    'Americas',
    'Europe',
    'APAC',
  ])
  for (const one of cloudProviders) {
    const codes = listRegions(one).map(({ code }) => code)
    for (const { code } of listSmartRegions(listRegions(one))) expect(codes).toContain(code)
  }
})

test('a provider with one region has no smart regions', () => {
  expect(listSmartRegions(listRegions('FLY'))).toEqual([])
})
