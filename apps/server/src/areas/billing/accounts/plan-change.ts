import {
  computeSizes,
  defaultSpendCap,
  entitlement,
  isOffered,
  type OrganizationPlan,
  organizationPlans,
  type PlanFeature,
  type PlanFeatureKey,
  planFeatures,
  plans,
} from '@basalt/catalog'
import type { Charge } from '@basalt/contract/billing/amounts'
import type { PlanChange } from '@basalt/contract/billing/billing'

import { plural } from '../rating/quantities.ts'
import { rate } from '../rating/rating.ts'
import type { BillingAccount } from './account.ts'
import type { PlanCost } from './plan-cost-store.ts'

type RequestedChange = {
  plan: OrganizationPlan
  effectiveAt: Date
  cost: PlanCost
  /** Services of the install: a plan change cannot remove features that it never had. */
  services: readonly string[]
}

/** The cost of a change of plan, with lost features and obstacles. */
export function previewPlan(
  account: BillingAccount,
  { plan, effectiveAt, cost, services }: RequestedChange,
): PlanChange {
  const { subscription } = account
  return {
    plan,
    effective_at: effectiveAt.toISOString(),
    before: rate(account),
    after: chargeWith(account, { plan, effectiveAt }),
    spend_cap_before_micros: subscription.spendCap,
    spend_cap_after_micros: spendCapOn(plan, subscription.spendCap),
    lost: lostFeatures({ from: subscription.plan, to: plan }, services),
    projects: affectedProjects(plan, cost, services),
    obstacles: listObstacles(account, plan, cost),
  }
}

/** The upcoming invoice if the plan is another one from that hour on. */
function chargeWith(
  account: BillingAccount,
  { plan, effectiveAt }: { plan: OrganizationPlan; effectiveAt: Date },
): Charge {
  const earlier = account.segments.filter(({ from }) => from < effectiveAt)
  return rate({ ...account, segments: [...earlier, { plan, from: effectiveAt }] })
}

/**
 * The spend cap of an organization on a plan: its own as long as the plan's fee is below it, or the
 * plan's default.
 */
export function spendCapOn(plan: OrganizationPlan, capMicros: number | null): number | null {
  const price = plans.find(({ id }) => id === plan)?.priceMicros ?? 0
  return capMicros !== null && price > 0 && capMicros > price ? capMicros : defaultSpendCap[plan]
}

const getName = (plan: OrganizationPlan) => plans.find(({ id }) => id === plan)?.name ?? plan

/** Features that are reduced or removed: only a smaller plan loses some. */
function lostFeatures(
  { from, to }: { from: OrganizationPlan; to: OrganizationPlan },
  services: readonly string[],
): PlanChange['lost'] {
  if (organizationPlans.indexOf(to) >= organizationPlans.indexOf(from)) return []
  return planFeatures
    .flatMap((category): readonly Feature[] => category.features)
    .filter((feature) => isOffered(feature, services))
    .map(({ key, title }) => ({ feature: key, title, ...valuesOf(key, from, to) }))
    .filter(({ before, after }) => before !== after)
}

type Feature = PlanFeature & { key: PlanFeatureKey }

const valuesOf = (key: PlanFeatureKey, from: OrganizationPlan, to: OrganizationPlan) => ({
  before: entitlement(from, key).text,
  after: entitlement(to, key).text,
})

const freeSize = computeSizes.find(({ hourlyMicros }) => hourlyMicros === 0)?.id

function affectedProjects(
  plan: OrganizationPlan,
  { projects }: PlanCost,
  services: readonly string[],
): PlanChange['projects'] {
  if (plan !== 'free') return []
  const consequences = [
    ...(services.includes('auto-pause') ? ['Pauses after 1 week of inactivity'] : []),
    ...(services.includes('backups') ? ['Daily backups end'] : []),
    'Quotas of the Free plan apply',
  ]
  return projects.map(({ ref, name, computeSize }) => ({
    ref,
    name,
    effect:
      computeSize === freeSize
        ? consequences.join('. ')
        : 'Runs on a compute size that the Free plan does not include',
  }))
}

function listObstacles(
  { subscription }: BillingAccount,
  plan: OrganizationPlan,
  cost: PlanCost,
): string[] {
  if (subscription.billingPartner !== null) {
    return ['The plan is managed by the marketplace that the organization was created in']
  }
  if (subscription.plan === plan)
    return [`The organization is already on the ${getName(plan)} plan`]
  if (plan === 'enterprise' || subscription.plan === 'enterprise') {
    return ['The Enterprise plan is agreed by contract. Contact sales to change to it or from it.']
  }
  const isSmaller = organizationPlans.indexOf(plan) < organizationPlans.indexOf(subscription.plan)
  return [
    ...(cost.hasOverdueInvoices ? ['There are overdue invoices. Pay them first.'] : []),
    ...(isSmaller ? rolesInTheWay(plan, cost) : []),
    ...(plan === 'free' ? projectsInTheWay(cost) : []),
  ]
}

function rolesInTheWay(plan: OrganizationPlan, cost: PlanCost): string[] {
  const roles = cost.unsupportedRoles
    .filter(({ count }) => count > 0)
    .map(
      ({ what, count }) =>
        `${plural(count, 'member has', 'members have')} ${what}, which the ${getName(plan)} plan does not include. Assign another role first.`,
    )
  return cost.hasSingleSignOn
    ? [...roles, 'Single sign-on requires the Team plan. Remove the provider first.']
    : roles
}

function projectsInTheWay({ projects }: PlanCost): string[] {
  const limit = plans.find(({ id }) => id === 'free')?.activeProjects ?? 0
  const active = projects.filter(({ isActive }) => isActive)
  const large = projects.filter(({ computeSize }) => computeSize !== freeSize)
  return [
    ...(active.length > limit
      ? [
          `The Free plan includes ${limit} active projects; ${active.length} are active. Pause or delete ${active.length - limit} first.`,
        ]
      : []),
    ...large.map(
      ({ name }) => `${name} runs on a compute size that the Free plan does not include`,
    ),
  ]
}
