import { organizationPlans, usageMetrics } from '@basalt/catalog'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Period, PlanSegment } from '../../../billing/period.ts'
import { rate, type RatedUsage, type Rating } from './rating.ts'

const GB = 1_073_741_824
const period: Period = {
  start: new Date('2026-04-01T00:00:00Z'),
  end: new Date('2026-05-01T00:00:00Z'),
}
const hours = 720
const noUsage: RatedUsage = { projects: [], peaks: new Map() }
const at = (hour: number) => new Date(period.start.getTime() + hour * 3_600_000)

const used = (metric: RatedUsage['projects'][number]['metric'], sum: number, detail = '') => ({
  projectRef: 'shop',
  projectName: 'Shop',
  metric,
  detail,
  sum: BigInt(sum),
})

const charge = (change: Partial<Rating>) =>
  rate({
    period,
    segments: [{ plan: 'pro', from: period.start }],
    usage: noUsage,
    creditMicros: 0,
    ...change,
  })

describe('the charge for a period', () => {
  test('is the fee of the plan: SPEC.md section 9, "Pro $25/month"', () => {
    expect(charge({})).toMatchObject({
      lines: [{ kind: 'plan', description: 'Pro plan', amount_micros: 25_000_000 }],
      total_micros: 25_000_000,
    })
  })

  test('is zero on Free, for any usage, and zero by contract', () => {
    const usage = { ...noUsage, projects: [used('egress', 900 * GB)] }
    for (const plan of ['free', 'enterprise'] as const) {
      expect(charge({ segments: [{ plan, from: period.start }], usage }).total_micros).toBe(0)
    }
  })

  test('is prorated by the hour when the plan changes', () => {
    const segments: PlanSegment[] = [
      { plan: 'free', from: new Date('2026-01-01T00:00:00Z') },
      { plan: 'pro', from: at(240) },
      { plan: 'team', from: at(480) },
    ]
    expect(charge({ segments }).lines).toMatchObject([
      { description: 'Pro plan', detail: '240 of 720 hours', amount_micros: 8_330_000 },
      { description: 'Team plan', detail: '240 of 720 hours', amount_micros: 199_670_000 },
    ])
  })

  test('"database 8 GB then $0.125/GB": of each project, by its average size', () => {
    const usage = { ...noUsage, projects: [used('database_size', 12 * GB * hours)] }
    expect(charge({ usage }).lines[1]).toMatchObject({
      description: 'Database size, Shop',
      quantity: '4 GB',
      unit_price: '$0.125 per GB',
      amount_micros: 500_000,
    })
  })

  test('"egress 250 GB then $0.09/GB": of all projects together', () => {
    const other = { ...used('egress', 200 * GB), projectRef: 'blog', projectName: 'Blog' }
    const usage = { ...noUsage, projects: [used('egress', 150 * GB), other] }
    expect(charge({ usage }).lines[1]).toMatchObject({
      quantity: '100 GB',
      amount_micros: 9_000_000,
    })
  })

  test('"realtime connections … paid 500 then $10 per 1000": by the peak', () => {
    const usage = { ...noUsage, peaks: new Map([['realtime_peak_connections' as const, 1500n]]) }
    expect(charge({ usage }).lines[1]).toMatchObject({
      quantity: '1,000 connections',
      amount_micros: 10_000_000,
    })
  })

  test('compute is charged by the hour, and "$10" of it are covered by credits of the plan', () => {
    const usage = {
      ...noUsage,
      projects: [used('compute_hours', hours * 3600, 'ci_large')],
    }
    expect(charge({ usage }).lines.slice(1)).toMatchObject([
      { kind: 'compute', quantity: '720 hours', amount_micros: 109_220_000 },
      { kind: 'compute_credit', amount_micros: -10_000_000 },
    ])
  })

  test('included quantities are prorated like the fee', () => {
    const segments: PlanSegment[] = [
      { plan: 'free', from: period.start },
      { plan: 'pro', from: at(360) },
    ]
    const usage = { ...noUsage, projects: [used('egress', 225 * GB)] }
    expect(charge({ segments, usage }).lines[1]).toMatchObject({ quantity: '100 GB' })
  })

  test('credits are used up to the amount due', () => {
    expect(charge({ creditMicros: 10_000_000 })).toMatchObject({
      subtotal_micros: 25_000_000,
      credit_micros: 10_000_000,
      total_micros: 15_000_000,
    })
    expect(charge({ creditMicros: 90_000_000 })).toMatchObject({ total_micros: 0 })
  })
})

const arbitrarySegments = fc
  .array(fc.tuple(fc.constantFrom(...organizationPlans), fc.integer({ min: 1, max: 719 })), {
    maxLength: 4,
  })
  .map((changes): PlanSegment[] => [
    { plan: 'pro', from: period.start },
    ...changes
      .toSorted((one, other) => one[1] - other[1])
      .map(([plan, hour]) => ({ plan, from: at(hour) })),
  ])
const arbitraryUsage = fc
  .record({
    projects: fc.array(
      fc.constantFrom(...usageMetrics).chain(({ id, unit }) =>
        fc.record({
          projectRef: fc.constantFrom('a', 'b'),
          projectName: fc.constantFrom('A', 'B'),
          metric: fc.constant(id),
          detail: fc.constantFrom('', 'ci_medium', 'ci_16xlarge'),
          // Byte-hours of some petabytes; of anything else, more than a country uses.
          sum: fc.bigInt({ min: 0n, max: unit === 'bytes' ? 10n ** 17n : 10n ** 11n }),
        }),
      ),
    ),
    peak: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  })
  .map(({ projects, peak }): RatedUsage => ({
    projects,
    peaks: new Map([['realtime_peak_connections', peak]]),
  }))

describe('for any usage and changes of plan', () => {
  test('the lines are whole cents, add up to the total, and are never negative', () => {
    fc.assert(
      fc.property(arbitrarySegments, arbitraryUsage, fc.nat(10 ** 9), (segments, usage, credit) => {
        const owed = charge({ segments, usage, creditMicros: credit * 10_000 })
        expect(owed.lines.filter((line) => line.amount_micros % 10_000 !== 0)).toEqual([])
        const sum = owed.lines.reduce((total, line) => total + line.amount_micros, 0)
        expect(owed.subtotal_micros).toBe(sum)
        expect(owed.total_micros).toBe(sum - owed.credit_micros)
        expect(owed.total_micros).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('using more never costs less', () => {
    fc.assert(
      fc.property(
        arbitrarySegments,
        arbitraryUsage,
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        (segments, usage, more) => {
          const bigger: RatedUsage = {
            peaks: usage.peaks,
            projects: usage.projects.map((one) => ({ ...one, sum: one.sum + more })),
          }
          const [less, greater] = [charge({ segments, usage }), charge({ segments, usage: bigger })]
          expect(greater.subtotal_micros).toBeGreaterThanOrEqual(less.subtotal_micros)
        },
      ),
    )
  })

  test('a change to the current plan changes nothing', () => {
    fc.assert(
      fc.property(
        arbitrarySegments,
        arbitraryUsage,
        fc.integer({ min: 1, max: 719 }),
        (segments, usage, hour) => {
          const before = segments.filter(({ from }) => from <= at(hour)).at(-1)
          fc.pre(
            before !== undefined &&
              segments.every(({ from }) => from.getTime() !== at(hour).getTime()),
          )
          const same = { plan: before?.plan ?? 'pro', from: at(hour) }
          const more = [...segments, same].toSorted(
            (one, other) => one.from.getTime() - other.from.getTime(),
          )
          expect(charge({ segments: more, usage })).toEqual(charge({ segments, usage }))
        },
      ),
    )
  })
})
