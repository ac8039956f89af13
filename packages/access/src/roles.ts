import type { PermissionRule } from './can.ts'
import { type RoleScope, rulesOfOwner } from './owner.ts'
import type { Grant, Role } from './right.ts'
import { rightById, rights } from './rights.ts'

const ofRole = (role: Role): readonly Grant[] =>
  rights.filter((right) => right.roles.includes(role)).flatMap(({ grants }) => grants)

const grantsOfRole: Readonly<Record<Exclude<Role, 'Owner'>, readonly Grant[]>> = {
  Administrator: ofRole('Administrator'),
  Developer: ofRole('Developer'),
  'Read-only': ofRole('Read-only'),
}

/** The permission rules of a role in one organization, or in some of its projects only. */
export const rulesOfRole = (role: Role, scope: RoleScope): PermissionRule[] =>
  role === 'Owner' ? rulesOfOwner(scope) : rulesOfGrants(grantsOfRole[role], scope)

/** The rules of a custom role: a set of rights by id. Ids that do not exist grant nothing. */
export const rulesOfRights = (ids: readonly string[], scope: RoleScope): PermissionRule[] =>
  rulesOfGrants(
    ids.flatMap((id) => rightById(id)?.grants ?? []),
    scope,
  )

/** Rights in the organization of a member whose roles are in single projects only. */
export const rulesOfGuest = (organizationSlug: string): PermissionRule[] =>
  rulesOfGrants([{ action: 'read:Read', resource: 'organizations' }], { organizationSlug })

/** Groups grants into as few equivalent rules as possible: one per set of resources. */
function rulesOfGrants(grants: readonly Grant[], scope: RoleScope): PermissionRule[] {
  const resourcesByAction = new Map<string, Set<string>>()
  for (const { action, resource } of grants) {
    const resources = resourcesByAction.get(action) ?? new Set()
    resourcesByAction.set(action, resources.add(resource))
  }
  const merged = new Map<string, { actions: string[]; resources: string[] }>()
  for (const [action, set] of resourcesByAction) {
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
