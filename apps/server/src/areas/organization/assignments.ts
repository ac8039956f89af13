import { type Assignment, assignmentChange, noAssignment } from '@basalt/access'
import {
  type OrganizationPlan,
  planOfRoleKind,
  plans,
  type RoleKind,
  listRoleKinds,
} from '@basalt/catalog'
import { ApiError } from '@basalt/contract/errors'
import type { ShownAssignment } from '@basalt/contract/organization/roles'

import type { Store } from '../../store/store.ts'
import { Refusal, requireOwnRights, type CallerRights } from './caller-rights.ts'
import { findCustomRoles } from './custom-role-store.ts'

const kindNames: Readonly<Record<RoleKind, string>> = {
  organization: 'Roles for the organization',
  'read-only': 'The Read-only role',
  project: 'Roles for specific projects',
  custom: 'Custom roles',
}

/**
 * Refuses roles that the organization's plan does not offer, with `payment_required` at the field.
 */
export function requireOffered(plan: OrganizationPlan, kind: RoleKind, field: string): void {
  if (listRoleKinds(plan).includes(kind)) return
  const getName = (id: OrganizationPlan) => plans.find((one) => one.id === id)?.name ?? id
  const message = `${kindNames[kind]} need${kind === 'read-only' ? 's' : ''} the ${getName(planOfRoleKind(kind))} plan. This organization is on ${getName(plan)}.`
  throw new ApiError('payment_required', message, { fields: { [field]: message } })
}

/** Refuses an assignment that the plan does not offer. */
export function requireOfferedAssignment(plan: OrganizationPlan, assignment: Assignment): void {
  if (assignment.role === 'Read-only') requireOffered(plan, 'read-only', 'role')
  if (assignment.project_roles.length === 0) return
  requireOffered(plan, 'project', 'project_roles')
  if (assignment.project_roles.some((one) => one.custom_role_id !== null)) {
    requireOffered(plan, 'custom', 'project_roles')
  }
}

/**
 * Refuses a change unless the user may make it: add the new roles and remove the old ones, and of
 * custom roles only those with rights that the user has.
 */
export async function requireAssignable(
  tx: Store,
  callerRights: CallerRights,
  { before = noAssignment, after }: { before?: Assignment; after: Assignment },
): Promise<void> {
  const { given, taken } = assignmentChange(before, after)
  const field = after.role === null && after.project_roles.length > 0 ? 'project_roles' : 'role'
  for (const [action, resources] of [
    ['write:Create', given],
    ['write:Delete', taken],
  ] as const) {
    const refused = resources.find((resource) => !callerRights.may({ action, resource }))
    if (refused !== undefined) {
      const verb = action === 'write:Create' ? 'give' : 'remove'
      throw new Refusal(
        `${action} ${refused}`,
        `You need additional permissions to ${verb} this role: ${getRole(refused)}`,
        field,
      )
    }
  }
  const ids = after.project_roles.flatMap(({ custom_role_id }) => custom_role_id ?? [])
  const customRoles = await findCustomRoles(tx, callerRights.organization.id, [...new Set(ids)])
  requireOwnRights(
    callerRights,
    customRoles.flatMap(({ rights }) => rights),
    'project_roles',
  )
}

/** `members.read-only.project` as people call it. */
function getRole(resource: string): string {
  const [, role = '', scope] = resource.split('.')
  const name = role.charAt(0).toUpperCase() + role.slice(1)
  return scope === undefined ? name : `${name} in a project`
}

/** Names of the projects and roles that assignments refer to in one organization. */
type Names = { projects: ReadonlyMap<string, string>; roles: ReadonlyMap<string, string> }

export async function namesIn(store: Store, organizationId: number): Promise<Names> {
  const [projects, roles] = await Promise.all([
    store
      .selectFrom('projects')
      .select(['ref', 'name'])
      .where('organization_id', '=', organizationId)
      .where('status', '<>', 'REMOVED')
      .where('parent_project_ref', 'is', null)
      .execute(),
    store
      .selectFrom('custom_roles')
      .select(['id', 'name'])
      .where('organization_id', '=', organizationId)
      .execute(),
  ])
  return {
    projects: new Map(projects.map(({ ref, name }) => [ref, name])),
    roles: new Map(roles.map(({ id, name }) => [id, name])),
  }
}

/** With names; deleted projects and roles are left out. */
export const showAssignment = (assignment: Assignment, names: Names): ShownAssignment => ({
  role: assignment.role,
  project_roles: assignment.project_roles.flatMap((one) => {
    const projectName = names.projects.get(one.project_ref)
    const roleName = one.custom_role_id === null ? null : names.roles.get(one.custom_role_id)
    return projectName === undefined || roleName === undefined
      ? []
      : [{ ...one, project_name: projectName, custom_role_name: roleName }]
  }),
})

/** Refuses unknown projects and custom roles. */
export function requireKnown(assignment: Assignment, names: Names): ShownAssignment {
  const shown = showAssignment(assignment, names)
  if (shown.project_roles.length === assignment.project_roles.length) return shown
  const message = 'One of these projects or roles does not exist in this organization'
  throw new ApiError('invalid_request', message, { fields: { project_roles: message } })
}

/** The form in the audit log. */
export const auditedAssignment = ({ role, project_roles }: ShownAssignment) =>
  role === null
    ? {
        project_roles: project_roles.map((one) => ({
          project: one.project_ref,
          role: one.role ?? one.custom_role_name,
        })),
      }
    : { role }
