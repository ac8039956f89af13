import type { Store } from '../../store/store.ts'

/** Replaces an earlier change: only the newest link works. */
export async function saveEmailChange(
  tx: Store,
  change: { userId: string; email: string; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  const values = {
    token_hash: change.tokenHash,
    new_email: change.email,
    expires_at: change.expiresAt,
  }
  await tx
    .insertInto('email_changes')
    .values({ user_id: change.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** The address that waits for its confirmation. */
export async function findPendingEmail(store: Store, userId: string): Promise<string | null> {
  const row = await store
    .selectFrom('email_changes')
    .select('new_email')
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return row?.new_email ?? null
}

/** The address that was to be the new one; null when there was none. */
export async function deleteEmailChange(tx: Store, userId: string): Promise<string | null> {
  const row = await tx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .returning('new_email')
    .executeTakeFirst()
  return row?.new_email ?? null
}

/** Uses the link up; null when it is unknown, used or expired. */
export async function takeEmailChange(
  tx: Store,
  tokenHash: Buffer,
): Promise<{ userId: string; email: string } | null> {
  const row = await tx
    .deleteFrom('email_changes')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date())
    .returning(['user_id', 'new_email'])
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.user_id, email: row.new_email }
}

/** Links that were mailed to an address that is no longer the account's. */
export async function deleteMailTokens(tx: Store, userId: string): Promise<void> {
  await tx.deleteFrom('mail_tokens').where('user_id', '=', userId).execute()
}
