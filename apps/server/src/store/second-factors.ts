import { sql } from 'kysely'

import type { Store } from './store.ts'

/** Those of the users whose account has a second factor: an authenticator app or a passkey. */
export async function usersWithMfa(store: Store, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await store
    .selectFrom('authenticators')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('verified_at', 'is not', null)
    .union(store.selectFrom('passkeys').select('user_id').where('user_id', 'in', userIds))
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** Whether the user of the row has a second factor, for a query that reads `users.id`. */
export const hasMfaColumn = sql<boolean>`(
  exists (select 1 from authenticators a where a.user_id = users.id and a.verified_at is not null)
  or exists (select 1 from passkeys p where p.user_id = users.id)
)`
