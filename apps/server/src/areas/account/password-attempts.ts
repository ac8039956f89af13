import type { Context } from '../../http/context.ts'
import { createRateLimit, type RateLimit } from '../../http/rate-limits.ts'

const windowSeconds = 15 * 60

/** Attempts to sign in with a password; each is counted until it succeeds. */
export type PasswordAttempts = {
  /**
   * Counts one attempt. A browser that has signed in to the account before has a separate limit, so
   * that others cannot lock it out; all others are limited by address, by account and address
   * together, and by account.
   *
   * @returns a function to call when the password was correct.
   * @throws RateLimited when there were too many.
   */
  begin(
    account: { email: string; id: string | null },
    context: Context,
  ): Promise<() => Promise<void>>
  /** Counts one attempt to make an account. */
  beginSignUp(context: Context): Promise<void>
}

type Counted = { limit: RateLimit; key: string; isForgiven: boolean }

export function createPasswordAttempts(most: { everywhere: number }): PasswordAttempts {
  const getLimit = (points: number) => createRateLimit({ points, durationSeconds: windowSeconds })
  const limits = {
    browser: getLimit(10),
    pair: getLimit(10),
    address: getLimit(60),
    everywhere: getLimit(most.everywhere),
  }
  const getCounted = (
    account: { email: string; id: string | null },
    context: Context,
  ): Counted[] => {
    const network = getNetwork(context.client.address)
    const browser = account.id === null ? null : context.knownBrowserOf(account.id)
    if (browser !== null) {
      return [{ limit: limits.browser, key: `${browser} ${account.id}`, isForgiven: true }]
    }
    return [
      { limit: limits.address, key: network, isForgiven: false },
      { limit: limits.pair, key: `${network} ${account.email}`, isForgiven: true },
      { limit: limits.everywhere, key: account.email, isForgiven: false },
    ]
  }
  return {
    async begin(account, context) {
      const counted = getCounted(account, context)
      for (const { limit, key } of counted) await limit.consume(key)
      return async () => {
        for (const { limit, key, isForgiven } of counted) {
          await (isForgiven ? limit.forgive(key) : limit.release(key))
        }
      }
    },
    beginSignUp: ({ client }) => limits.address.consume(getNetwork(client.address)),
  }
}

/** A home or machine has many IPv6 addresses: their network is limited as one. */
export function getNetwork(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
