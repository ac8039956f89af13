import { type OrganizationPlan, organizationPlans } from '../organizations/organizations.ts'
import type { PlanFeature, PlanFeatureValue } from './plan-feature.ts'
import { type PlanFeatureKey, planFeatures } from './plan-features.ts'

export type Entitlement = {
  isIncluded: boolean
  value: PlanFeatureValue
  /** The value as one line of text. */
  text: string
  /** The lowest plan that includes it, named as the upgrade. */
  firstPlan: OrganizationPlan
}

const features = new Map<string, PlanFeature>(
  planFeatures.flatMap((category) => category.features.map((feature) => [feature.key, feature])),
)

/** The extent of a feature in a plan. The server enforces the same values that pages show. */
export function entitlement(plan: OrganizationPlan, key: PlanFeatureKey): Entitlement {
  const feature = features.get(key)
  if (feature === undefined) throw new Error(`There is no feature ${key}`)
  const value = feature.plans[plan]
  const firstPlan = organizationPlans.find((one) => feature.plans[one] !== false) ?? 'enterprise'
  return { isIncluded: value !== false, value, text: toText(value), firstPlan }
}

function toText(value: PlanFeatureValue): string {
  if (typeof value === 'boolean') return value ? 'Included' : 'Not included'
  return typeof value === 'string' ? value : value.join(', ')
}
