import type { AccessToken } from '@basalt/contract'

import type { Store } from './store.ts'

const columns = ['id', 'name', 'prefix', 'created_at', 'last_used_at'] as const

type Row = { id: string; name: string; prefix: string; created_at: Date; last_used_at: Date | null }

const present = (row: Row): AccessToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

export async function listAccessTokens(store: Store, userId: string): Promise<AccessToken[]> {
  const rows = await store
    .selectFrom('access_tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(present)
}

export async function insertAccessToken(
  store: Store,
  token: { userId: string; name: string; prefix: string; tokenHash: Buffer },
): Promise<AccessToken> {
  const row = await store
    .insertInto('access_tokens')
    .values({
      user_id: token.userId,
      name: token.name,
      prefix: token.prefix,
      token_hash: token.tokenHash,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return present(row)
}

/** False when the user has no such token. */
export async function deleteAccessToken(
  store: Store,
  userId: string,
  id: string,
): Promise<boolean> {
  const row = await store
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The owner of a token; notes the use. */
export async function useAccessToken(store: Store, tokenHash: Buffer) {
  const row = await store
    .updateTable('access_tokens')
    .from('users')
    .set({ last_used_at: new Date() })
    .whereRef('users.id', '=', 'access_tokens.user_id')
    .where('token_hash', '=', tokenHash)
    .returning([
      'users.id',
      'users.email',
      'access_tokens.id as tokenId',
      'access_tokens.name as tokenName',
    ])
    .executeTakeFirst()
  return row ?? null
}
