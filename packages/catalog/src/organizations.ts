export const organizationKinds = [
  'Personal',
  'Educational',
  'Startup',
  'Agency',
  'Company',
  'N/A',
] as const

/** How many people a company has, asked of those that are one. */
export const companySizes = ['1 - 10', '10 - 49', '50 - 99', '100 - 299', 'More than 300'] as const

export type CompanySize = (typeof companySizes)[number]

/** What `plan.id` of an organization may be; the tier ids of SPEC.md without their prefix. */
export const organizationPlans = ['free', 'pro', 'team', 'enterprise'] as const

export type OrganizationPlan = (typeof organizationPlans)[number]

type PlanEntry = {
  id: OrganizationPlan
  tier: 'tier_free' | 'tier_pro' | 'tier_team' | 'tier_enterprise'
  name: string
  /** Per month, in micro-dollars; null when it is agreed by contract. */
  priceMicros: number | null
  /** Projects that may be active at once; null when unlimited. */
  activeProjects: number | null
  /** How long rows of the audit log are kept, in hours; null without a limit. */
  auditHours: number | null
}

/** SPEC.md section 9, "Plans". */
export const plans = [
  { id: 'free', tier: 'tier_free', name: 'Free', priceMicros: 0, activeProjects: 2, auditHours: 1 },
  {
    id: 'pro',
    tier: 'tier_pro',
    name: 'Pro',
    priceMicros: 25_000_000,
    activeProjects: null,
    auditHours: 7 * 24,
  },
  {
    id: 'team',
    tier: 'tier_team',
    name: 'Team',
    priceMicros: 599_000_000,
    activeProjects: null,
    auditHours: 28 * 24,
  },
  {
    id: 'enterprise',
    tier: 'tier_enterprise',
    name: 'Enterprise',
    priceMicros: null,
    activeProjects: null,
    auditHours: null,
  },
] as const satisfies readonly PlanEntry[]
