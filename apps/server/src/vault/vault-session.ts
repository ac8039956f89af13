import type { Queryable } from '@basalt/engine'

import { findProjectId } from './project-id.ts'
import type { VaultKey } from './secret-format.ts'
import { type KeyServices, prepareVaultKeys } from './vault-keys.ts'

/** The value of the setting `vault.key`, which the extension supabase_vault reads. */
export const writeVaultSetting = (keys: readonly VaultKey[]): string =>
  keys.map(({ id, bytes }) => `${id}:${bytes.toString('hex')}`).join(',')

/** Sent as a parameter: the text of the statement, which logs may contain, has no key. */
export async function setVaultKey(
  session: Queryable,
  setting: string,
  until: 'session' | 'transaction' = 'session',
): Promise<void> {
  const isLocal = until === 'transaction'
  await session.query("select pg_catalog.set_config('vault.key', $1, $2)", [setting, isLocal])
}

/** Whether the privileges of a database role let it read decrypted secrets. */
export async function mayReadSecrets(db: Queryable, role: string): Promise<boolean> {
  const [row] = await db.query<{ may_read: boolean }>(
    `select coalesce(
       pg_catalog.has_schema_privilege($1::name, pg_catalog.to_regnamespace('vault')::oid, 'usage')
       and pg_catalog.has_table_privilege(
         $1::name, pg_catalog.to_regclass('vault.decrypted_secrets')::oid, 'select'),
       false) as may_read`,
    [role],
  )
  return row?.may_read === true
}

type Opened = {
  ref: string
  role: string
  session: Queryable
  /** Whether the job is one that may have the key; by default it is. */
  isTrusted?: (keys: readonly VaultKey[]) => boolean
}

/**
 * Gives a session the key of the vault, if the role may read decrypted secrets. For jobs: their
 * session has to end, or run `discard all`, before anybody else uses its connection.
 *
 * @returns whether the session has the key.
 */
export async function openVaultSession(
  services: KeyServices,
  { ref, role, session, isTrusted = () => true }: Opened,
): Promise<boolean> {
  if (!(await mayReadSecrets(session, role))) return false
  const keys = await prepareVaultKeys(services, await findProjectId(services.store, ref))
  if (!isTrusted(keys)) return false
  await setVaultKey(session, writeVaultSetting(keys))
  return true
}
