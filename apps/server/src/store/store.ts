import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig } from 'pg'

import { migrate } from './migrations.ts'
import { preparing } from './prepared-reads.ts'
import type { Schema } from './schema.ts'
import { counting, Writes } from './writes.ts'

/** The system database. Repositories are functions that take it, or a transaction of it. */
export type Store = Kysely<Schema>

export type OpenStore = { store: Store; close: () => Promise<void> }

/** Connects, brings the tables up to date and answers the store. */
export async function openStore(connection: PoolConfig): Promise<OpenStore> {
  const pool = openPool(connection)
  try {
    await migrate(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return storeOn(pool)
}

/** Connects and leaves the tables as they are, for looking at an install from beside it. */
export const openStoreAsIs = (connection: PoolConfig): OpenStore => storeOn(openPool(connection))

function openPool(connection: PoolConfig): Pool {
  const pool = new Pool({
    max: 8,
    // People look, think and go on: a new connection plans anew who calls.
    idleTimeoutMillis: 300_000,
    connectionTimeoutMillis: 10_000,
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
