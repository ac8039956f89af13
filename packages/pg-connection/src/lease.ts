import { setTimeout as delay } from 'node:timers/promises'

import {
  EngineError,
  type QueryOptions,
  type Queryable,
  type ReadingLimits,
  type TextResult,
  markOwn,
} from '@basalt/engine'
import type { Connection, PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from 'pg'

import type { DatabaseAddress } from './address.ts'
import { queryBeginning } from './beginning-query.ts'
import { cancelRequest } from './cancel.ts'
import { CopyIn } from './copy-in.ts'
import { cancelled, statementFailure } from './failures.ts'
import { hasStandardStrings, type Incoming, getIncoming } from './limited-client.ts'
import { textFields, textTypes } from './statement-cursor.ts'

/** PostgreSQL ignores a cancel that arrives before the statement does, so it is repeated. */
const cancelAgainAfterMs = 200

type Place = {
  address: DatabaseAddress
  limits: ReadingLimits
  onEnd: (lease: Lease) => void
  /** The connection is in the state in which it was opened. */
  onDiscard: () => void
}

/** Members of the driver that it does not declare. */
type Driven = {
  connection: Connection & { stream: { destroy(): void; destroyed: boolean } }
  readyForQuery: boolean
  processID: number | null
  secretKey: number | null
}

/** One connection, taken out of the pool until `release` or `destroy`. */
export class Lease implements Queryable {
  readonly client: PoolClient
  readonly limits: ReadingLimits
  readonly #place: Place
  #ended = false
  #isToBegin = false
  #hasFailed = false
  #isSilent = false

  constructor(client: PoolClient, place: Place) {
    this.client = client
    this.limits = place.limits
    this.#place = place
  }

  async query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<Row[]> {
    const config = extended({ text: markOwn(text), values: [...values], ...named(options) })
    const result = await this.#keeping(options, () =>
      this.takeBegin()
        ? queryBeginning<QueryResult<Row>>(this.client, config)
        : this.client.query<Row>(config),
    )
    return result.rows
  }

  async text(
    text: string,
    values: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<TextResult> {
    const config = extended<QueryArrayConfig>({
      text: markOwn(text),
      values: [...values],
      rowMode: 'array',
      types: textTypes,
      ...named(options),
    })
    const result = await this.#keeping(options, () =>
      this.takeBegin()
        ? queryBeginning<QueryResult<(string | null)[]>>(this.client, config)
        : this.client.query<(string | null)[]>(config),
    )
    return textResult(result)
  }

  async #keeping<T>({ signal, keepRows }: QueryOptions, work: () => Promise<T>): Promise<T> {
    this.incoming.storedBy(keepRows)
    try {
      return await this.cancellable(signal, work)
    } finally {
      this.incoming.storedBy(undefined)
    }
  }

  /** The next statement is the first of a transaction; without one there is none. */
  beginWithNext(): void {
    this.#isToBegin = true
  }

  /** Whether `beginWithNext` is still waiting for its statement; clears the flag. */
  takeBegin(): boolean {
    const isWaiting = this.#isToBegin
    this.#isToBegin = false
    return isWaiting
  }

  /** Our own words, several statements in one message. Never a user's text. */
  async script(text: string): Promise<void> {
    await this.cancellable(undefined, () => this.client.query(text))
  }

  async copyFrom(
    statement: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const copy = new CopyIn(statement, chunks)
    const stop = () => copy.stop()
    signal?.addEventListener('abort', stop, { once: true })
    try {
      return await this.cancellable(signal, () => {
        this.client.query(copy)
        return copy.done
      })
    } catch (error) {
      // An error of the source is not an error of the database.
      throw copy.failureOfSource ?? error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  /**
   * Runs work on the connection; an abort cancels its statement in the database. A failure is
   * reported when PostgreSQL is ready for the next statement.
   */
  async cancellable<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (signal?.aborted) throw cancelled()
    const stop = signal && this.#cancelOn(signal)
    try {
      return await work()
    } catch (error) {
      await this.#ready()
      const failure = this.#isSilent ? silent(error) : statementFailure(error, signal)
      this.#hasFailed ||= failure.kind !== 'statement' && failure.kind !== 'cancelled'
      throw failure
    } finally {
      await stop?.()
    }
  }

  /** Cancels the running statement, and waits until the work notices it. */
  async cancelling(work: () => Promise<void>): Promise<void> {
    const now = new AbortController()
    const stop = this.#cancelOn(now.signal)
    now.abort()
    try {
      await work()
      await this.#ready()
    } finally {
      await stop()
    }
  }

  /** Runs work that PostgreSQL does at once, or not at all. */
  async promptly(work: () => Promise<void>): Promise<void> {
    const late = setTimeout(() => this.#abandon(), this.limits.cancelMs)
    try {
      await work()
    } finally {
      clearTimeout(late)
    }
  }

  get incoming(): Incoming {
    return getIncoming(this.#driven.connection)
  }

  /** The driver has it from the start-up of the connection. */
  processId(): number | null {
    return this.#driven.processID
  }

  /** Whether nothing can be sent any more. */
  isLost(): boolean {
    return this.#hasFailed || this.#driven.connection.stream.destroyed
  }

  hasStandardStrings(): boolean {
    return hasStandardStrings(this.#driven.connection)
  }

  /** As PostgreSQL's last answer reported it. */
  transactionState(): 'none' | 'open' | 'failed' {
    const status = this.client.getTransactionStatus()
    if (status === 'T') return 'open'
    return status === 'E' ? 'failed' : 'none'
  }

  /** Settings of the session were reset, its `application_name` with them. */
  discarded(): void {
    this.#place.onDiscard()
  }

  release(): void {
    this.#end(this.isLost())
  }

  /** Closes the connection; the pool opens another one when it needs it. */
  destroy(): void {
    this.#end(true)
  }

  #end(destroy: boolean): void {
    if (this.#ended) return
    this.#ended = true
    // The driver would send Terminate first, and wait for a server that may not answer.
    if (destroy && !this.#driven.readyForQuery) this.#driven.connection.stream.destroy()
    this.client.release(destroy)
    this.#place.onEnd(this)
  }

  get #driven(): Driven {
    return this.client as unknown as Driven
  }

  /** An error arrives before the driver may continue, and the transaction state after it. */
  #ready(): Promise<void> {
    const { connection, readyForQuery } = this.#driven
    if (readyForQuery || connection.stream.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      const settle = () => {
        connection.removeListener('readyForQuery', settle)
        connection.removeListener('end', settle)
        resolve()
      }
      connection.once('readyForQuery', settle)
      connection.once('end', settle)
    })
  }

  /** A server that does not even answer a cancel is not waited for. */
  #abandon(): void {
    this.#isSilent = true
    this.#driven.connection.stream.destroy()
  }

  #cancelOn(signal: AbortSignal): () => Promise<void> {
    const { processID, secretKey } = this.#driven
    const backend = { processId: processID ?? 0, secretKey: secretKey ?? 0 }
    let late: NodeJS.Timeout | undefined
    let pause: AbortController | undefined
    let cancelling: Promise<void> = Promise.resolve()
    const cancel = async () => {
      pause = new AbortController()
      const { signal: over } = pause
      while (!over.aborted) {
        await cancelRequest(this.#place.address, backend)
        await delay(cancelAgainAfterMs, undefined, { signal: over }).catch(() => {})
      }
    }
    const onAbort = () => {
      late = setTimeout(() => this.#abandon(), this.limits.cancelMs)
      cancelling = cancel()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    return () => {
      clearTimeout(late)
      pause?.abort()
      signal.removeEventListener('abort', onAbort)
      return cancelling
    }
  }
}

/**
 * Sends every statement by the extended protocol, also those without values: it refuses a
 * second statement after a semicolon.
 */
function extended<Config extends QueryConfig>(config: Config): Config {
  return { ...config, queryMode: 'extended' }
}

function named(options: QueryOptions): { name?: string } {
  return options.name === undefined ? {} : { name: options.name }
}

function textResult(result: QueryResult<(string | null)[]>): TextResult {
  return {
    fields: textFields(result),
    rows: result.rows,
    command: result.command ?? '',
    rowCount: result.rowCount,
  }
}

const silent = (cause: unknown) =>
  new EngineError(
    'unreachable',
    'The database did not respond to the cancel request, so its connection was closed.',
    { cause },
  )
