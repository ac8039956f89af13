import { ApiError } from '@basalt/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { RateLimited } from './rate-limits.ts'

/** Answers of the API are for one caller at one moment, and are never a page. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/** A page may run our own scripts only, and no other site may frame it. */
export const pagePolicy =
  "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * A worker file has its own policy. The one that parses SQL compiles PostgreSQL's parser from
 * WebAssembly; pages may not.
 */
export const compilingPolicy = pagePolicy.replace(
  "script-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
)

const twoYears = 2 * 365 * 24 * 60 * 60

/** Headers of every answer: pages, files and the API alike. */
export const securityHeaders = (publicUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Addresses of pages name projects and tables, which other sites must not see.
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Subdomains may belong to others.
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=${twoYears}`,
  }),
})

/** For an answer that is written without the framework: the headers it would have sent. */
export function passHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
}

/**
 * A page of another site cannot make a signed-in browser change something: browsers always send the
 * origin of such a request.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const isForeign =
    origin === undefined
      ? site === 'cross-site' || site === 'same-site'
      : origin !== publicUrl && getHost(origin) !== host
  if (isForeign) throw new ApiError('forbidden', 'Requests from other sites are rejected')
}

const getHost = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)

/** A table with a filter on each column has an address of a few thousand characters. */
const maxUrlLength = 12 * 1024
const maxHeaders = 100

/** Browsers send about twenty headers; far more are refused. */
export function refuseOversized(request: FastifyRequest): void {
  if ((request.raw.url ?? '').length > maxUrlLength) {
    throw new ApiError('invalid_request', 'The URL of the request is too long', { code: 414 })
  }
  if (request.raw.rawHeaders.length / 2 > maxHeaders) {
    throw new ApiError('invalid_request', 'The request has too many headers', { code: 431 })
  }
}

/** The caller's remaining requests, in the standard headers. */
export const limitHeaders = (limit: {
  limit: number
  remaining: number
  resetSeconds: number
}): Record<string, string> => ({
  'x-ratelimit-limit': String(limit.limit),
  'x-ratelimit-remaining': String(limit.remaining),
  'x-ratelimit-reset': String(limit.resetSeconds),
})

/** Headers of a refusal: when to try again, and which limit was reached. */
export const refusalHeaders = (error: ApiError): Record<string, string> => ({
  ...(error.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
  ...(error instanceof RateLimited && limitHeaders(error.state)),
})
