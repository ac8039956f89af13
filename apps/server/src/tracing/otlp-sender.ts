import type { Log } from '../process/log.ts'

export type SentSpan = {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: number
  startedMs: number
  durationMs: number
  attributes: ReadonlyMap<string, string | number>
  isFailure: boolean
}

type Options = { url: string; version: string; log: Pick<Log, 'warn'> }

/** About 1 MB. Further spans are dropped. */
const maxWaiting = 4000
const maxInBatch = 500
const gatherMs = 2000
const answerMs = 10_000
/** A failing receiver is reported once in this time. */
const warnAgainMs = 300_000

/** Sends spans in batches. Nobody waits for it, and spans that could not be sent are dropped. */
export class OtlpSender {
  readonly #options: Options
  readonly #url: string
  #waiting: SentSpan[] = []
  #dropped = 0
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
    const url = new URL(options.url)
    const path = url.pathname.replace(/\/+$/u, '')
    url.pathname = path.endsWith('/v1/traces') ? path : `${path}/v1/traces`
    this.#url = url.href
  }

  add(span: SentSpan): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#dropped += 1
      return
    }
    this.#waiting.push(span)
    this.#timer ??= setTimeout(() => void this.#sendAll(), gatherMs).unref()
  }

  async close(): Promise<void> {
    await this.#sendAll()
    clearTimeout(this.#timer)
  }

  #sendAll(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sending ??= this.#sendBatches().finally(() => {
      this.#sending = undefined
      this.#timer = undefined
      if (this.#waiting.length > 0) {
        this.#timer = setTimeout(() => void this.#sendAll(), gatherMs).unref()
      }
    })
    return this.#sending
  }

  async #sendBatches(): Promise<void> {
    // Spans that arrive from now on are sent the next time.
    const all = this.#waiting
    this.#waiting = []
    for (let at = 0; at < all.length; at += maxInBatch) {
      const batch = all.slice(at, at + maxInBatch)
      // One batch after the other.
      // oxlint-disable-next-line no-await-in-loop
      const problem = await this.#send(batch)
      if (problem !== undefined) {
        this.#dropped += all.length - at
        this.#warn(problem)
        return
      }
    }
    if (this.#dropped > 0) this.#warn('spans arrived faster than they could be sent')
  }

  /** The reason of a failure; the URL may contain a key and is not part of it. */
  async #send(batch: readonly SentSpan[]): Promise<string | undefined> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toJson(batch, this.#options.version)),
        signal: AbortSignal.timeout(answerMs),
        redirect: 'error',
      })
      await response.body?.cancel()
      return response.ok ? undefined : `status ${response.status}`
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown'
    }
  }

  #warn(reason: string): void {
    if (performance.now() - this.#warnedAt < warnAgainMs) return
    this.#warnedAt = performance.now()
    this.#options.log.warn({ reason, dropped: this.#dropped }, 'Traces were dropped')
    this.#dropped = 0
  }
}

/** OTLP's JSON: ids in hexadecimal digits, times and integers as text. */
const toJson = (batch: readonly SentSpan[], version: string) => ({
  resourceSpans: [
    {
      resource: {
        attributes: [attribute('service.name', 'basalt'), attribute('service.version', version)],
      },
      scopeSpans: [{ scope: { name: 'basalt' }, spans: batch.map(toSpan) }],
    },
  ],
})

const toSpan = (span: SentSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  name: span.name,
  kind: span.kind,
  startTimeUnixNano: nanoseconds(span.startedMs),
  endTimeUnixNano: nanoseconds(span.startedMs + span.durationMs),
  attributes: Array.from(span.attributes, ([name, value]) => attribute(name, value)),
  status: span.isFailure ? { code: 2 } : {},
})

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
})

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n)
