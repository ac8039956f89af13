import type { IncomingHttpHeaders } from 'node:http'

/** Browsers accept `__Host-` cookies only from a secure page of this very host. */
export const cookieName = (name: string, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}basalt_${name}`

/** The value of a cookie of ours; null where the browser sent none. */
export function readCookie(
  { cookie }: IncomingHttpHeaders,
  name: string,
  isSecure: boolean,
): string | null {
  const start = `${cookieName(name, isSecure)}=`
  const found = cookie?.split(/;\s*/u).find((part) => part.startsWith(start))
  const value = found?.slice(start.length)
  return value === undefined || value === '' ? null : value
}

export function readBearer({ authorization }: IncomingHttpHeaders): string | null {
  return /^Bearer\s+(\S+)$/iu.exec(authorization ?? '')?.[1] ?? null
}

/** The password of HTTP basic authentication, of any user name. */
export function readBasicPassword({ authorization }: IncomingHttpHeaders): string | null {
  const encoded = /^Basic\s+([\w+/=-]+)$/iu.exec(authorization ?? '')?.[1] ?? ''
  const [, password = ''] =
    /^[^:]*:(\S+)$/u.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  return password === '' ? null : password
}

/** The credential of a request; a bearer token takes precedence over the cookie. */
export const getCredential = (headers: IncomingHttpHeaders, isSecure: boolean): string | null =>
  readBearer(headers) ?? readCookie(headers, 'session', isSecure)
