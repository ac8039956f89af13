import { randomBytes } from 'node:crypto'

import {
  type ExplorerQuery,
  type LogExplorer,
  type NewLogRow,
  systemLogExplorer,
  systemLogStore,
} from '@basalt/logs'
import { Client } from 'pg'

import { systemDatabase } from './system-database.ts'

const newRef = (): string => `p${randomBytes(10).toString('hex')}`

const minute = 60_000

/** A text that only the rows of the other project have. */
export const foreignText = 'belongs-to-the-other-project'

export type ExploredLogs = Awaited<ReturnType<typeof exploredLogs>>

/** Rows of two projects in a database of their own, and an explorer of them. */
export async function exploredLogs() {
  const system = await systemDatabase()
  const store = systemLogStore({ connection: system.address })
  const passwordOf = (ref: string) => `password-of-${ref}`
  const explorer = systemLogExplorer({ connection: system.address, passwordOf })
  const ref = newRef()
  const otherRef = newRef()
  const now = Date.now()
  const append = (rows: readonly Partial<NewLogRow>[]) =>
    store.append({
      rows: rows.map((change) => ({
        ref,
        source: 'edge_logs' as const,
        at: now - minute,
        level: 'info' as const,
        message: 'GET | 200 | /health',
        metadata: {},
        ...change,
      })),
      keepDays: () => 7,
    })
  await append([{ ref: otherRef, message: foreignText, metadata: { note: foreignText } }])
  const read = (sql: string, change: Partial<ExplorerQuery> = {}) =>
    readAll(explorer, {
      ref,
      sql,
      from: new Date(now - 60 * minute),
      to: new Date(now + minute),
      keepDays: 7,
      ...change,
    })
  return {
    system,
    explorer,
    store,
    ref,
    otherRef,
    now,
    append,
    read,
    /** A statement of the owner of the database. */
    async asOwner(sql: string) {
      const client = new Client(system.address)
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows
      } finally {
        await client.end()
      }
    },
    async close() {
      await explorer.close()
      await store.close()
      await system.drop()
    },
  }
}

type Reading = Pick<ExplorerQuery, 'ref' | 'sql' | 'from' | 'to' | 'keepDays'> &
  Partial<ExplorerQuery>

/** The whole answer of a query. */
export async function readAll(explorer: LogExplorer, query: Reading) {
  const rows: (string | null)[][] = []
  let names: string[] = []
  const end = await explorer.run({
    timeoutMs: 20_000,
    maxRows: 10_000,
    maxBytes: 10_000_000,
    onFields: (fields) => {
      names = fields.map(({ name }) => name)
    },
    onRows: (more) => {
      for (const row of more) rows.push([...row])
    },
    ...query,
  })
  return { ...end, names, rows }
}
