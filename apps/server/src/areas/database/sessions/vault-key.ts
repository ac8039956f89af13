import { vault as vaultRoutes } from '@basalt/contract/vault/vault'
import { redactStatement } from '@basalt/logs'

import { type Context, getProject, getScope } from '../../../http/context.ts'
import { type KeyServices, listVaultKeys, prepareVaultKeys } from '../../../vault/vault-keys.ts'
import { setVaultKey, writeVaultSetting } from '../../../vault/vault-session.ts'
import type { SqlSession } from './sql-session.ts'

/**
 * The key of the vault for a run of a member who may reveal secrets; null for others, and for
 * projects without a vault.
 */
export async function readVaultKey(
  services: KeyServices,
  context: Context,
  script: string,
): Promise<string | null> {
  const project = getProject(context)
  if (!context.may(vaultRoutes.reveal.permission, getScope(project))) return null
  // The script may be the one that creates the extension.
  const keys = await (/vault/iu.test(script) ? prepareVaultKeys : listVaultKeys)(
    services,
    project.id,
  )
  return keys.length === 0 ? null : writeVaultSetting(keys)
}

/**
 * Before each run, because a script may reset it and a rotation change it. An impersonated role has
 * no key, as in the API. The pool runs `discard all` before another user gets the connection.
 */
export async function applyVaultKey(
  { connection, applied, transaction, place }: SqlSession,
  key: string | null,
): Promise<void> {
  if (key === null || connection === undefined || transaction !== 'none') return
  if (place.role === 'read-only') return
  await setVaultKey(connection, applied.as === undefined ? key : '')
}

/** The text of a script for records: without literals if it hands a secret to the vault. */
export const hideVaultTexts = (script: string): string =>
  /\b(?:create|update)_secret\b/iu.test(script) ? redactStatement(script).text : script
