import { setTimeout as delay } from 'node:timers/promises'

import type { QueryOptions, Queryable, TextResult } from '@basalt/engine'
import type { PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from 'pg'

import type { DatabaseAddress } from './address.ts'
import { queryBeginning } from './beginning-query.ts'
import { cancelRequest } from './cancel.ts'
import { CopyIn } from './copy-in.ts'
import { cancelled, statementFailure } from './failures.ts'
import { textFields, textTypes } from './statement-cursor.ts'

/** PostgreSQL ignores a cancel that arrives before the statement does, so it is repeated. */
const cancelAgainAfterMs = 200

/** One connection, taken out of the pool until `giveBack` or `destroy`. */
export class Lease implements Queryable {
  readonly client: PoolClient
  readonly #address: DatabaseAddress
  readonly #onEnd: (lease: Lease) => void
  #ended = false
  #isToBegin = false

  constructor(client: PoolClient, address: DatabaseAddress, onEnd: (lease: Lease) => void) {
    this.client = client
    this.#address = address
    this.#onEnd = onEnd
    // Without a listener a connection that dies while nothing runs would end the process.
    client.on('error', ignore)
  }

  async query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<Row[]> {
    const config = extended({ text, values: [...values], ...named(options) })
    const result = await this.cancellable(options.signal, () =>
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
      text,
      values: [...values],
      rowMode: 'array',
      types: textTypes,
      ...named(options),
    })
    const result = await this.cancellable(options.signal, () =>
      this.takeBegin()
        ? queryBeginning<QueryResult<(string | null)[]>>(this.client, config)
        : this.client.query<(string | null)[]>(config),
    )
    return textResult(result)
  }

  /** The next statement is the first of a transaction; without one there is none. */
  beginWithNext(): void {
    this.#isToBegin = true
  }

  /** Whether `beginWithNext` is still waiting for its statement; it waits no longer. */
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
      // What the source says is its own affair, not the database's.
      throw copy.failureOfSource ?? error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  /** Runs work on the connection; an abort cancels what the database does for it. */
  async cancellable<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (signal?.aborted) throw cancelled()
    const stop = signal && this.#cancelOn(signal)
    try {
      return await work()
    } catch (error) {
      throw statementFailure(error, signal)
    } finally {
      await stop?.()
    }
  }

  /** The driver has it from the start-up of the connection, and does not type it. */
  processId(): number | null {
    return (this.client as unknown as { processID: number | null }).processID
  }

  /** As PostgreSQL said with its last answer. */
  transactionState(): 'none' | 'open' | 'failed' {
    const status = this.client.getTransactionStatus()
    if (status === 'T') return 'open'
    return status === 'E' ? 'failed' : 'none'
  }

  giveBack(): void {
    this.#end(false)
  }

  /** Closes the connection; the pool opens another one when it needs it. */
  destroy(): void {
    this.#end(true)
  }

  #end(destroy: boolean): void {
    if (this.#ended) return
    this.#ended = true
    this.client.removeListener('error', ignore)
    this.client.release(destroy)
    this.#onEnd(this)
  }

  #cancelOn(signal: AbortSignal): () => Promise<void> {
    // The driver keeps the key that PostgreSQL sent at connect but does not declare it.
    const { processID, secretKey } = this.client as unknown as Record<string, number>
    const backend = { processId: processID ?? 0, secretKey: secretKey ?? 0 }
    const statement = new AbortController()
    let cancelling: Promise<void> = Promise.resolve()
    const cancel = async () => {
      while (!statement.signal.aborted) {
        await cancelRequest(this.#address, backend)
        await delay(cancelAgainAfterMs, undefined, { signal: statement.signal }).catch(() => {})
      }
    }
    const onAbort = () => {
      cancelling = cancel()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    return () => {
      statement.abort()
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

function ignore(): void {
  // The statement that runs next fails and tells its caller.
}
