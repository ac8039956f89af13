import {
  type Assignment,
  assignmentChange,
  memberResource,
  type ProjectRole,
  type Role,
  roles,
} from '@basalt/access'
import {
  type OrganizationPlan,
  planOfRoleKind,
  plans,
  type RoleKind,
  listRoleKinds,
} from '@basalt/catalog'
import type { CustomRole } from '@basalt/contract/organization/roles'

import type { May } from './queries.ts'

/** The context that decides which roles can be chosen. */
export type Assigner = { plan: OrganizationPlan; may: May; customRoles: readonly CustomRole[] }

export type RoleChoice = {
  /** A role's name, or `custom:` and the id of a custom role. */
  value: string
  label: string
  disabledReason: string | undefined
}

export const roleNotes: Readonly<Record<Role, string>> = {
  Owner: 'Full access, including the organization',
  Administrator: 'Full access, except to the organization and its owners',
  Developer: 'Changes the data and services of projects',
  'Read-only': 'Read access to everything',
}

/** Roles for the whole organization, each with the reason when it is unavailable. */
export const organizationChoices = (assigner: Assigner): RoleChoice[] =>
  roles.map((role) => ({
    value: role,
    label: role,
    disabledReason:
      offered(assigner.plan, role === 'Read-only' ? 'read-only' : 'organization') ??
      assignable(assigner, memberResource(role, false)),
  }))

/** Roles for one project: the predefined ones, then those of the organization's own. */
export const projectChoices = (assigner: Assigner): RoleChoice[] => [
  ...roles.map((role) => ({
    value: role,
    label: role,
    disabledReason:
      offered(assigner.plan, 'project') ?? assignable(assigner, memberResource(role, true)),
  })),
  ...assigner.customRoles.map(({ id, name }) => ({
    value: `custom:${id}`,
    label: name,
    disabledReason:
      offered(assigner.plan, 'custom') ?? assignable(assigner, memberResource(null, true)),
  })),
]

/** Why the plan does not offer roles of this kind; undefined when it does. */
export function offered(plan: OrganizationPlan, kind: RoleKind): string | undefined {
  if (listRoleKinds(plan).includes(kind)) return undefined
  const first = plans.find(({ id }) => id === planOfRoleKind(kind))
  return `Requires the ${first?.name ?? ''} plan`
}

const assignable = ({ may }: Assigner, resource: string): string | undefined =>
  may({ action: 'write:Create', resource }) ? undefined : 'You need additional permissions'

/** Whether the user may remove a member's current roles, as a role change does. */
export const mayTake = (may: May, before: Assignment): boolean =>
  assignmentChange(before, { role: null, project_roles: [] }).taken.every((resource) =>
    may({ action: 'write:Delete', resource }),
  )

/** The form's state: both halves are kept while the user switches between them. */
export type RoleDraft = {
  scope: 'organization' | 'projects'
  role: Role
  /** Chosen value by project ref. */
  projects: Readonly<Record<string, string>>
}

export const emptyDraft: RoleDraft = { scope: 'organization', role: 'Developer', projects: {} }

export const getDraft = ({ role, project_roles }: Assignment): RoleDraft => ({
  scope: role === null ? 'projects' : 'organization',
  role: role ?? 'Developer',
  projects: Object.fromEntries(
    project_roles.map((one) => [one.project_ref, one.role ?? `custom:${one.custom_role_id}`]),
  ),
})

/** The assignment of the draft, in the form that is sent. */
export function getAssignment({ scope, role, projects }: RoleDraft): {
  role: Role | null
  project_roles: ProjectRole[]
} {
  if (scope === 'organization') return { role, project_roles: [] }
  return {
    role: null,
    project_roles: Object.entries(projects).map(([project_ref, value]) => ({
      project_ref,
      role: roles.find((one) => one === value) ?? null,
      custom_role_id: value.startsWith('custom:') ? value.slice('custom:'.length) : null,
    })),
  }
}

/** Whether the draft equals the member's current assignment. */
export function isSame(one: Assignment, other: Assignment): boolean {
  const { given, taken } = assignmentChange(one, other)
  return given.length === 0 && taken.length === 0
}
