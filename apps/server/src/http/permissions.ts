import { type PermissionRule, rulesOfGuest, rulesOfRights, rulesOfRole } from '@basalt/access'

import { listProjectGrants } from '../store/members.ts'
import { findOrganizationId, listMemberships, type Membership } from '../store/organizations.ts'
import type { Store } from '../store/store.ts'
import type { Access, PermissionSource } from './ports.ts'

/** Rights follow from the roles of members, as they are at the time of the request. */
export const memberPermissions = (store: Store): PermissionSource => ({
  getAccess: async ({ userId, alongside }) =>
    userId === null
      ? { rules: [], organizations: new Map() }
      : accessOfMember(store, {
          userId,
          memberships: alongside?.memberships ?? (await listMemberships(store, userId)),
        }),
})

/** The user's access; inside a transaction, as the transaction sees it. */
export const accessOfUser = async (store: Store, userId: string): Promise<Access> =>
  accessOfMember(store, { userId, memberships: await listMemberships(store, userId) })

type Member = { userId: string; memberships: readonly Membership[] }

/** Access derived from memberships, cached with the list that was read. */
const known = new WeakMap<readonly Membership[], Access>()

async function accessOfMember(store: Store, { userId, memberships }: Member): Promise<Access> {
  const found = known.get(memberships)
  if (found !== undefined) return found
  const hasGuest = memberships.some(({ role }) => role === null)
  const grants = hasGuest ? await listProjectGrants(store, userId) : []
  const access = {
    rules: memberships.flatMap(({ slug, role }) =>
      role === null
        ? rulesInProjects(
            slug,
            grants.filter((grant) => grant.slug === slug),
          )
        : rulesOfRole(role, { organizationSlug: slug }),
    ),
    organizations: new Map(
      memberships.map(({ slug, role: _role, ...organization }) => [slug, organization]),
    ),
  }
  // Projects of a guest are read each time.
  if (!hasGuest) known.set(memberships, access)
  return access
}

type Grant = Awaited<ReturnType<typeof listProjectGrants>>[number]

/** One set of rules for each role, for any number of projects. */
function rulesInProjects(organizationSlug: string, grants: readonly Grant[]): PermissionRule[] {
  const byRole = new Map<string, Grant[]>()
  for (const grant of grants) {
    const name = JSON.stringify(grant.rights ?? grant.role)
    byRole.set(name, [...(byRole.get(name) ?? []), grant])
  }
  const ofProjects = [...byRole.values()].flatMap((same) => {
    const scope = { organizationSlug, projectRefs: same.map(({ ref }) => ref) }
    const [first] = same
    if (first?.rights !== null && first?.rights !== undefined) {
      return rulesOfRights(first.rights, scope)
    }
    return first?.role === null || first?.role === undefined ? [] : rulesOfRole(first.role, scope)
  })
  return [...rulesOfGuest(organizationSlug), ...ofProjects]
}

/** Without billing nothing is restricted. */
const unlimited = { requiresMfa: false, isRestricted: false, spendStep: 0 }

/** The one person of an install without accounts owns its one organization. */
export const ownerPermissions = (store: Store, organizationSlug: string): PermissionSource => ({
  async getAccess() {
    const id = await findOrganizationId(store, organizationSlug)
    return {
      rules: rulesOfRole('Owner', { organizationSlug }),
      organizations: new Map(id === null ? [] : [[organizationSlug, { ...unlimited, id }]]),
    }
  },
})
