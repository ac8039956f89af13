import { organizationPlans, usageMetricIds } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { bySlug, charge, spendLimitStep, metricId, micros } from './amounts.ts'

const plan = z.enum(organizationPlans)

const spendCap = z.object({
  /** Null: spending has no limit. */
  cap_micros: z.nullable(micros),
  /** Spending of this period, with the fee of the whole period. */
  spent_micros: micros,
  forecast_micros: micros,
  steps: z.array(spendLimitStep),
})

export type SpendCap = z.infer<typeof spendCap>

const subscription = z.object({
  plan: z.object({ id: plan, name: z.string() }),
  /** `tier_payg` is Pro without a spend cap. */
  tier: z.enum(['tier_free', 'tier_pro', 'tier_payg', 'tier_team', 'tier_enterprise']),
  period_start: z.string(),
  period_end: z.string(),
  /** Until when usage was measured. */
  measured_through: z.string(),
  /** The marketplace that bills the organization instead of Basalt. */
  managed_by: z.enum(['vercel-marketplace', 'aws-marketplace', 'basalt']),
  spend_cap: spendCap,
  credit_micros: micros,
  /** Whether cards can be entered; otherwise the operator settles invoices. */
  takes_cards: z.boolean(),
})

export type Subscription = z.infer<typeof subscription>

const upcoming = z.object({
  period_start: z.string(),
  period_end: z.string(),
  measured_through: z.string(),
  /** Usage until now, and the fee of the whole period. */
  so_far: charge,
  /** The expected total if usage continues at this rate. */
  forecast: charge,
})

const planChange = z.object({
  plan,
  /** The first full hour at which the new plan counts. */
  effective_at: z.string(),
  /** The upcoming invoice before and after the change. */
  before: charge,
  after: charge,
  /** A cap below the fee of the new plan is replaced by the plan's default. */
  spend_cap_before_micros: z.nullable(micros),
  spend_cap_after_micros: z.nullable(micros),
  /** Features that the organization would lose, as the plan comparison names them. */
  lost: z.array(
    z.object({ feature: z.string(), title: z.string(), before: z.string(), after: z.string() }),
  ),
  /** Projects that would be affected, and how. */
  projects: z.array(z.object({ ref: z.string(), name: z.string(), effect: z.string() })),
  /** Reasons that block the change. */
  obstacles: z.array(z.string()),
})

export type PlanChange = z.infer<typeof planChange>

const usageOfProject = z.object({
  project_ref: z.string(),
  project_name: z.string(),
  /** Whether the project was deleted. */
  is_removed: z.boolean(),
  quantity: z.int(),
})

const usageMetric = z.object({
  metric: metricId,
  /** In the unit of the catalogue: bytes, seconds or a number. */
  quantity: z.int(),
  /** Null where the plan sets no limit. For a metric per project: of each project. */
  included: z.nullable(z.int()),
  over: z.int(),
  cost_micros: micros,
  projects: z.array(usageOfProject),
  /** By day of the period (UTC), oldest first; gauges and peaks: the largest of the day. */
  days: z.array(z.object({ day: z.string(), quantity: z.int() })),
})

export type UsageOfMetric = z.infer<typeof usageMetric>

const usage = z.object({
  period_start: z.string(),
  period_end: z.string(),
  measured_through: z.string(),
  plan,
  metrics: z.array(usageMetric),
})

export type Usage = z.infer<typeof usage>

export const billing = {
  subscription: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/subscription',
    params: bySlug,
    response: subscription,
    permission: { action: 'billing:Read', resource: 'stripe.subscriptions' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  upcoming: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/invoices/upcoming',
    params: bySlug,
    response: upcoming,
    permission: { action: 'billing:Read', resource: 'stripe.invoices' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  previewPlan: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/plan/preview',
    params: bySlug,
    query: z.object({ plan }),
    response: planChange,
    permission: { action: 'billing:Read', resource: 'stripe.subscriptions' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  /** Upgrades open at once; fees and quotas are shared out by whole hours. */
  changePlan: defineRoute({
    method: 'PUT',
    path: '/platform/organizations/{slug}/billing/plan',
    params: bySlug,
    body: z.object({ plan }),
    response: subscription,
    permission: { action: 'billing:Write', resource: 'stripe.subscriptions' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  setSpendCap: defineRoute({
    method: 'PUT',
    path: '/platform/organizations/{slug}/billing/spend-cap',
    params: bySlug,
    body: z.object({
      cap_micros: z.nullable(
        z
          .int()
          .check(
            z.minimum(0, 'Enter an amount of $0 or more'),
            z.maximum(1_000_000_000_000, 'Enter an amount of at most $1,000,000'),
            z.multipleOf(10_000, 'Use whole cents'),
          ),
      ),
    }),
    hasForm: true,
    response: subscription,
    permission: { action: 'billing:Write', resource: 'stripe.subscriptions' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  /** Previews another cap; changes nothing. */
  simulateSpendCap: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/spend-cap/simulation',
    params: bySlug,
    query: z.object({
      cap_micros: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000_000)),
    }),
    response: spendCap,
    permission: { action: 'billing:Read', resource: 'stripe.subscriptions' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  usage: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/usage',
    params: bySlug,
    query: z.object({
      /** Any time in the billing period to read; the current one by default. */
      at: z.optional(z.iso.datetime()),
      project_ref: z.optional(z.string()),
      metric: z.optional(z.enum(usageMetricIds)),
    }),
    response: usage,
    permission: { action: 'billing:Read', resource: 'usage' },
    capability: 'billing',
    feature: 'billing:all',
  }),
}
