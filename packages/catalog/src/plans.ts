import type { OrganizationPlan } from './organizations/organizations.ts'

/** Separate from the ids, so that code that only names a plan does not load the prices. */
type PlanEntry = {
  id: OrganizationPlan
  tier: 'tier_free' | 'tier_pro' | 'tier_team' | 'tier_enterprise'
  name: string
  /** Per month, in micro-dollars; null when it is agreed by contract. */
  priceMicros: number | null
  /** Projects that may be active at once; null when unlimited. */
  activeProjects: number | null
  /** Retention of the audit log in hours; null without a limit. */
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
