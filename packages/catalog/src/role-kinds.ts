import { type OrganizationPlan, organizationPlans } from './organizations/organizations.ts'

/**
 * Kinds of roles, by the plan that introduces them: organization-wide roles, the read-only role,
 * predefined project-scoped roles, and custom roles.
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
