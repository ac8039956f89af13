import { describe, expect, test } from 'vitest'

import { organizationPlans } from './organizations/organizations.ts'
import { planLimits } from './plan-limits.ts'
import { planOfTier, planTierIds, planTiers } from './plan-tiers.ts'
import { plans } from './plans.ts'
import { getAmount, getAdditional, inDays } from './testing/figures.ts'

const tier = (plan: (typeof organizationPlans)[number]) =>
  planTiers.find(({ planId }) => planId === plan)
const listLines = (plan: (typeof organizationPlans)[number]): unknown[] =>
  (tier(plan)?.features ?? []).map((line) =>
    'further' in line ? [line.text, line.further] : line.text,
  )

test('SPEC.md section 3: "Plan ids: tier_free, tier_pro, tier_payg, tier_team, tier_enterprise"', () => {
  expect(planTierIds.join(', ')).toBe('tier_free, tier_pro, tier_payg, tier_team, tier_enterprise')
  expect(planTierIds.map((id) => planOfTier[id])).toEqual([
    'free',
    'pro',
    'pro',
    'team',
    'enterprise',
  ])
})

test('there is a card for each plan, and it agrees with the plan', () => {
  expect(planTiers.map(({ planId }) => planId)).toEqual([...organizationPlans])
  expect(planTiers.map(({ id }) => id)).toEqual(plans.map((plan) => plan.tier))
  expect(planTiers.map(({ name }) => name)).toEqual(plans.map((plan) => plan.name))
  for (const { id, planId } of planTiers) expect(planOfTier[id]).toBe(planId)
})

test('SPEC.md section 9: "Price | $0 | $25/month | $599/month | custom"', () => {
  expect(planTiers.map(({ priceMonthly }) => priceMonthly)).toEqual([
    0,
    25_000_000,
    599_000_000,
    null,
  ])
})

test('SPEC.md section 2: "The enterprise plan links to a contact form"; the others create an organization', () => {
  expect(planTiers.map(({ href }) => href)).toEqual([
    '/new?plan=free',
    '/new?plan=pro',
    '/new?plan=team',
    '/contact/enterprise',
  ])
})

describe('cards show the figures that the server enforces', () => {
  test('of Free', () => {
    expect(listLines('free')).toEqual(
      expect.arrayContaining([
        `${getAmount('monthly_active_users', 'free')} monthly active users`,
        `${getAmount('database_size', 'free')} database, on shared CPU`,
        `${getAmount('egress', 'free')} egress`,
        `${getAmount('cached_egress', 'free')} cached egress`,
        `${getAmount('storage_size', 'free')} file storage`,
      ]),
    )
    expect(planLimits[0].pauseAfterDays).toBe(7)
    expect(tier('free')?.footer).toEqual([
      { text: 'Projects pause after 1 week of inactivity.', service: 'auto-pause' },
      { text: `${plans[0].activeProjects} projects may be active at a time.` },
    ])
  })

  test('of Pro', () => {
    expect(listLines('pro')).toEqual(
      expect.arrayContaining([
        [
          `${getAmount('monthly_active_users', 'pro')} monthly active users`,
          getAdditional('monthly_active_users'),
        ],
        [
          `${getAmount('database_size', 'pro')} disk for each project`,
          getAdditional('database_size'),
        ],
        [`${getAmount('egress', 'pro')} egress`, getAdditional('egress')],
        [`${getAmount('cached_egress', 'pro')} cached egress`, getAdditional('cached_egress')],
        [`${getAmount('storage_size', 'pro')} file storage`, getAdditional('storage_size')],
      ]),
    )
  })

  test('of backups and logs', () => {
    for (const { plan, backupDays, logRetentionDays } of planLimits.slice(1, 3)) {
      expect(listLines(plan)).toContain(`Daily backups, kept for ${inDays(backupDays ?? 0)}`)
      expect(listLines(plan)).toContain(`Logs, kept for ${inDays(logRetentionDays)}`)
    }
    expect(listLines('enterprise')).toContain(
      `Logs, kept for ${inDays(planLimits[3].logRetentionDays)}`,
    )
  })
})
