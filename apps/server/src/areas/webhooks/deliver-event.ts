import type { ProjectEngine } from '@basalt/engine'
import type { OutboundNetwork } from '@basalt/identity'

import { withoutToken } from '../../logs/receiver-url.ts'
import type { LogService } from '../../logs/service.ts'
import type { Log } from '../../process/log.ts'
import type { References } from '../../projects/resolve-secrets.ts'
import { signMessage } from '../../secrets/webhook-signature.ts'
import type { KeyServices } from '../../vault/vault-keys.ts'
import type { Hook } from './hook-store.ts'
import type { Event, Outcome } from './outbox-store.ts'
import { type Answer, readRetryAfter, sendRequest } from './send-request.ts'

export type DeliveryServices = KeyServices & {
  engine: ProjectEngine
  outside: OutboundNetwork
  logs: Pick<LogService, 'record'>
  log: Log
  /** The pause after the first attempt; it doubles up to an hour. */
  retryMs: number
  /** How long a failing hook waits before its receiver is probed. */
  probeMs: number
}

export type Delivered = { outcome: Outcome; isAccepted: boolean }

type Delivery = {
  ref: string
  hook: Hook
  event: Event
  /** Of the texts of the hook; rejects when the vault cannot be read. */
  references: Promise<References>
  signal: AbortSignal
}

const longestRetryMs = 3_600_000
const storedCharacters = 4096

/** Sends an event to its receiver; every status but 2xx is a failure. */
export async function deliverEvent(
  services: DeliveryServices,
  delivery: Delivery,
): Promise<Delivered> {
  const { hook, event } = delivery
  const now = new Date()
  const answer = await send(services, delivery, now)
  const { statusCode } = answer
  const isAccepted = statusCode !== null && statusCode >= 200 && statusCode < 300
  const attempts = event.attempts + 1
  const isLast = attempts >= hook.maxAttempts
  const retryAfter = readRetryAfter(answer.headers?.['retry-after'], now)
  const pause = Math.min(services.retryMs * 2 ** (attempts - 1), longestRetryMs)
  const error = isAccepted ? null : (answer.error ?? refusalOf(statusCode))
  recordLog(services, delivery, { answer, error, isDead: !isAccepted && isLast })
  return {
    isAccepted,
    outcome: {
      table_id: event.table_id,
      trigger_id: event.trigger_id,
      id: event.id,
      hook_id: hook.id,
      hook_table: hook.table_id,
      hook: hook.name,
      table_name: `${hook.schema}.${hook.table}`,
      status: isAccepted ? 'delivered' : isLast ? 'dead' : null,
      retry_ms: isAccepted || isLast ? null : Math.max(pause, retryAfter ?? 0),
      url: hook.url,
      // As the hook has them: the references, and never the secrets.
      request_headers: storedHeaders(hook.headers),
      status_code: statusCode,
      error,
      response_headers: answer.headers,
      response_body: answer.body?.slice(0, storedCharacters) ?? null,
      duration_ms: answer.durationMs,
    },
  }
}

const refusalOf = (status: number | null) =>
  status !== null && status >= 300 && status < 400
    ? `The receiver answered ${status}; redirects are not followed`
    : `The receiver answered ${status}`

async function send(
  services: DeliveryServices,
  { references, hook, event, signal }: Delivery,
  now: Date,
): Promise<Answer> {
  try {
    const { fill, mask } = await references
    const fillEach = (text: string) =>
      Object.fromEntries(Object.entries(readObject(text)).map(([name, one]) => [name, fill(one)]))
    const body = hook.method === 'GET' ? null : writePayload(hook, event)
    const secret = hook.signingSecret === null ? null : fill(hook.signingSecret)
    const answer = await sendRequest(services.outside, {
      method: hook.method,
      url: addParams(fill(hook.url), fillEach(hook.params)),
      headers: () => ({
        'content-type': 'application/json',
        ...lowerNames(fillEach(hook.headers)),
        ...signMessage({ id: event.message_id, body: body ?? '', now }, secret),
      }),
      body,
      timeoutMs: hook.timeoutMs,
      signal,
    })
    return maskAnswer(answer, mask)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const none = { statusCode: null, headers: null, body: null }
    return { ...none, error: message, isTimeout: false, durationMs: 0 }
  }
}

/** A receiver may repeat a request, and an error may name its URL. */
const maskAnswer = (answer: Answer, mask: References['mask']): Answer => ({
  ...answer,
  headers:
    answer.headers &&
    Object.fromEntries(Object.entries(answer.headers).map(([name, one]) => [name, mask(one)])),
  body: answer.body === null ? null : mask(answer.body),
  error: answer.error === null ? null : mask(answer.error),
})

/** The rows are inserted as PostgreSQL wrote them: a number of JavaScript would round large ones. */
function writePayload({ schema, table }: Hook, event: Event): string {
  const { operation, record, old_record: old } = event
  const place = JSON.stringify({ type: operation, table, schema }).slice(0, -1)
  return `${place},"record":${record ?? 'null'},"old_record":${old ?? 'null'}}`
}

const lowerNames = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** @throws Error with a text for the user, for a text that is no object of JSON. */
export function readObject(text: string): Record<string, string> {
  if (text.trim() === '' || text === 'null') return {}
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('Headers and parameters must be JSON objects')
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]))
}

function storedHeaders(text: string): Record<string, string> {
  try {
    return readObject(text)
  } catch {
    return {}
  }
}

function addParams(url: string, params: Record<string, string>): string {
  if (!URL.canParse(url) || Object.keys(params).length === 0) return url
  const target = new URL(url)
  for (const [name, value] of Object.entries(params)) target.searchParams.append(name, value)
  return target.href
}

type Logged = { answer: Answer; error: string | null; isDead: boolean }

function recordLog(
  { logs }: DeliveryServices,
  { ref, hook, event }: Delivery,
  { answer, error, isDead }: Logged,
): void {
  const attempt = event.attempts + 1
  const end = isDead ? ', last attempt' : ''
  logs.record({
    ref,
    source: 'webhook_logs',
    at: Date.now(),
    level: error === null ? 'info' : isDead ? 'error' : 'warning',
    message:
      error === null
        ? `${hook.name}: event ${event.id} was delivered`
        : `${hook.name}: event ${event.id} failed in attempt ${attempt}${end}: ${error}`,
    status: answer.statusCode,
    method: hook.method,
    durationMs: answer.durationMs,
    metadata: {
      hook: { name: hook.name, event: event.operation, table: `${hook.schema}.${hook.table}` },
      request: { url: withoutToken(hook.url), attempt },
      response: { status_code: answer.statusCode, duration_ms: answer.durationMs, error },
    },
  })
}
