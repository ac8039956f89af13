import { ApiError, errorStatus, errorText, type ErrorKind, type SqlErrorDetail } from './errors.ts'
import type { AnyRoute, OutputOf, SentTo } from './route.ts'

export type ClientOptions = {
  baseUrl: string
  fetch?: typeof globalThis.fetch
  requestId?: () => string
  /** A bearer token, when one is available; browsers rely on the cookie instead. */
  token?: () => string | undefined
  /** Extra headers for one call, for example the encrypted connection of a project. */
  headers?: (route: AnyRoute, params: Record<string, unknown>) => Record<string, string>
  /** Looks at each answer before it is given on; throws when it is not one of the route. */
  check?: (route: AnyRoute, answer: unknown) => unknown
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

type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob
}

/** Builds the only functions in the product that perform an HTTP request to our own API. */
export function createClient(options: ClientOptions): { call: Call; stream: StreamCall } {
  const send = async (route: AnyRoute, input: Parts, signal?: AbortSignal) => {
    const request = buildRequest(options, route, input)
    const fetch = options.fetch ?? globalThis.fetch
    let response: Response
    try {
      response = await fetch(request.url, { ...request.init, signal: signal ?? null })
    } catch (cause) {
      if (signal?.aborted === true) throw cause
      throw new ApiError('network', errorText.network, { cause })
    }
    if (!response.ok) throw await toApiError(response)
    return response
  }

  return {
    async call(route, input, signal) {
      const response = await send(route, input as Parts, signal)
      return (await readAnswer(options, route, response)) as OutputOf<typeof route>
    },
    async stream(route, input, { signal, onLine }) {
      const response = await send(route, input as Parts, signal)
      if (response.body === null) return
      await readLines(response.body, (line) => onLine(JSON.parse(line) as OutputOf<typeof route>))
    },
  }
}

/** An answer that does not fit the contract is a fault of ours, and said as one. */
async function readAnswer({ check }: ClientOptions, route: AnyRoute, response: Response) {
  try {
    const answer: unknown = await response.json()
    return check === undefined ? answer : check(route, answer)
  } catch (cause) {
    const requestId = response.headers.get('x-request-id') ?? undefined
    throw new ApiError('internal', errorText.default, { code: response.status, requestId, cause })
  }
}

function buildRequest(options: ClientOptions, route: AnyRoute, input: Parts) {
  const { requestId = () => crypto.randomUUID() } = options
  const params = input.params ?? {}
  const token = options.token?.()
  const hasBody = input.body !== undefined
  return {
    url: options.baseUrl + pathOf(route, params) + queryOf(input.query ?? {}),
    init: {
      method: route.method,
      credentials: 'include',
      headers: {
        accept: route.stream === true ? 'application/x-ndjson' : 'application/json',
        version: '2',
        'x-request-id': requestId(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(input.file !== undefined && { 'content-type': 'application/octet-stream' }),
        ...options.headers?.(route, params),
      },
      body: input.file ?? (hasBody ? JSON.stringify(input.body) : null),
    } satisfies RequestInit,
  }
}

/** What a person calls a parameter. */
const wordsFor: Readonly<Record<string, string>> = { ref: 'Project ref' }

/** The route's path with its parameters filled in and percent-encoded. */
export function pathOf(route: AnyRoute, params: Record<string, unknown> = {}): string {
  return route.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') {
      throw new ApiError('invalid_request', `${wordsFor[name] ?? name} is required`)
    }
    const text = asText(value)
    // Addresses read these as steps, however they are encoded.
    if (text === '.' || text === '..') {
      throw new ApiError('invalid_request', `${wordsFor[name] ?? name} cannot be ${text}`)
    }
    return encodeURIComponent(text)
  })
}

/** Arrays are comma-separated, as SPEC.md section 7 says; undefined values are left out. */
function queryOf(query: Record<string, unknown>): string {
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

/** A browser that was told nothing, not even a status, answers with 0. */
const textOf = (status: number) => (status === 0 ? errorText.unknown : errorText.status(status))

type ErrorBody = {
  kind?: unknown
  message?: unknown
  msg?: unknown
  requestId?: unknown
  fields?: Record<string, string>
  sql?: SqlErrorDetail
}

/** SPEC.md section 8, "Error response": message from msg or message, else by status. */
async function toApiError(response: Response): Promise<ApiError> {
  const body = ((await response.json().catch(() => undefined)) ?? {}) as ErrorBody
  const said = [body.msg, body.message].find((text) => typeof text === 'string' && text !== '')
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const kind = typeof body.kind === 'string' && body.kind in errorStatus ? body.kind : 'internal'
  return new ApiError(
    kind as ErrorKind,
    typeof said === 'string' ? said : textOf(response.status),
    {
      code: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
      fields: body.fields,
      sql: body.sql,
    },
  )
}
