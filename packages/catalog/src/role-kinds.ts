import { type OrganizationPlan, organizationPlans } from './organizations.ts'

/**
 * What roles there are, by the plan that brings them: organization-wide ones, the one that
 * only looks, predefined ones for single projects, and sets of rights of one's own.
 */
export const roleKinds = ['organization', 'read-only', 'project', 'custom'] as const

export type RoleKind = (typeof roleKinds)[number]

/** SPEC.md section 6, "Access roles by plan". */
const firstPlan: Readonly<Record<RoleKind, OrganizationPlan>> = {
  organization: 'free',
  'read-only': 'team',
  project: 'team',
  custom: 'enterprise',
}

/** The lowest plan that offers roles of this kind. */
export const planOfRoleKind = (kind: RoleKind): OrganizationPlan => firstPlan[kind]

/** The kinds of roles that a plan offers. */
export const listRoleKinds = (plan: OrganizationPlan): RoleKind[] =>
  roleKinds.filter(
    (kind) => organizationPlans.indexOf(plan) >= organizationPlans.indexOf(firstPlan[kind]),
  )
