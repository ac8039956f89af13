import type { Role } from '@basalt/access'

import { insertMember } from './store/organizations.ts'
import type { Store } from './store/store.ts'

/**
 * Makes an existing user a member, for the demo's cast. Everything else of the demo goes
 * through the API like any user's work.
 */
export async function grantRole(
  store: Store,
  member: { email: string; organizationSlug: string; role: Role },
): Promise<void> {
  const row = await store
    .selectFrom('users')
    .innerJoin('organizations', (join) =>
      join.on('organizations.slug', '=', member.organizationSlug),
    )
    .select(['users.id as user_id', 'organizations.id as organization_id'])
    .where('users.email', '=', member.email)
    .executeTakeFirstOrThrow()
  await insertMember(store, {
    organizationId: row.organization_id,
    userId: row.user_id,
    role: member.role,
  })
}
