import type { Store } from '../../store/store.ts'

export type StoredPasskey = {
  id: string
  userId: string
  name: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  isBackedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

export async function listPasskeys(store: Store, userId: string): Promise<StoredPasskey[]> {
  const rows = await store
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(toPasskey)
}

/** Locked until the transaction ends, so that uses check its counter one at a time. */
export async function holdPasskey(tx: Store, credentialId: string): Promise<StoredPasskey | null> {
  const row = await tx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : toPasskey(row)
}

/** Null when a passkey with this credential exists, for any user. */
export async function insertPasskey(
  store: Store,
  passkey: Omit<StoredPasskey, 'id' | 'createdAt' | 'lastUsedAt'>,
): Promise<{ id: string } | null> {
  const row = await store
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: String(passkey.counter),
      transports: passkey.transports,
      is_backed_up: passkey.isBackedUp,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ?? null
}

export async function notePasskeyUse(store: Store, id: string, counter: number): Promise<void> {
  await store
    .updateTable('passkeys')
    .set({ counter: String(counter), last_used_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** The name before; null when the user has no such passkey. */
export async function renamePasskey(
  tx: Store,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('passkeys')
    .select('name')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  await tx.updateTable('passkeys').set({ name }).where('id', '=', id).execute()
  return row.name
}

/** Its name; null when the user has no such passkey. */
export async function deletePasskey(
  store: Store,
  userId: string,
  id: string,
): Promise<string | null> {
  const row = await store
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

type Row = {
  id: string
  user_id: string
  name: string
  credential_id: string
  public_key: Buffer
  counter: string
  transports: string[]
  is_backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

const toPasskey = (row: Row): StoredPasskey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: row.transports,
  isBackedUp: row.is_backed_up,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})
