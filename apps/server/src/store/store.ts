import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig } from 'pg'

import { initialLimits } from '../limits/limits.ts'
import { migrate } from './migrations.ts'
import { preparing } from './prepared-reads.ts'
import type { Schema } from './schema.ts'
import { counting, Writes } from './writes.ts'

/** The system database. Repositories are functions that take it, or a transaction of it. */
export type Store = Kysely<Schema>

export type OpenStore = { store: Store; close: () => Promise<void> }

/**
 * Connects, brings the tables up to date and answers the store, whose statements fail when the
 * database does not answer within `statementMs`.
 */
export async function openStore(
  connection: PoolConfig,
  { statementMs = initialLimits.statementMs }: { statementMs?: number } = {},
): Promise<OpenStore> {
  // A migration takes as long as it takes.
  const pool = openPool(connection)
  await migrate(pool).finally(() => pool.end())
  return storeOn(
    openPool({
      ...connection,
      query_timeout: statementMs,
      connectionTimeoutMillis: Math.min(statementMs, connectMs),
    }),
  )
}

/** Connects and leaves the tables as they are, for looking at an install from beside it. */
export const openStoreAsIs = (connection: PoolConfig): OpenStore => storeOn(openPool(connection))

/** How long connecting, or waiting for a free connection, may take. */
const connectMs = 5000

function openPool(connection: PoolConfig): Pool {
  const pool = new Pool({
    max: 8,
    // People look, think and go on: a new connection plans anew who calls.
    idleTimeoutMillis: 300_000,
    connectionTimeoutMillis: connectMs,
    ...connection,
  })
  // A connection that breaks is replaced by the next query; a query that was running on it
  // fails by itself. Without a listener, either would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function storeOn(pool: Pool): OpenStore {
  const writes = new Writes()
  const dialect = new PostgresDialect({ pool: counting(preparing(pool), writes) })
  const store = new Kysely<Schema>({ dialect })
  writesOf.set(store, writes)
  return { store, close: () => store.destroy() }
}

const writesOf = new WeakMap<Store, Writes>()

/** What this process writes into the store; undefined for a transaction, which sees its own. */
export const writesTo = (store: Store): Writes | undefined => writesOf.get(store)

/** Runs the work in a transaction: the caller's own when it has begun one. */
export const inTransaction = <T>(store: Store, work: (tx: Store) => Promise<T>): Promise<T> =>
  store.isTransaction ? work(store) : store.transaction().execute(work)
