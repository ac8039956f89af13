import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import { membershipsIn, presentMembership } from './organizations.ts'
import { presentProject, projectIn } from './projects.ts'
import { remembered } from './remembered.ts'
import { hasMfaColumn } from './second-factors.ts'
import type { Store } from './store.ts'
import { writtenOnce } from './written-once.ts'

/** The precision of a session's time of last use. */
const seenMs = 60_000

export type StoredSession = {
  id: string
  userId: string | null
  ipAddress: string | null
  userAgent: string | null
  createdAt: Date
  lastSeenAt: Date
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
): Promise<{ id: string }> {
  return store
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      ip_address: session.ipAddress,
      user_agent: session.userAgent,
      expires_at: session.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

const readSession = writtenOnce((store, { tokenHash, ref }: { tokenHash: Buffer; ref: string }) =>
  store
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'users.email',
      'users.is_operator',
      hasMfaColumn.as('has_mfa'),
    ])
    .select([
      jsonArrayFrom(
        membershipsIn(store).where('members.user_id', '=', sql.ref<string>('sessions.user_id')),
      ).as('memberships'),
      jsonObjectFrom(projectIn(store, ref)).as('project'),
    ])
    .where('token_hash', '=', tokenHash)
    .compile(),
)

/**
 * The session and its user, unless it has expired, with the data for authorizing most calls: the
 * organizations of the user, and the project of the ref. It is one statement because every call
 * waits for it, and with `skipsCache: false` it is answered from the cache if possible.
 * Occasionally records that the session is used.
 */
export async function findSession(
  store: Store,
  tokenHash: Buffer,
  { ref = '', skipsCache = true }: { ref?: string | undefined; skipsCache?: boolean } = {},
) {
  const session = await getSession(store, { tokenHash, ref }, skipsCache)
  if (session === undefined || session.expires_at.getTime() <= Date.now()) return null
  if (session.last_seen_at.getTime() < Date.now() - seenMs) {
    await store
      .updateTable('sessions')
      .set({ last_seen_at: new Date() })
      .where('id', '=', session.id)
      .execute()
  }
  return session
}

const getSession = remembered(
  async (store, requested: { tokenHash: Buffer; ref: string }) => {
    const [row] = await readSession(store, requested)
    if (row === undefined) return undefined
    const { memberships, project, ...session } = row
    return {
      ...session,
      memberships: memberships.map(presentMembership),
      project: project === null ? null : presentProject(project),
    }
  },
  ({ tokenHash, ref }) => `${tokenHash.toString('base64')} ${ref}`,
)

/** The sessions that are still valid; the others ended or expired. */
export async function activeSessions(store: Store, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await store
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('expires_at', '>', new Date())
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** When the person of the session last proved who they are; null when it has ended. */
export async function confirmedAt(store: Store, id: string): Promise<Date | null> {
  const row = await store
    .selectFrom('sessions')
    .select('confirmed_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.confirmed_at ?? null
}

export async function setConfirmed(store: Store, id: string): Promise<void> {
  await store
    .updateTable('sessions')
    .set({ confirmed_at: new Date() })
    .where('id', '=', id)
    .execute()
}

export async function listSessions(store: Store, userId: string): Promise<StoredSession[]> {
  const rows = await store
    .selectFrom('sessions')
    .select([
      'id',
      'user_id',
      'ip_address',
      'user_agent',
      'created_at',
      'last_seen_at',
      'expires_at',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy('last_seen_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
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

/** Ends every session of the user, or all but one; returns their number. */
export async function deleteSessions(
  store: Store,
  userId: string,
  { except }: { except?: string | null } = {},
): Promise<number> {
  const all = store.deleteFrom('sessions').where('user_id', '=', userId)
  const others = typeof except === 'string' ? all.where('id', '<>', except) : all
  const rows = await others.returning('id').execute()
  return rows.length
}

/** With unfinished sign-ins. */
export async function deleteExpiredSessions(store: Store): Promise<void> {
  await store.deleteFrom('sessions').where('expires_at', '<=', new Date()).execute()
  await store.deleteFrom('challenges').where('expires_at', '<=', new Date()).execute()
}
