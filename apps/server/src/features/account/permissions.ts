import { rulesOfRole } from '@basalt/access'

import type { PermissionSource } from '../../http/ports.ts'
import { findOrganizationId, listMemberships } from '../../store/organizations.ts'
import type { Store } from '../../store/store.ts'

/** Rights follow from the roles of the members table. */
export const memberPermissions = (store: Store): PermissionSource => ({
  async accessOf({ userId }) {
    const memberships = userId === null ? [] : await listMemberships(store, userId)
    return {
      rules: memberships.flatMap(({ slug, role }) => rulesOfRole(role, { organizationSlug: slug })),
      organizations: new Map(
        memberships.map(({ slug, id, requiresMfa }) => [slug, { id, requiresMfa }]),
      ),
    }
  },
})

/** The one person of an install without accounts owns its one organization. */
export const ownerPermissions = (store: Store, organizationSlug: string): PermissionSource => ({
  async accessOf() {
    const id = await findOrganizationId(store, organizationSlug)
    return {
      rules: rulesOfRole('Owner', { organizationSlug }),
      organizations: new Map(id === null ? [] : [[organizationSlug, { id, requiresMfa: false }]]),
    }
  },
})
