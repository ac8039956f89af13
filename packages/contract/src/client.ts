import { ApiError, errorStatus, errorText, type ErrorKind, type SqlErrorDetail } from './errors.ts'
import { type AnyRoute, hasDeadline, type OutputOf, type SentTo } from './route.ts'

export type ClientOptions = {
  baseUrl: string
  fetch?: typeof globalThis.fetch
  requestId?: () => string
  /** A bearer token, when one is available; browsers rely on the cookie instead. */
  token?: () => string | undefined
  /** Extra headers for one call, for example the encrypted connection of a project. */
  headers?: (route: AnyRoute, params: Record<string, unknown>) => Record<string, string>
  /** Checks each answer before it is returned; throws when it does not fit the route. */
  check?: (route: AnyRoute, answer: unknown) => unknown
  /**
   * Time until the headers of an answer must arrive, in milliseconds; 60 s by default. Routes whose
   * work grows with the data have no limit.
   */
  timeoutMs?: number
}

export type Call = <R extends AnyRoute>(
  route: R,
  input: SentTo<R>,
  signal?: AbortSignal,
) => Promise<OutputOf<R>>

export type StreamCall = <R extends AnyRoute & { stream: true }>(
  route: R,
  input: SentTo<R>,
  options: { signal?: AbortSignal; onLine: (line: OutputOf<R>) => void },
) => Promise<void>

type HeadCall = <R extends AnyRoute & { method: 'GET' }>(
  route: R,
  input: SentTo<R>,
  signal?: AbortSignal,
) => Promise<Headers>

type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob
}

export type Client = {
  call: Call
  stream: StreamCall
  /** Requests a reading route without its body; resolves to the headers. */
  head: HeadCall
}

/** Builds the only functions in the product that perform an HTTP request to our own API. */
export function createClient(options: ClientOptions): Client {
  return {
    async call(route, input, signal) {
      const sent = await send(options, route, { input: input as Parts, signal })
      return (await readAnswer(options, route, sent)) as OutputOf<typeof route>
    },
    async stream(route, input, { signal, onLine }) {
      const { response } = await send(options, route, { input: input as Parts, signal })
      if (response.body === null) return
      await readLines(response.body, (line) => onLine(JSON.parse(line) as OutputOf<typeof route>))
    },
    async head(route, input, signal) {
      const { response } = await send(options, route, {
        input: input as Parts,
        signal,
        method: 'HEAD',
      })
      return response.headers
    },
  }
}

type Outgoing = { input: Parts; signal: AbortSignal | undefined; method?: 'HEAD' }
type Answered = { response: Response; requestId: string }

async function send(options: ClientOptions, route: AnyRoute, out: Outgoing): Promise<Answered> {
  const { url, init, requestId } = buildRequest(options, route, out.input)
  const fetch = options.fetch ?? globalThis.fetch
  const method = out.method ?? init.method
  let response: Response
  try {
    response = await untilHeaders(out.signal, getTimeout(options, route), (signal) =>
      fetch(url, { ...init, method, signal }),
    )
  } catch (cause) {
    if (out.signal?.aborted === true) throw cause
    throw new ApiError('network', isTimeout(cause) ? errorText.timeout : errorText.network, {
      requestId,
      cause,
    })
  }
  if (!response.ok) throw await toApiError(response, requestId)
  return { response, requestId: response.headers.get('x-request-id') ?? requestId }
}

/** SPEC.md section 7. */
const defaultTimeoutMs = 60_000

const getTimeout = ({ timeoutMs = defaultTimeoutMs }: ClientOptions, route: AnyRoute) =>
  hasDeadline(route) ? timeoutMs : null

/** Aborts the request when its headers do not arrive in time; the body may take longer. */
async function untilHeaders(
  signal: AbortSignal | undefined,
  timeoutMs: number | null,
  request: (signal: AbortSignal | null) => Promise<Response>,
): Promise<Response> {
  if (timeoutMs === null) return request(signal ?? null)
  const late = new AbortController()
  const timer = setTimeout(
    () =>
      late.abort(new DOMException('The response headers did not arrive in time', 'TimeoutError')),
    timeoutMs,
  )
  try {
    return await request(
      signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
    )
  } finally {
    clearTimeout(timer)
  }
}

/** Whether a timeout is the error or its cause. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))

/** An answer that does not fit the contract is an internal error and reported as one. */
async function readAnswer(
  { check }: ClientOptions,
  route: AnyRoute,
  { response, requestId }: Answered,
) {
  try {
    const answer: unknown = await response.json()
    return check === undefined ? answer : check(route, answer)
  } catch (cause) {
    throw new ApiError('internal', errorText.default, { code: response.status, requestId, cause })
  }
}

function buildRequest(options: ClientOptions, route: AnyRoute, input: Parts) {
  const requestId = options.requestId?.() ?? crypto.randomUUID()
  const params = input.params ?? {}
  const token = options.token?.()
  const hasBody = input.body !== undefined
  return {
    requestId,
    url: options.baseUrl + buildPath(route, params) + getQuery(input.query ?? {}),
    init: {
      method: route.method,
      credentials: 'include',
      headers: {
        accept: route.stream === true ? 'application/x-ndjson' : 'application/json',
        version: '2',
        'x-request-id': requestId,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(input.file !== undefined && { 'content-type': 'application/octet-stream' }),
        ...options.headers?.(route, params),
      },
      body: input.file ?? (hasBody ? JSON.stringify(input.body) : null),
    } satisfies RequestInit,
  }
}

/** Labels of parameters for users. */
const parameterLabels: Readonly<Record<string, string>> = { ref: 'Project ref' }

/** The route's path with its parameters filled in and percent-encoded. */
export function buildPath(route: AnyRoute, params: Record<string, unknown> = {}): string {
  return route.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') {
      throw new ApiError('invalid_request', `${parameterLabels[name] ?? name} is required`)
    }
    const text = asText(value)
    // Addresses read these as steps, however they are encoded.
    if (text === '.' || text === '..') {
      throw new ApiError('invalid_request', `${parameterLabels[name] ?? name} cannot be ${text}`)
    }
    return encodeURIComponent(text)
  })
}

/** Arrays are comma-separated, as SPEC.md section 7 says; undefined values are left out. */
function getQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    search.set(name, Array.isArray(value) ? value.join(',') : asText(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Parameters are texts, numbers and truth values; anything else is sent as JSON. */
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

async function readLines(body: ReadableStream<Uint8Array>, onLine: (line: string) => void) {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') onLine(line)
  }
  if (rest !== '') onLine(rest)
}

type ErrorBody = {
  kind?: unknown
  message?: unknown
  msg?: unknown
  requestId?: unknown
  fields?: Record<string, string>
  sql?: SqlErrorDetail
}

/**
 * SPEC.md section 8, "Error response": the message is `msg` or `message`. An error of the API
 * without either has the default text; an answer of something else is named by its status.
 */
async function toApiError(response: Response, requestId: string): Promise<ApiError> {
  const answer: unknown = await response.json().catch(() => undefined)
  const body = (isObject(answer) ? answer : {}) as ErrorBody
  const said = [body.msg, body.message].find((text) => typeof text === 'string' && text !== '')
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const kind = typeof body.kind === 'string' && body.kind in errorStatus ? body.kind : 'internal'
  return new ApiError(
    kind as ErrorKind,
    typeof said === 'string' ? said : textWithout(response.status, isObject(answer)),
    {
      code: response.status,
      requestId: response.headers.get('x-request-id') ?? requestId,
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
      fields: body.fields,
      sql: body.sql,
    },
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textWithout(status: number, isOfApi: boolean): string {
  if (isOfApi) return errorText.default
  // Browsers report status 0 when they received no answer at all.
  return status === 0 ? errorText.unknown : errorText.status(status)
}
