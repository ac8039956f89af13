import { randomBytes } from 'node:crypto'

import type { ProjectEngine, Queryable } from '@basalt/engine'

import { installExtension } from '../../projects/install-extension.ts'
import { createSigningSecret } from '../../secrets/webhook-signature.ts'
import { insertSecret, readVaultKind } from '../../vault/stored-secrets.ts'
import { type KeyServices, prepareVaultKeys } from '../../vault/vault-keys.ts'

export async function listSecretNames(db: Queryable): Promise<string[]> {
  if ((await readVaultKind(db)) === 'absent') return []
  const rows = await db.query<{ name: string }>(
    'select name from vault.secrets where name is not null order by name limit 1000',
  )
  return rows.map(({ name }) => name)
}

type Services = KeyServices & { engine: ProjectEngine }

/**
 * Prepares a secret of Standard Webhooks. The returned function stores it in the vault, which it
 * creates if there is none, and answers its name; the text itself goes nowhere else.
 */
export async function prepareSigningSecret(
  services: Services,
  projectId: number,
): Promise<(tx: Queryable, hook: string) => Promise<string>> {
  const { extensions } = await services.engine.manifest()
  const keys = await prepareVaultKeys(services, projectId)
  const key = keys.find(({ isCurrent }) => isCurrent)
  if (key === undefined) throw new Error('The vault has no current key')
  return async (tx, hook) => {
    if ((await readVaultKind(tx)) === 'absent') {
      await installExtension(tx, 'supabase_vault', extensions)
    }
    const readable = hook.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_')
    const name = `webhook_${readable}_${randomBytes(4).toString('hex')}`
    const text = createSigningSecret()
    const description = `Signs the events of the webhook ${hook}`
    if ((await readVaultKind(tx)) === 'own')
      await insertSecret(tx, key, { name, description, text })
    else await tx.query('select vault.create_secret($1, $2, $3)', [text, name, description])
    return name
  }
}
