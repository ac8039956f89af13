import { type OrganizationPlan, organizationPlans, type PlanTier } from '@basalt/catalog'

/** The action of a plan's button. */
export type PlanChoice =
  /** Made by `paths`. */
  | { href: string }
  /** A disabled button has its reason instead of being hidden. */
  | { onChoose: () => void; disabledReason?: string | undefined }

/** The label of a plan's button for an organization on the current plan, or for a visitor. */
export function choiceLabel(tier: PlanTier, current: OrganizationPlan | undefined): string {
  if (tier.planId === current) return 'Current plan'
  if (current === undefined || tier.priceMonthly === null) return tier.cta
  const isHigher = organizationPlans.indexOf(tier.planId) > organizationPlans.indexOf(current)
  return `${isHigher ? 'Upgrade' : 'Change'} to ${tier.name}`
}
