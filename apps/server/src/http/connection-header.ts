import { isSameSecret } from '../secrets/tokens.ts'
import type { Vault } from '../secrets/vault.ts'

/** SPEC.md section 5: database calls carry the project's encrypted connection. */
export const connectionHeader = 'x-connection-encrypted'

const purpose = (ref: string) => `connection:${ref}`

/** The project detail's `connectionString`: names the project, opens only at this server. */
export const sealConnection = (vault: Vault, ref: string): string => vault.seal(ref, purpose(ref))

export function opensProject(vault: Vault, ref: string, header: string): boolean {
  const opened = vault.open(header, purpose(ref))
  return opened !== null && isSameSecret(opened, ref)
}
