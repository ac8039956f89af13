import { ApiError } from '@basalt/contract'
import type { FastifyRequest } from 'fastify'

/** Answers of the API are for one caller at one moment. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/**
 * A page of another site cannot make a signed-in browser change something: browsers
 * always tell where such a request comes from.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const isForeign =
    origin === undefined ? site === 'cross-site' : origin !== publicUrl && hostOf(origin) !== host
  if (isForeign) throw new ApiError('forbidden', 'Requests from other sites are refused')
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)

/** Whether the name in the address bar is this machine's own: defeats DNS rebinding. */
export function isLocalName(host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/u.test(hostname)
}
