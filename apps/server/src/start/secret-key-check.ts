import { StartError } from '../process/data-directory.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Store } from '../store/store.ts'

/**
 * Ensures that the secret key is the one that sealed the values in the system database. The first
 * start records it; a new key cannot belong to a database with users.
 *
 * @throws StartError when it is another one.
 */
export async function checkSecretKey(
  store: Store,
  { vault, isNew }: { vault: Vault; isNew: boolean },
): Promise<void> {
  const value = vault.derive('secret-key-check')
  const noted = await store.selectFrom('secret_key_check').select('value').executeTakeFirst()
  if (noted === undefined && !(isNew && (await hasUsers(store)))) {
    await store.insertInto('secret_key_check').values({ value }).execute()
    return
  }
  if (noted?.value === value) return
  throw new StartError(
    'The secret key does not match this system database. Restore the file secret-key of the data directory from a backup, or set BASALT_SECRET_KEY to the key. Nothing was changed.',
  )
}

async function hasUsers(store: Store): Promise<boolean> {
  return (await store.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
