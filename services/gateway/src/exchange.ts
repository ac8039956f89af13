/** A request as it arrived, without its body. */
export type GatewayRequest = {
  method: string
  /** Path and query as they were sent, for example `/p/abc/health?x=1`. */
  url: string
  /** Of the client; null when it is unknown. */
  address: string | null
  /** Sent back as `x-request-id`, and logged. */
  id: string
  /** `access-control-request-headers` of a preflight. */
  requestedHeaders?: string | undefined
  /** As they arrived, for the log. */
  headers?:
    | {
        host?: string | undefined
        referer?: string | undefined
        userAgent?: string | undefined
        clientInfo?: string | undefined
        forwardedProto?: string | undefined
      }
    | undefined
}

export type GatewayAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  /** JSON; empty for a preflight. */
  body: string
}

/** `message` and `hint` are read by the client's developer: they hold no secret and no detail of the server. */
export type GatewayFailure = {
  status: number
  /** For programs, in lower case with underscores. */
  code: string
  message: string
  hint?: string | undefined
  /** Seconds. */
  retryAfter?: number | undefined
}

/** Thrown by a step of the gateway, and answered as its failure. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly failure: GatewayFailure

  constructor(failure: GatewayFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Headers that scripts of other origins may read. */
const exposed =
  'retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id'

/**
 * Every origin may read an answer, without credentials: nothing here depends on a cookie. The
 * sandbox keeps answers of projects from running with the rights of the dashboard's origin.
 */
const everyAnswer = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'content-type': 'application/json; charset=utf-8',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

export const answerJson = (
  { id }: GatewayRequest,
  {
    status,
    value,
    headers = {},
  }: { status: number; value: unknown; headers?: Record<string, string> },
): GatewayAnswer => ({
  status,
  headers: { ...everyAnswer, 'x-request-id': id, ...headers },
  body: JSON.stringify(value),
})

/** The four fields that stock clients read from an error of any service. */
export function answerFailure(request: GatewayRequest, failure: GatewayFailure): GatewayAnswer {
  const { status, code, message, hint = null, retryAfter } = failure
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return answerJson(request, { status, headers, value: { code, message, details: null, hint } })
}

const isHeaderList = /^[\w-]+(?:\s*,\s*[\w-]+){0,63}$/u
const dayInSeconds = 86_400

/** Answers a preflight: `*` would not cover `authorization`, so the requested names are repeated. */
export function answerPreflight(
  request: GatewayRequest,
  methods: readonly string[],
): GatewayAnswer {
  const { requestedHeaders = '' } = request
  const { 'content-type': _, ...headers } = everyAnswer
  return {
    status: 204,
    headers: {
      ...headers,
      'x-request-id': request.id,
      'access-control-allow-methods': methods.join(', '),
      ...(isHeaderList.test(requestedHeaders) && {
        'access-control-allow-headers': requestedHeaders,
      }),
      'access-control-max-age': String(dayInSeconds),
      vary: 'access-control-request-headers',
    },
    body: '',
  }
}
