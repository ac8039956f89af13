import { isSameSecret } from '@basalt/identity'

import type { Vault } from '../secrets/vault.ts'

/** SPEC.md section 5: database calls carry the project's encrypted connection. */
export const connectionHeader = 'x-connection-encrypted'

const purpose = (ref: string) => `connection:${ref}`

/** The project detail's `connectionString`: names the project, opens only at this server. */
export const sealConnection = (vault: Vault, ref: string): string => vault.seal(ref, purpose(ref))

/** Opened headers, by vault: a page sends the same header with each of its calls. */
const opened = new WeakMap<Vault, Map<string, string>>()
const maxOpened = 2000

export function opensProject(vault: Vault, ref: string, header: string): boolean {
  const known = opened.get(vault) ?? new Map<string, string>()
  opened.set(vault, known)
  const before = known.get(header)
  if (before !== undefined) return before === ref
  const text = vault.open(header, purpose(ref))
  if (text === null || !isSameSecret(text, ref)) return false
  known.set(header, ref)
  const [oldest] = known.keys()
  if (known.size > maxOpened && oldest !== undefined) known.delete(oldest)
  return true
}
