import { computeSizeIds, organizationPlans, planLimits } from '@basalt/catalog'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeCost, isOffered } from './compute-cost.ts'

const running = (...sizes: (typeof computeSizeIds)[number][]) =>
  sizes.map((compute_size) => ({ compute_size, status: 'ACTIVE_HEALTHY' as const }))

test('Pro and Team cover 10 dollars of compute, Free covers none', () => {
  const covered = organizationPlans.map((plan) => computeCost('ci_medium', plan, []).coveredMicros)
  expect(covered).toEqual([0, 10_000_000, 10_000_000, 0])
})

test('a larger size is covered up to the credits', () => {
  expect(computeCost('ci_large', 'pro', [])).toEqual({
    monthlyMicros: 110_000_000,
    hourlyMicros: 151_700,
    creditMicros: 10_000_000,
    coveredMicros: 10_000_000,
  })
})

test('paused, deleted and failed projects use no credits', () => {
  const idle = (['INACTIVE', 'REMOVED', 'GOING_DOWN', 'INIT_FAILED'] as const).map((status) => ({
    compute_size: 'ci_16xlarge' as const,
    status,
  }))
  expect(computeCost('ci_medium', 'pro', idle).coveredMicros).toBe(10_000_000)
  expect(computeCost('ci_medium', 'pro', running('ci_medium')).coveredMicros).toBe(0)
})

test('the covered amount is never more than the price, the credits, or the credits that remain', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...computeSizeIds),
      fc.constantFrom(...organizationPlans),
      fc.array(fc.constantFrom(...computeSizeIds), { maxLength: 4 }),
      (size, plan, others) => {
        const cost = computeCost(size, plan, running(...others))
        const credits = planLimits.find((limits) => limits.plan === plan)?.computeCreditMicros ?? 0
        expect(cost.coveredMicros).toBeGreaterThanOrEqual(0)
        expect(cost.coveredMicros).toBeLessThanOrEqual(Math.min(cost.monthlyMicros, credits))
        const more = computeCost(size, plan, running(...others, 'ci_medium'))
        expect(more.coveredMicros).toBeLessThanOrEqual(cost.coveredMicros)
      },
    ),
  )
})

test('Free is offered the free size, and every other plan all of them', () => {
  for (const plan of organizationPlans) {
    const offered = computeSizeIds.filter((size) => isOffered(size, plan))
    expect(offered).toEqual(plan === 'free' ? ['ci_small'] : [...computeSizeIds])
  }
})
