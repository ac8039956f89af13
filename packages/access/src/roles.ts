import type { PermissionRule } from './can.ts'
import type { Grant, Role } from './right.ts'
import { rightById, rights } from './rights.ts'

/** Where a role counts: in the whole organization, or in the listed projects only. */
export type RoleScope = { organizationSlug: string; projectRefs?: readonly string[] }

const ofRole = (role: Role): readonly Grant[] =>
  rights.filter((right) => right.roles.includes(role)).flatMap(({ grants }) => grants)

const grantsOfRole: Readonly<Record<Role, readonly Grant[]>> = {
  // An owner has every line of the table: one rule says so.
  Owner: [{ action: '%', resource: '%' }],
  Administrator: ofRole('Administrator'),
  Developer: ofRole('Developer'),
  'Read-only': ofRole('Read-only'),
}

/** The permission rules of a role in one organization, or in some of its projects only. */
export const rulesOfRole = (role: Role, scope: RoleScope): PermissionRule[] =>
  rulesOfGrants(grantsOfRole[role], scope)

/** The rules of a custom role: a set of rights by id. Ids that do not exist grant nothing. */
export const rulesOfRights = (ids: readonly string[], scope: RoleScope): PermissionRule[] =>
  rulesOfGrants(
    ids.flatMap((id) => rightById(id)?.grants ?? []),
    scope,
  )

/** What whoever has a role in some projects only may know of the organization. */
export const rulesOfGuest = (organizationSlug: string): PermissionRule[] =>
  rulesOfGrants([{ action: 'read:Read', resource: 'organizations' }], { organizationSlug })

/** As few rules as say the same: one per set of resources. */
function rulesOfGrants(grants: readonly Grant[], scope: RoleScope): PermissionRule[] {
  const resourcesOf = new Map<string, Set<string>>()
  for (const { action, resource } of grants) {
    const resources = resourcesOf.get(action) ?? new Set()
    resourcesOf.set(action, resources.add(resource))
  }
  const merged = new Map<string, { actions: string[]; resources: string[] }>()
  for (const [action, set] of resourcesOf) {
    const resources = [...set].toSorted()
    const key = resources.join('\n')
    const rule = merged.get(key) ?? { actions: [], resources }
    rule.actions.push(action)
    merged.set(key, rule)
  }
  return [...merged.values()].map(({ actions, resources }) => ({
    organization_slug: scope.organizationSlug,
    actions,
    resources,
    project_refs: [...(scope.projectRefs ?? [])],
    restrictive: false,
    condition: null,
  }))
}
