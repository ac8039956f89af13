import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'

import { findProjectId } from '../vault/project-id.ts'
import { listReferences, references } from '../vault/references.ts'
import { findSecrets, openSecret, readVaultKind } from '../vault/stored-secrets.ts'
import { type KeyServices, listVaultKeys } from '../vault/vault-keys.ts'

type Services = KeyServices & { engine: ProjectEngine }

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
  return (await openReferences(services, ref, [text])).fill(text)
}

export type References = {
  /** @throws ApiError `conflict` that names a secret which is missing or does not open. */
  fill: (text: string) => string
  /** Puts the references back, into messages and answers that may repeat a secret. */
  mask: (text: string) => string
}

/** Opens the secrets that the texts refer to. */
export async function openReferences(
  services: Services,
  ref: string,
  texts: readonly string[],
): Promise<References> {
  const names = [...new Set(texts.flatMap(listReferences))]
  if (names.length === 0) return { fill: (text) => text, mask: (text) => text }
  const secrets = await readSecrets(services, ref, names)
  return {
    fill: (text) => text.replaceAll(references, (_, name: string) => getSecret(secrets, name)),
    mask: (text) => maskSecrets(text, secrets),
  }
}

function getSecret(secrets: Secrets, name: string): string {
  const secret = secrets.get(name)
  if (secret === undefined) throw new ApiError('conflict', `The vault has no secret "${name}"`)
  if (secret === null) {
    throw new ApiError('conflict', `No key of this project opens the secret "${name}"`)
  }
  return secret
}

/** As it is, in JSON, in a URL, and encoded as the password of a request. */
const formsOf = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  encodeURI(secret),
  Buffer.from(secret).toString('base64'),
]

function maskSecrets(text: string, secrets: Secrets): string {
  const forms = [...secrets].flatMap(([name, secret]) =>
    secret === null || secret === '' ? [] : formsOf(secret).map((form) => ({ name, form })),
  )
  // The longest first: one secret may be a part of another.
  const inOrder = forms.toSorted((one, other) => other.form.length - one.form.length)
  let masked = text
  for (const { name, form } of inOrder) masked = masked.replaceAll(form, () => `{{vault:${name}}}`)
  return masked
}

type Secrets = ReadonlyMap<string, string | null>

/** Null for a secret that does not open. */
async function readSecrets(
  services: Services,
  ref: string,
  names: readonly string[],
): Promise<Secrets> {
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
