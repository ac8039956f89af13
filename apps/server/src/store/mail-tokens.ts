import type { Store } from './store.ts'

type Purpose = 'reset-password' | 'verify-email'

/** Replaces earlier links of the same purpose, so only the newest mail works. */
export async function replaceMailToken(
  store: Store,
  token: { userId: string; purpose: Purpose; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await store.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('mail_tokens')
      .where('user_id', '=', token.userId)
      .where('purpose', '=', token.purpose)
      .execute()
    await tx
      .insertInto('mail_tokens')
      .values({
        token_hash: token.tokenHash,
        user_id: token.userId,
        purpose: token.purpose,
        expires_at: token.expiresAt,
      })
      .execute()
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
export async function deleteMailTokensOf(
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
