import { isIP } from 'node:net'

export type ProjectAddress = {
  ref: string
  /** Below the base address of the project, without the query; begins with a slash. */
  path: string
}

const maxLoggedPath = 1000
const addressForm = /^\/p\/([^/?#]*)([^?#]*)/u
const isRef = /^[a-z0-9-]{1,64}$/u

/**
 * Splits `/p/{ref}/…` into the ref and the path below the project's base address. The query is
 * left out, because clients may send keys in it.
 *
 * @returns null when the address cannot name a project.
 */
export function parseAddress(url: string): ProjectAddress | null {
  const [, ref = '', path = ''] = addressForm.exec(url) ?? []
  return isRef.test(ref) ? { ref, path: path === '' ? '/' : path } : null
}

/** The path for the log: of a request without a project as it was sent, without the query. */
export const getLoggedPath = (url: string): string =>
  (parseAddress(url)?.path ?? url.split(/[?#]/u)[0] ?? '/').slice(0, maxLoggedPath)

/**
 * The client's address for the log; null when it is unknown. The zone of a link-local IPv6 address
 * is left out: `inet` has none, and PostgreSQL would refuse the whole group of requests.
 */
export function getLoggedAddress(address: string | null): string | null {
  const [plain = ''] = address?.split('%') ?? []
  return isIP(plain) > 0 ? plain : null
}
