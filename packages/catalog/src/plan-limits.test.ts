import { expect, test } from 'vitest'

import { organizationPlans } from './organizations/organizations.ts'
import { planLimits } from './plan-limits.ts'

/** One limit of the plans Free, Pro, Team and Enterprise, in that order. */
const row = (field: Exclude<keyof (typeof planLimits)[number], 'plan'>) =>
  planLimits.map((limits) => limits[field])

test('every plan has its limits, in the order of the plans', () => {
  expect(planLimits.map(({ plan }) => plan)).toEqual([...organizationPlans])
})

test('SPEC.md section 9: "Compute credits | - | $10 | $10 | -"', () => {
  expect(row('computeCreditMicros')).toEqual([0, 10_000_000, 10_000_000, 0])
})

test('SPEC.md section 9: "Backups | - | 7 days | 14 days | -"', () => {
  expect(row('backupDays')).toEqual([0, 7, 14, null])
})

test('SPEC.md section 9: "Log retention | 1 day | 7 days | 28 days | 90 days"', () => {
  expect(row('logRetentionDays')).toEqual([1, 7, 28, 90])
})

test('SPEC.md section 9: "max file 50 MB" on Free, "max file 500 GB" on paid plans', () => {
  expect(row('maxFileBytes')).toEqual([52_428_800, 536_870_912_000, 536_870_912_000, null])
})

test('SPEC.md section 9: "max message size Free 250 KB, paid 3 MB"', () => {
  expect(row('maxMessageBytes')).toEqual([256_000, 3_145_728, 3_145_728, null])
})

test('SPEC.md section 9: "pause after 1 week of inactivity" on Free, never on the others', () => {
  expect(row('pauseAfterDays')).toEqual([7, null, null, null])
})

test('SPEC.md section 9: "500 MB database" on Free; a larger plan has a larger disk', () => {
  expect(row('diskBytes')).toEqual([524_288_000, 128 * 1024 ** 3, 512 * 1024 ** 3, null])
})

test('a larger plan never has less space for sorts and replication slots than a smaller one', () => {
  for (const field of ['tempFileBytes', 'slotWalBytes'] as const) {
    const values = planLimits.map((limits) => limits[field])
    expect(values).toEqual(values.toSorted((one, other) => one - other))
  }
})
