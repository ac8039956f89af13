import type { OrganizationPlan } from '../organizations.ts'
import type { ServiceId } from '../services.ts'

/**
 * What a plan has of a feature: all of it, nothing, an amount in words, or what is included
 * and what more of it costs, a line each.
 */
export type PlanFeatureValue = boolean | string | readonly [string, string, ...string[]]

/** SPEC.md section 3, "Plan feature row". */
export type PlanFeature = {
  key: string
  title: string
  /** The service that must run for this to exist; none for what every install has. */
  service?: ServiceId
  plans: Readonly<Record<OrganizationPlan, PlanFeatureValue>>
  /** Whether what is used beyond the included amount is billed. */
  usage_based: boolean
}
