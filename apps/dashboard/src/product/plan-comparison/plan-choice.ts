import { type OrganizationPlan, organizationPlans, type PlanTier } from '@basalt/catalog'

/** What the button of a plan does. */
export type PlanChoice =
  /** Made by `paths`. */
  | { href: string }
  /** Why the plan cannot be chosen is said instead of hiding the button. */
  | { onChoose: () => void; disabledReason?: string | undefined }

/** What the button of a plan says to an organization on the current plan, or to a visitor. */
export function choiceLabel(tier: PlanTier, current: OrganizationPlan | undefined): string {
  if (tier.planId === current) return 'Current plan'
  if (current === undefined || tier.priceMonthly === null) return tier.cta
  const isHigher = organizationPlans.indexOf(tier.planId) > organizationPlans.indexOf(current)
  return `${isHigher ? 'Upgrade' : 'Change'} to ${tier.name}`
}
