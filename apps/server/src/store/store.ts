import { Kysely, type Logger, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'

import { initialLimits } from '../limits/limits.ts'
import { listenForChanges } from './change-listener.ts'
import { migrate, type Migration } from './migrations.ts'
import { preparing } from './prepared-reads.ts'
import type { Schema } from './schema.ts'
import { counting, Writes } from './writes.ts'

/** The system database. Repositories are functions that take it, or a transaction of it. */
export type Store = Kysely<Schema>

export type OpenStore = { store: Store; close: () => Promise<void> }

type OpenOptions = {
  /** Of the shared tables, the areas and the services, in order. */
  migrations: readonly Migration[]
  statementMs?: number
  onStatement?: OnStatement | undefined
}

/** Called for each statement when it is done, in the asynchronous context of its caller. */
type OnStatement = (sql: string, outcome: { startedMs: number; isFailure: boolean }) => void

/**
 * Connects, migrates the tables and returns the store, whose statements fail when the database does
 * not answer within `statementMs`. One more connection listens for changes of other processes.
 */
export async function openStore(
  connection: PoolConfig,
  { migrations, statementMs = initialLimits.statementMs, onStatement }: OpenOptions,
): Promise<OpenStore> {
  // A migration has no timeout.
  const pool = openPool(connection)
  await migrate(pool, migrations).finally(() => pool.end())
  const limited = {
    ...connection,
    query_timeout: statementMs,
    connectionTimeoutMillis: Math.min(statementMs, connectMs),
  }
  const { store, close, writes, isOwn } = storeOn(limited, onStatement)
  const listener = listenForChanges(connection, {
    isOwn,
    onChange: () => writes.note(),
    onListening: (isListening) => writes.listen(isListening),
  })
  await listener.firstAttempt
  return {
    store,
    async close() {
      await listener.close()
      await close()
    },
  }
}

/** Connects without migrating, for examining an install from outside. */
export function openStoreAsIs(connection: PoolConfig): OpenStore {
  const { store, close } = storeOn(connection)
  return { store, close }
}

/** Timeout of connecting, or waiting for a free connection. */
const connectMs = 5000

function openPool(connection: PoolConfig): Pool {
  const pool = new Pool({
    max: 8,
    // Users pause between requests: a new connection would plan the frequent statements again.
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

function storeOn(connection: PoolConfig, onStatement?: OnStatement) {
  const pool = openPool(connection)
  const processIds = new Set<number | null>()
  pool.on('connect', (client) => processIds.add(getProcessId(client)))
  pool.on('remove', (client) => processIds.delete(getProcessId(client)))
  const writes = new Writes()
  const dialect = new PostgresDialect({ pool: counting(preparing(pool), writes) })
  const store = new Kysely<Schema>({
    dialect,
    ...(onStatement !== undefined && { log: tellOf(onStatement) }),
  })
  writesByStore.set(store, writes)
  const isOwn = (processId: number) => processIds.has(processId)
  return { store, writes, isOwn, close: () => store.destroy() }
}

const tellOf =
  (onStatement: OnStatement): Logger =>
  ({ level, query, queryDurationMillis: ms }) =>
    onStatement(query.sql, { startedMs: Date.now() - ms, isFailure: level === 'error' })

/** The server's process id of the connection, which the driver's types omit. */
const getProcessId = (client: PoolClient) =>
  (client as unknown as { processID: number | null }).processID

const writesByStore = new WeakMap<Store, Writes>()

/** Counts the writes into the store; undefined for a transaction, which sees its own. */
export const writesTo = (store: Store): Writes | undefined => writesByStore.get(store)

/** Runs the work in a transaction: the caller's own when there is one. */
export const inTransaction = <T>(store: Store, work: (tx: Store) => Promise<T>): Promise<T> =>
  store.isTransaction ? work(store) : store.transaction().execute(work)
