import {
  type DatabaseSession,
  EngineError,
  type ProjectDatabase,
  type Queryable,
  type QueryOptions,
  type Snapshot,
} from '@basalt/engine'

import { isStalePreparation } from './failures.ts'
import type { Lease } from './lease.ts'
import { inReadOnlyTransaction, inSnapshot } from './run.ts'
import { sessionOn } from './session.ts'

type Source = {
  /** Takes a connection; it is returned here. */
  take: (signal: AbortSignal | undefined) => Promise<Lease>
  isReadOnly: boolean
  /** See `ProjectDatabase.shared`. */
  shared: object
}

/** Statements on connections that are taken one by one. */
export class LeasedDatabase implements ProjectDatabase {
  readonly shared: object
  readonly #take: Source['take']
  readonly #readOnly: boolean

  constructor({ take, isReadOnly, shared }: Source) {
    this.shared = shared
    this.#take = take
    this.#readOnly = isReadOnly
  }

  query<Row extends object>(
    text: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row[]> {
    return this.#statement(options, (lease, how) => lease.query<Row>(text, values, how))
  }

  text(text: string, values?: readonly unknown[], options?: QueryOptions) {
    return this.#statement(options, (lease, how) => lease.text(text, values, how))
  }

  async transaction<T>(work: (db: Queryable) => Promise<T>): Promise<T> {
    const lease = await this.#take(undefined)
    try {
      if (this.#readOnly) return await inReadOnlyTransaction(lease, () => work(lease), 'rollback')
      return await inTransaction(lease, work)
    } finally {
      lease.release()
    }
  }

  async snapshot<T>(work: (db: Snapshot) => Promise<T>): Promise<T> {
    const lease = await this.#take(undefined)
    try {
      return await inSnapshot(lease, work)
    } finally {
      lease.release()
    }
  }

  async session(): Promise<DatabaseSession> {
    return sessionOn(await this.#take(undefined), this.#readOnly)
  }

  async #statement<T>(
    options: QueryOptions = {},
    work: (lease: Lease, options: QueryOptions) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#once(options, work)
    } catch (error) {
      if (!(error instanceof EngineError && isStalePreparation(error.cause))) throw error
      // The statement has not started, so running it again without its name is safe.
      return this.#once({ ...options, name: undefined }, work)
    }
  }

  async #once<T>(
    options: QueryOptions,
    work: (lease: Lease, options: QueryOptions) => Promise<T>,
  ): Promise<T> {
    const lease = await this.#take(options.signal)
    try {
      if (!this.#readOnly) return await work(lease, options)
      return await inReadOnlyTransaction(lease, () => work(lease, options), 'rollback')
    } catch (error) {
      if (error instanceof EngineError && isStalePreparation(error.cause)) lease.destroy()
      throw error
    } finally {
      lease.release()
    }
  }
}

async function inTransaction<T>(lease: Lease, work: (db: Queryable) => Promise<T>): Promise<T> {
  lease.beginWithNext()
  try {
    const result = await work(lease)
    if (lease.takeBegin()) return result
    const { command } = await lease.text('commit')
    if (command !== 'ROLLBACK') return result
  } catch (error) {
    if (!lease.takeBegin()) await lease.query('rollback').catch(() => lease.destroy())
    throw error
  }
  throw new EngineError(
    'statement',
    'The transaction was rolled back because one of its statements failed.',
    { sql: { sqlstate: '25P02' } },
  )
}
