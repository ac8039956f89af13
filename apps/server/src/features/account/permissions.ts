import { rulesOfRole } from '@basalt/access'

import type { PermissionSource } from '../../http/ports.ts'
import { listRoles } from '../../store/organizations.ts'
import type { Store } from '../../store/store.ts'

/** Rights follow from the roles of the members table. */
export const memberPermissions = (store: Store): PermissionSource => ({
  async rulesFor({ userId }) {
    if (userId === null) return []
    const roles = await listRoles(store, userId)
    return roles.flatMap(({ slug, role }) => rulesOfRole(role, { organizationSlug: slug }))
  },
})

/** The one person of an install without accounts owns its one organization. */
export const ownerPermissions = (organizationSlug: string): PermissionSource => ({
  rulesFor: async () => rulesOfRole('Owner', { organizationSlug }),
})
