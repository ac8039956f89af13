import { hasMfaColumn } from './second-factors.ts'
import type { Store } from './store.ts'

export type StoredSession = {
  id: string
  userId: string | null
  ipAddress: string | null
  userAgent: string | null
  createdAt: Date
  expiresAt: Date
}

export async function insertSession(
  store: Store,
  session: {
    userId: string | null
    tokenHash: Buffer
    ipAddress: string | null
    userAgent: string | null
    expiresAt: Date
  },
): Promise<void> {
  await store
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      ip_address: session.ipAddress,
      user_agent: session.userAgent,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** The session and its user, unless it has expired. */
export async function findSession(store: Store, tokenHash: Buffer) {
  const row = await store
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'users.email', hasMfaColumn.as('has_mfa')])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return row ?? null
}

export async function listSessions(store: Store, userId: string): Promise<StoredSession[]> {
  const rows = await store
    .selectFrom('sessions')
    .select(['id', 'user_id', 'ip_address', 'user_agent', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }))
}

export async function deleteSessionByToken(store: Store, tokenHash: Buffer): Promise<void> {
  await store.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** False when the user has no such session. */
export async function deleteSession(store: Store, userId: string, id: string): Promise<boolean> {
  const row = await store
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSessionsOf(store: Store, userId: string): Promise<void> {
  await store.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function deleteExpiredSessions(store: Store): Promise<void> {
  await store.deleteFrom('sessions').where('expires_at', '<=', new Date()).execute()
}
