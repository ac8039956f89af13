import type { Store } from '../../store/store.ts'

type Purpose = 'reset-password' | 'verify-email'

/**
 * Replaces earlier links with the same purpose, so only the newest email works. False, and nothing
 * is stored, when the user does not exist or has another address by now.
 */
export async function replaceMailToken(
  store: Store,
  token: {
    user: { id: string; email: string }
    purpose: Purpose
    tokenHash: Buffer
    expiresAt: Date
  },
): Promise<boolean> {
  const { user, purpose } = token
  return store.transaction().execute(async (tx) => {
    // With the lock, a change of the address waits, and deletes the stored link.
    const current = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('email', '=', user.email)
      .forShare()
      .executeTakeFirst()
    if (current === undefined) return false
    await deleteMailTokens(tx, user.id, purpose)
    await tx
      .insertInto('mail_tokens')
      .values({
        token_hash: token.tokenHash,
        user_id: user.id,
        purpose,
        expires_at: token.expiresAt,
      })
      .execute()
    return true
  })
}

/** Uses the token up; null when it is unknown, used or expired. */
export async function takeMailToken(
  store: Store,
  purpose: Purpose,
  tokenHash: Buffer,
): Promise<string | null> {
  const row = await store
    .deleteFrom('mail_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date())
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Links that were mailed before no longer work. */
export async function deleteMailTokens(
  store: Store,
  userId: string,
  purpose: Purpose,
): Promise<void> {
  await store
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}
