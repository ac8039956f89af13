import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })

const relation = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'materialized_view']),
  total_bytes: z.number(),
  /** The rows themselves. */
  table_bytes: z.number(),
  index_bytes: z.number(),
  /** Long values, which are stored apart. */
  toast_bytes: z.number(),
  live_rows: z.number(),
  /** Old versions of rows that VACUUM has not removed. */
  dead_rows: z.number(),
  last_vacuum: z.nullable(z.string()),
  last_analyze: z.nullable(z.string()),
  indexes: z.array(z.object({ id: z.int(), name: z.string(), bytes: z.number() })),
})

export type RelationUsage = z.infer<typeof relation>

const overview = z.object({
  database_bytes: z.number(),
  /** Of the write-ahead log; null without the right to see it. */
  wal_bytes: z.nullable(z.number()),
  connections: z.int(),
  connection_limit: z.int(),
  /** Share of pages that were found in shared buffers, 0 to 1; null before the first read. */
  cache_hit_ratio: z.nullable(z.number()),
  transactions: z.number(),
  rollbacks: z.number(),
  deadlocks: z.number(),
  temporary_bytes: z.number(),
  started_at: z.string(),
  /** Since when the counters count. */
  statistics_since: z.nullable(z.string()),
  /** The statement with the highest mean time; null without pg_stat_statements. */
  slowest: z.nullable(z.object({ query: z.string(), mean_ms: z.number(), calls: z.number() })),
  last_migration: z.nullable(z.object({ version: z.string(), name: z.nullable(z.string()) })),
})

export type DatabaseOverview = z.infer<typeof overview>

const permission = { action: 'tenant:Sql:Admin:Read', resource: 'statistics' } as const

export const databaseUsage = {
  /** The state of the database in figures, by one statement. */
  overview: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/overview',
    params: byRef,
    response: overview,
    permission,
    opensData: 'unless-restricted',
  }),
  /** The largest tables and materialized views, up to 200. */
  relations: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/disk-usage',
    params: byRef,
    response: z.object({
      relations: z.array(relation),
      /** Tables that are left out because these sessions lock them. */
      locked: z.object({ tables: z.int(), pids: z.array(z.int()) }),
    }),
    permission,
    opensData: 'unless-restricted',
  }),
}
