import type { Socket } from 'node:net'

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** A statement that runs this often is prepared. */
const oftenRequested = 5
/** Maximum number of prepared statements of a connection. */
const storedStatements = 64
/** Texts that are counted; lists of other lengths are other texts. */
const countedTexts = 1000

/**
 * The same pool, with frequent reads planned once per connection: every request reads the caller
 * and their rights, and planning takes longer than reading.
 */
export function preparing(pool: Pool): PostgresPool {
  const names = new StatementNames()
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const prepared = known.get(client) ?? preparedClient(client, names)
      known.set(client, prepared)
      return prepared
    },
    end: () => pool.end(),
  }
}

type Query = PostgresPoolClient['query']

function preparedClient(client: PoolClient, names: StatementNames): PostgresPoolClient {
  // Kysely passes texts and cursors, and declares only the fields that it uses.
  const send = client.query.bind(client) as unknown as (
    query: unknown,
    values?: readonly unknown[],
  ) => Promise<unknown>
  let isSilent = false
  const ask: typeof send = async (...requested) => {
    try {
      return await send(...requested)
    } catch (error) {
      isSilent ||= isReadTimeout(error)
      throw error
    }
  }
  const query = async (text: unknown, values: readonly unknown[] = []) => {
    const name = typeof text === 'string' ? names.of(text) : undefined
    if (name === undefined) return ask(text, values)
    try {
      return await ask({ name, text, values: [...values] })
    } catch (error) {
      if (!isStale(error)) throw error
      // A table was changed under us, or something between us and the server swaps connections.
      names.stop()
      return ask(text, values)
    }
  }
  return { query: query as unknown as Query, release: () => release(client, isSilent) }
}

/** A connection whose server is silent would block its next user. */
function release(client: PoolClient, isSilent: boolean): void {
  if (isSilent) {
    // The driver would send Terminate first, and wait for an answer.
    ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  }
  client.release(isSilent)
}

/** The driver's own error when `query_timeout` is over. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** PostgreSQL's codes: no such statement, one more of the same name, and another shape of rows. */
const staleCodes = new Set(['26000', '42P05'])

function isStale(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isOtherShape = error.code === '0A000' && error.message.includes('cached plan')
  return isOtherShape || staleCodes.has(String(error.code))
}

/** Statements that take long to plan: reads, and writes that select. */
const isPlanned = /^\s*(?:select|with)\s/u

/** Names for frequent reads, up to a maximum. */
class StatementNames {
  readonly #requested = new Map<string, number>()
  readonly #names = new Map<string, string>()
  #isStopped = false

  of(text: string): string | undefined {
    if (this.#isStopped || !isPlanned.test(text)) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= storedStatements) return known
    if (this.#requested.size >= countedTexts) this.#requested.clear()
    const times = (this.#requested.get(text) ?? 0) + 1
    this.#requested.set(text, times)
    if (times < oftenRequested) return undefined
    this.#requested.delete(text)
    const name = `read-${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }

  stop(): void {
    this.#isStopped = true
  }
}
