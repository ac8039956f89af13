import type { Pool } from 'pg'

import { LogStoreError } from '../port/log-store.ts'

/** Milliseconds; a statement that takes longer is cancelled. */
const statementMs = 20_000

/** Statements that read, each of which can be cancelled. */
export class Reading {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** @throws LogStoreError when the database does not answer, or the caller aborted. */
  async query<Row extends object>(
    text: string,
    values: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<Row[]> {
    signal?.throwIfAborted()
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw unreachable(error)
    })
    let ended: Error | undefined
    const pid = (client as unknown as { processID: number | null }).processID
    const cancel = () =>
      void this.#pool.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const { rows } = await client.query<Row>(text, [...values])
      return rows
    } catch (error) {
      if (isConnectionFault(error)) ended = new Error('The connection ended', { cause: error })
      throw isConnectionFault(error) ? unreachable(error) : error
    } finally {
      signal?.removeEventListener('abort', cancel)
      // The cancel request may arrive late and must not meet the next statement.
      if (signal?.aborted === true) ended ??= new Error('Its statement was cancelled')
      client.release(ended)
    }
  }
}

const unreachable = (cause: unknown) =>
  new LogStoreError('The log store does not answer.', { cause })

/** Everything but an error that PostgreSQL reported for a statement. */
export const isConnectionFault = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code
  return typeof code !== 'string' || !/^[\dA-Z]{5}$/u.test(code) || /^(?:08|57P|53)/u.test(code)
}

export const readSettings = {
  statement_timeout: statementMs,
  /** A client that disconnected must not keep a transaction open. */
  idle_in_transaction_session_timeout: 60_000,
} as const
