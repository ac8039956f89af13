import { type Role, roles } from './right.ts'

/** A role in one project: a predefined one or a set of rights of the organization's own. */
export type ProjectRole = {
  project_ref: string
  role: Role | null
  custom_role_id: string | null
}

/** The roles of a member: one in the whole organization, or roles in single projects. */
export type Assignment = { role: Role | null; project_roles: readonly ProjectRole[] }

/**
 * Lists the roles added and removed when an assignment is replaced, as resources of the rights
 * table: `members.developer`, `members.custom.project`. Adding needs `write:Create` on each,
 * removing needs `write:Delete`. Unchanged roles are in neither list.
 */
export function assignmentChange(
  before: Assignment,
  after: Assignment,
): { given: string[]; taken: string[] } {
  const [old, next] = [listEntries(before), listEntries(after)]
  return { given: resourcesBeyond(next, old), taken: resourcesBeyond(old, next) }
}

export const noAssignment: Assignment = { role: null, project_roles: [] }

/** The resource on which giving or taking a role is decided. */
export const memberResource = (role: Role | null, isProjectScoped: boolean): string =>
  `members.${role === null ? 'custom' : role.toLowerCase()}${isProjectScoped ? '.project' : ''}`

/** Every resource of the members section that stands for a role. */
export const memberResources: readonly string[] = [
  ...roles.flatMap((role) => [memberResource(role, false), memberResource(role, true)]),
  memberResource(null, true),
]

/** Each part of the assignment by a unique key, with its resource. */
function listEntries({ role, project_roles }: Assignment): Map<string, string> {
  const entries = new Map<string, string>()
  if (role !== null) entries.set(role, memberResource(role, false))
  for (const one of project_roles) {
    const name = `${one.project_ref} ${one.role ?? one.custom_role_id ?? ''}`
    entries.set(name, memberResource(one.role, true))
  }
  return entries
}

const resourcesBeyond = (
  entries: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): string[] => [
  ...new Set([...entries].filter(([name]) => !others.has(name)).map(([, resource]) => resource)),
]
