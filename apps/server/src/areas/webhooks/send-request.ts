import { type OutboundNetwork, OutboundError } from '@basalt/identity'

export type OutgoingRequest = {
  method: string
  url: string
  /** Called when the request is sent; its error is the answer's. */
  headers: () => Record<string, string>
  body: string | Uint8Array | null
  timeoutMs: number
  signal: AbortSignal
}

export type Answer = {
  statusCode: number | null
  headers: Record<string, string> | null
  body: string | null
  error: string | null
  isTimeout: boolean
  durationMs: number
}

/** The connection decides about these. */
const ownHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'expect'])

/** Sends a request and never fails: an error is part of the answer. A redirect is not followed. */
export async function sendRequest(
  outside: OutboundNetwork,
  { method, url, headers, body, timeoutMs, signal }: OutgoingRequest,
): Promise<Answer> {
  const startedAt = performance.now()
  const durationMs = () => Math.round(performance.now() - startedAt)
  try {
    const allowed = Object.entries(headers()).filter(
      ([name]) => !ownHeaders.has(name.toLowerCase()),
    )
    const headersSent = Object.fromEntries(allowed)
    const delivery = { allowsHttp: true, isDelivery: true }
    const sent = { method, headers: headersSent, timeoutMs, signal, ...delivery }
    const response = await outside.fetch(url, body === null ? sent : { ...sent, body })
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      // PostgreSQL stores no zero bytes.
      body: (await response.text()).replaceAll('\0', ''),
      error: null,
      isTimeout: false,
      durationMs: durationMs(),
    }
  } catch (error) {
    const isTimeout = error instanceof OutboundError && error.isTimeout
    const message = error instanceof Error ? error.message : String(error)
    const none = { statusCode: null, headers: null, body: null }
    return { ...none, error: message, isTimeout, durationMs: durationMs() }
  }
}

const longestRetryAfterMs = 86_400_000

/** Seconds or a date, as RFC 9110 has them; null for neither. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  const seconds = /^\d{1,9}$/u.test(header.trim()) ? Number(header) : null
  const ms = seconds === null ? Date.parse(header) - now.getTime() : seconds * 1000
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestRetryAfterMs)
}
