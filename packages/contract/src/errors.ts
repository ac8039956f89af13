/**
 * Every way an endpoint can fail, with the HTTP status it is answered with.
 * Adding a kind here is an API change.
 */
export const errorStatus = {
  invalid_request: 400,
  connection_header_missing: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  /** The organization requires multi-factor authentication, and the account has none. */
  mfa_required: 403,
  /** The change needs a recent confirmation of identity: a password, a code or a passkey. */
  confirmation_required: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  sql_error: 422,
  rate_limited: 429,
  cancelled: 499,
  internal: 500,
  /** The server has no room for this at the moment. */
  busy: 503,
  database_unreachable: 503,
  log_store_unreachable: 503,
  /** The AI model of the install did not answer. */
  model_unavailable: 503,
  network: 0,
} as const

export type ErrorKind = keyof typeof errorStatus

/** Texts of SPEC.md section 8 that do not belong to one screen. */
export const errorText = {
  network: 'Unable to reach the server. Please check your network or try again later.',
  timeout: 'The server did not respond in time. Please try again later.',
  default: 'API error happened while trying to communicate with the server.',
  connection: 'API Error: happened while trying to acquire connection to the database',
  unknown: 'Unknown error',
  status: (status: number) => `An error has occurred: ${status}`,
} as const

/** The fields of PostgreSQL's error message, as far as it sent them. */
export type SqlErrorDetail = {
  /** SQLSTATE, five characters. */
  sqlstate: string
  /** 1-based, into the text that was sent; see the route for its unit. */
  position?: number | undefined
  detail?: string | undefined
  hint?: string | undefined
  constraint?: string | undefined
  column?: string | undefined
}

type More = {
  requestId?: string | undefined
  retryAfter?: number | undefined
  /** Message per field of the input, keyed by its wire name, shown where it was typed. */
  fields?: Record<string, string> | undefined
  sql?: SqlErrorDetail | undefined
  code?: number | undefined
  cause?: unknown
}

/**
 * The one error type, thrown by the server's features and by the client's calls.
 * `message` is always fit for a user; detail belongs in `cause` and the log.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ErrorKind
  /** The HTTP status; 0 when no answer arrived. */
  readonly code: number
  readonly requestId: string | undefined
  /** Seconds, from the Retry-After header. */
  readonly retryAfter: number | undefined
  readonly fields: Record<string, string> | undefined
  readonly sql: SqlErrorDetail | undefined

  constructor(kind: ErrorKind, message: string, more: More = {}) {
    super(message, { cause: more.cause })
    this.kind = kind
    this.code = more.code ?? errorStatus[kind]
    this.requestId = more.requestId
    this.retryAfter = more.retryAfter
    this.fields = more.fields
    this.sql = more.sql
  }
}
