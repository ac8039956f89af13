import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'

import { findProjectId } from '../vault/project-id.ts'
import { findSecrets, openSecret, readVaultKind } from '../vault/stored-secrets.ts'
import { type KeyServices, listVaultKeys } from '../vault/vault-keys.ts'

type Services = KeyServices & { engine: ProjectEngine }

const reference = /\{\{\s*vault:([^{}]{1,200}?)\s*\}\}/gu

/**
 * Replaces each `{{vault:name}}` by the secret of the project's vault. Hooks, jobs and wrappers store
 * the text with its references and resolve it when they use it.
 *
 * @throws ApiError `conflict` that names a secret which is missing or does not open.
 */
export async function resolveSecrets(
  services: Services,
  ref: string,
  text: string,
): Promise<string> {
  const names = [...new Set([...text.matchAll(reference)].map(([, name = '']) => name))]
  if (names.length === 0) return text
  const secrets = await readSecrets(services, ref, names)
  return text.replaceAll(reference, (_, name: string) => {
    const secret = secrets.get(name)
    if (secret === undefined) {
      throw new ApiError('conflict', `The vault has no secret "${name}"`)
    }
    if (secret === null) {
      throw new ApiError('conflict', `No key of this project opens the secret "${name}"`)
    }
    return secret
  })
}

/** Null for a secret that does not open. */
async function readSecrets(
  services: Services,
  ref: string,
  names: readonly string[],
): Promise<Map<string, string | null>> {
  const db = await services.engine.open(ref, 'owner')
  const kind = await readVaultKind(db)
  if (kind === 'absent') return new Map()
  if (kind === 'original') {
    const rows = await db.query<{ name: string; decrypted_secret: string | null }>(
      'select name, decrypted_secret from vault.decrypted_secrets where name = any ($1::text[])',
      [names],
    )
    return new Map(rows.map(({ name, decrypted_secret: secret }) => [name, secret]))
  }
  const keys = await listVaultKeys(services, await findProjectId(services.store, ref))
  const found = await findSecrets(db, names)
  return new Map(found.map((secret) => [secret.name ?? '', openSecret(secret, keys)]))
}
