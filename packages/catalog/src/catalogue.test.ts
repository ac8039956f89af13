import { describe, expect, test } from 'vitest'

import { cloudProviders } from './cloud-providers.ts'
import { computeSizeIds } from './compute-size-ids.ts'
import { computeSizes } from './compute-sizes.ts'
import { instanceStatuses, instanceTransitions } from './instance-statuses.ts'
import { organizationPlans } from './organizations/organizations.ts'
import { plans } from './plans.ts'
import { defaultRegion, regions, listRegions } from './regions.ts'

describe('regions', () => {
  test('every code is unique and every location is on Earth', () => {
    expect(new Set(regions.map(({ code }) => code)).size).toBe(regions.length)
    for (const { location } of cloudProviders.flatMap(listRegions)) {
      const [latitude, longitude] = location
      expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
    }
  })

  test('the default regions exist', () => {
    const codes: string[] = regions.map(({ code }) => code)
    expect(codes).toContain(defaultRegion.development)
    expect(codes).toContain(defaultRegion.production)
  })

  test('the second provider set has only Singapore', () => {
    expect(listRegions('FLY').map(({ code }) => code)).toEqual(['sin'])
  })
})

describe('compute sizes', () => {
  test('every id has its size, in the order of price', () => {
    expect(computeSizes.map(({ id }) => id)).toEqual([...computeSizeIds])
    const prices = computeSizes.map(({ priceMicros }) => priceMicros)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(prices.every(Number.isSafeInteger)).toBe(true)
  })

  test('the hourly price of a month equals the monthly price, apart from rounding', () => {
    for (const { priceMicros, hourlyMicros } of computeSizes) {
      expect(Number.isSafeInteger(hourlyMicros)).toBe(true)
      // A month has 730 hours on average; the prices of a month are rounded to 10 dollars.
      expect(Math.abs(hourlyMicros * 730 - priceMicros)).toBeLessThan(10_000_000)
    }
    expect(computeSizes.slice(0, 3).map(({ hourlyMicros }) => hourlyMicros)).toEqual([
      0, 13_440, 151_700,
    ])
  })

  test('Small and Medium have the figures of the specification', () => {
    expect(computeSizes.find(({ name }) => name === 'Small')).toMatchObject({
      baseline_disk_io_mbs: 43,
      connections_direct: 30,
      connections_pooler: 200,
      cpu_dedicated: false,
      max_disk_io_mbs: 2085,
      memory_gb: 0.5,
    })
    expect(computeSizes.find(({ name }) => name === 'Medium')).toMatchObject({
      baseline_disk_io_mbs: 87,
      connections_direct: 60,
      connections_pooler: 200,
      cpu_cores: 2,
      max_disk_io_mbs: 2085,
      memory_gb: 1,
    })
  })
})

describe('instance statuses', () => {
  test('a removed project stays removed', () => {
    expect(instanceTransitions.REMOVED).toEqual([])
  })

  test('every status but REMOVED leads to REMOVED', () => {
    for (const status of instanceStatuses) {
      const reached = new Set<string>([status])
      for (const next of reached) {
        const targets: readonly string[] =
          instanceTransitions[next as keyof typeof instanceTransitions]
        for (const target of targets) reached.add(target)
      }
      expect([status, reached.has('REMOVED')]).toEqual([status, true])
    }
  })

  test('an instance that is being deleted never becomes active again', () => {
    expect(instanceTransitions.GOING_DOWN).not.toContain('ACTIVE_HEALTHY')
    expect(instanceTransitions.GOING_DOWN).not.toContain('ACTIVE_UNHEALTHY')
  })
})

test('every plan id has its plan, with the prices of the specification', () => {
  expect(plans.map(({ id }) => id)).toEqual([...organizationPlans])
  expect(plans.map(({ priceMicros }) => priceMicros)).toEqual([0, 25_000_000, 599_000_000, null])
  expect(plans[0].activeProjects).toBe(2)
})
