import type { Vault } from '../../secrets/vault.ts'

/** The text record that proves who owns a domain: another one for each organization. */
export const domainRecord = (vault: Vault, organizationId: number, domain: string) => ({
  name: `_basalt.${domain}`,
  value: `basalt-verification=${vault.derive(`sso-domain:${organizationId}:${domain}`).slice(0, 32)}`,
})
