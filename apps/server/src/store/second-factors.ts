import { sql } from 'kysely'

import type { Store } from './store.ts'

/** The users whose account has a second factor: an authenticator app or a passkey. */
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

export type StoredAuthenticator = {
  id: string
  name: string
  sealedSecret: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** The authenticator apps that count. */
export async function listAuthenticators(
  store: Store,
  userId: string,
): Promise<StoredAuthenticator[]> {
  const rows = await store
    .selectFrom('authenticators')
    .selectAll()
    .where('user_id', '=', userId)
    .where('verified_at', 'is not', null)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    sealedSecret: row.sealed_secret,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** An app before its first code; it replaces an earlier unconfirmed one. */
export async function insertAuthenticator(
  tx: Store,
  { userId, name, sealedSecret }: { userId: string; name: string; sealedSecret: string },
): Promise<{ id: string }> {
  await tx
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .where('verified_at', 'is', null)
    .execute()
  return tx
    .insertInto('authenticators')
    .values({ user_id: userId, name, sealed_secret: sealedSecret })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Locks an app before its first code. */
export async function holdWaitingAuthenticator(
  tx: Store,
  userId: string,
  id: string,
): Promise<{ name: string; sealedSecret: string } | null> {
  const row = await tx
    .selectFrom('authenticators')
    .select(['name', 'sealed_secret'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : { name: row.name, sealedSecret: row.sealed_secret }
}

export async function setAuthenticatorVerified(tx: Store, id: string, step: number): Promise<void> {
  await tx
    .updateTable('authenticators')
    .set({ verified_at: new Date(), last_step: String(step) })
    .where('id', '=', id)
    .execute()
}

/** False when a code of this time step or a later one was accepted before. */
export async function takeStep(store: Store, id: string, step: number): Promise<boolean> {
  const row = await store
    .updateTable('authenticators')
    .set({ last_step: String(step), last_used_at: new Date() })
    .where('id', '=', id)
    .where('last_step', '<', String(step))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Its name; null when the user has no such authenticator app. */
export async function deleteAuthenticator(
  store: Store,
  userId: string,
  id: string,
): Promise<string | null> {
  const row = await store
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('verified_at', 'is not', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

/** New codes replace the old ones; an empty list deletes them. */
export async function replaceRecoveryCodes(
  tx: Store,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute()
}

/** False when the code is not one of the user's or was used before. */
export async function takeRecoveryCode(
  store: Store,
  userId: string,
  hash: Buffer,
): Promise<boolean> {
  const row = await store
    .updateTable('recovery_codes')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(store: Store, userId: string): Promise<number> {
  const { count } = await store
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
