import type { FastifyRequest } from 'fastify'

/** Headers with which proxies mark forwarded requests. */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Whether a program on this machine made the request. When users reach the install by a non-local
 * address, a proxy without headers may be in front: then no request counts as local.
 */
export function isLocalCall(request: FastifyRequest, publicUrl: string): boolean {
  return (
    isLocalUrl(publicUrl) &&
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLocalName(request.headers.host) &&
    forwarding.every((name) => request.headers[name] === undefined)
  )
}

const isLoopback = (address: string) =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')

/**
 * The base URL of the caller's page, without a trailing slash: the public address, but for local
 * calls the local name that was used, because sessions and passkeys belong to one name.
 */
export function getPageUrl(request: FastifyRequest, publicUrl: string): string {
  const { host } = request.headers
  if (host === undefined || !isLocalCall(request, publicUrl)) return publicUrl
  return `${new URL(publicUrl).protocol}//${host}`
}

/** Whether only programs on this machine can follow the URL. */
export const isLocalUrl = (url: string): boolean =>
  URL.canParse(url) && isLocalName(new URL(url).host)

/** Whether the host is a name of this machine: prevents DNS rebinding. */
export function isLocalName(host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/u.test(hostname)
}
