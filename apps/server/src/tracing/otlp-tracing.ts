import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

import type { Log } from '../process/log.ts'
import { OtlpSender, type SentSpan } from './otlp-sender.ts'
import { readTraceparent } from './trace-context.ts'
import { commandOf, type Span, type Tracing } from './tracing.ts'

type Options = {
  /** Of an OTLP receiver; `/v1/traces` is added. */
  url: string
  /** The share of traces that are sent, 0 to 1. */
  sample: number
  version: string
  log: Pick<Log, 'warn'>
}

/** OpenTelemetry's numbers for kinds of spans. */
const kinds = { server: 2, client: 3 } as const

type Parent = { traceId: string; parentId: string | undefined }

/** Sends spans of requests and their statements to an OpenTelemetry receiver, over HTTP as JSON. */
export function otlpTracing(options: Options): Tracing {
  const sender = new OtlpSender(options)
  const running = new AsyncLocalStorage<OpenSpan>()
  const open = (kind: keyof typeof kinds, parent: Parent, startedMs = Date.now()) =>
    new OpenSpan({ kind: kinds[kind], ...parent, startedMs, send: (span) => sender.add(span) })
  return {
    request(traceparent) {
      const caller = readTraceparent(traceparent)
      const traceId = caller?.traceId ?? randomHex(16)
      if (caller?.isSampled === false || !isSampled(traceId, options.sample)) return null
      return open('server', { traceId, parentId: caller?.parentId })
    },
    within: (span, work) => (span instanceof OpenSpan ? running.run(span, work) : work()),
    statement(sql, startedMs) {
      const parent = running.getStore()
      if (parent === undefined) return null
      const { traceId, spanId: parentId } = parent
      const span = open('client', { traceId, parentId }, startedMs)
      const command = commandOf(sql)
      span.rename(command)
      span.set('db.system.name', 'postgresql')
      span.set('db.operation.name', command)
      return span
    },
    close: () => sender.close(),
  }
}

const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** The same answer for all spans of a trace, also on other servers. */
const isSampled = (traceId: string, share: number): boolean =>
  Number.parseInt(traceId.slice(-8), 16) < share * 2 ** 32

type Opening = Parent & {
  kind: number
  startedMs: number
  send: (span: SentSpan) => void
}

class OpenSpan implements Span {
  readonly traceId: string
  readonly spanId = randomHex(8)
  readonly #opening: Opening
  readonly #attributes = new Map<string, string | number>()
  /** Times of day may jump; durations do not. */
  readonly #begun = performance.now()
  readonly #beforeMs: number
  #name = 'request'
  #hasEnded = false

  constructor(opening: Opening) {
    this.traceId = opening.traceId
    this.#opening = opening
    this.#beforeMs = Math.max(0, Date.now() - opening.startedMs)
  }

  rename(name: string): void {
    this.#name = name
  }

  set(name: string, value: string | number): void {
    this.#attributes.set(name, value)
  }

  end({ name = this.#name, isFailure = false }: { name?: string; isFailure?: boolean } = {}): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const { kind, parentId, startedMs, send } = this.#opening
    send({
      traceId: this.traceId,
      spanId: this.spanId,
      parentId,
      name,
      kind,
      startedMs,
      durationMs: this.#beforeMs + performance.now() - this.#begun,
      attributes: this.#attributes,
      isFailure,
    })
  }
}
