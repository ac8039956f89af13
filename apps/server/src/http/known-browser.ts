import { randomUUID } from 'node:crypto'

import { z } from 'zod/mini'

import type { Vault } from '../secrets/vault.ts'

/** A browser that signed in before: whose password it proved, the last account first. */
const knownBrowser = z.object({ id: z.string(), accounts: z.array(z.string()) })
type KnownBrowser = z.infer<typeof knownBrowser>

const purpose = 'known-browser'
/** More people rarely share one browser. */
const maxAccounts = 8
export const knownBrowserSeconds = 180 * 24 * 60 * 60

/** Reads the cookie; null when this install did not seal it. */
export function readKnownBrowser(vault: Vault, cookie: string | null): KnownBrowser | null {
  const text = cookie === null ? null : vault.open(cookie, purpose)
  return text === null ? null : z.parse(knownBrowser, JSON.parse(text))
}

/** The cookie of the browser once it has signed in to one more account. */
export function rememberAccount(
  vault: Vault,
  before: KnownBrowser | null,
  accountId: string,
): string {
  const others = before?.accounts.filter((id) => id !== accountId) ?? []
  const browser: KnownBrowser = {
    id: before?.id ?? randomUUID(),
    accounts: [accountId, ...others].slice(0, maxAccounts),
  }
  return vault.seal(JSON.stringify(browser), purpose)
}
