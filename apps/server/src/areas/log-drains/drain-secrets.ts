import type { Vault } from '../../secrets/vault.ts'
import type { Secrets } from './formats/drain-format.ts'

const purpose = 'log-drain'

export const sealSecrets = (vault: Vault, secrets: Secrets): string =>
  vault.seal(JSON.stringify(secrets), purpose)

/** @throws Error when they were sealed with another key. */
export function secretsOf(vault: Vault, { sealed_secrets: sealed }: { sealed_secrets: string }) {
  const text = vault.open(sealed, purpose)
  if (text === null) throw new Error('The secrets of this drain cannot be read: enter them again')
  return JSON.parse(text) as Secrets
}

/** Secrets that are left out keep their value, empty ones are removed. */
export const mergeSecrets = (known: Secrets, changed: Secrets): Secrets =>
  Object.fromEntries(Object.entries({ ...known, ...changed }).filter(([, value]) => value !== ''))
