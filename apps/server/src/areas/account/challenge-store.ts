import type { Schema } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

type Purpose = Schema['challenges']['purpose']

export async function insertChallenge(
  store: Store,
  challenge: { userId: string | null; purpose: Purpose; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await store
    .insertInto('challenges')
    .values({
      token_hash: challenge.tokenHash,
      user_id: challenge.userId,
      purpose: challenge.purpose,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

type Found = { userId: string | null }

/** Reads it without using it up, and locks it until the transaction ends. */
export async function holdChallenge(
  tx: Store,
  purpose: Purpose,
  tokenHash: Buffer,
): Promise<Found | null> {
  const row = await tx
    .selectFrom('challenges')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date())
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.user_id }
}

/** Uses the challenge up; null when it is unknown, used or expired. */
export async function takeChallenge(
  store: Store,
  purpose: Purpose,
  tokenHash: Buffer,
): Promise<Found | null> {
  const row = await store
    .deleteFrom('challenges')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date())
    .returning('user_id')
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.user_id }
}

/** Sign-ins that started before a change of sign-in methods cannot be finished after it. */
export async function deleteChallenges(store: Store, userId: string): Promise<void> {
  await store.deleteFrom('challenges').where('user_id', '=', userId).execute()
}
