import type { OrganizationPlan } from '../organizations/organizations.ts'
import type { ServiceId } from '../organizations/services.ts'

/**
 * A plan's share of a feature: included, not included, an amount as text, or the included amount
 * and the price beyond it as two lines.
 */
export type PlanFeatureValue = boolean | string | readonly [string, string, ...string[]]

/** SPEC.md section 3, "Plan feature row". */
export type PlanFeature = {
  key: string
  title: string
  /** The service that the feature requires; none for features of every install. */
  service?: ServiceId
  plans: Readonly<Record<OrganizationPlan, PlanFeatureValue>>
  /** Whether use beyond the included amount is billed. */
  usage_based: boolean
}
