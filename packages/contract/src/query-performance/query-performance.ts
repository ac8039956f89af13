import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

/** For example `2026-01-31T12:00:00.000Z`. */
const time = z.iso.datetime()

/** `from` does not belong to the range, `to` does. 400 unless it is the later one. */
const range = z.object({ from: time, to: time })

const answered = {
  /** Later than the requested start where the plan keeps nothing older. */
  from: z.string(),
  to: z.string(),
  /** The retention of the plan, in days, and its start. */
  retention_days: z.int(),
  kept_from: z.string(),
}

/** Figures that add up over statements and samples. */
const figures = {
  calls: z.number(),
  total_ms: z.number(),
  rows: z.number(),
  /** Blocks of tables and indexes that were found in the cache, and those that were not. */
  blocks_hit: z.number(),
  blocks_read: z.number(),
  temp_blocks: z.number(),
  wal_bytes: z.number(),
}

export type FigureName = keyof typeof figures
export const figureNames = Object.keys(figures) as readonly FigureName[]

const statement = z.object({
  ...figures,
  id: z.string(),
  /** The one of PostgreSQL, a 64-bit number as text. */
  query_id: z.string(),
  role: z.string(),
  database: z.string(),
  /** False inside of a function. */
  is_top_level: z.boolean(),
  /** Of Basalt itself. */
  is_own: z.boolean(),
  /** Without literals. */
  query: z.string(),
  /** 95 of 100 samples have at most this mean time. */
  p95_ms: z.number(),
})
export type StatementFigures = z.infer<typeof statement>

const byRef = z.object({ ref: z.string() })
const byStatement = z.object({ ref: z.string(), id: z.string().check(z.regex(/^\d{1,18}$/u)) })

const permission = { action: 'tenant:Sql:Admin:Read', resource: 'statistics' } as const

/** Statistics of statements in any range of time, from a sample of each minute. */
export const queryPerformance = {
  /** Those with the most time first, at most 1000. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/query-performance',
    params: byRef,
    query: range,
    response: z.object({
      ...answered,
      /** Whether PostgreSQL counts statements; null when it did not answer. */
      is_counting: z.nullable(z.boolean()),
      /** Of the oldest and the last stored sample; null before the first one. */
      first_sample_at: z.nullable(z.string()),
      last_sample_at: z.nullable(z.string()),
      statements: z.array(statement),
      /** Statements that were not among the first ones in their sample. */
      others: z.object(figures),
      /** Of all statements, the others included. */
      total: z.object(figures),
      /** How often PostgreSQL has removed its least used statements, whose figures are lost. */
      evictions: z.number(),
      /** When statistics were reset, or the server was started again. */
      restarts: z.array(z.string()),
    }),
    permission,
  }),
  /** One statement over time. 404 when it has no sample any more. */
  timeline: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/query-performance/{id}',
    params: byStatement,
    query: range,
    response: z.object({
      ...answered,
      statement: z.pick(statement, {
        id: true,
        query_id: true,
        role: true,
        database: true,
        is_own: true,
        query: true,
      }),
      /** The end of each sample in seconds since 1970, in order. */
      times: z.array(z.number()),
      calls: z.array(z.number()),
      total_ms: z.array(z.number()),
      rows: z.array(z.number()),
      /** When statistics were reset, or the server was started again. */
      restarts: z.array(z.string()),
      /** Changes of the database's structure in the range, made through Basalt; the newest first. */
      migrations: z.array(z.object({ at: z.string(), action: z.string(), target: z.string() })),
    }),
    permission,
  }),
  /** The plan that PostgreSQL would choose now for any values of the parameters. 404 as above. */
  explain: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/query-performance/{id}/plan',
    params: byStatement,
    response: z.object({
      /** As EXPLAIN writes it in JSON; null if the statement cannot be planned. */
      plan: z.nullable(z.unknown()),
      /** The reason for that. */
      problem: z.nullable(z.string()),
    }),
    permission,
  }),
  /** Logged plans of a statement's slow calls, the newest first, at most 20. 404 as above. */
  plans: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/query-performance/{id}/plans',
    params: byStatement,
    query: range,
    response: z.object({
      plans: z.array(
        z.object({
          /** Of the row of the source `postgres_logs`. */
          id: z.string(),
          at: z.string(),
          duration_ms: z.nullable(z.number()),
          /** As auto_explain writes it in JSON, without literals of the statement. */
          plan: z.unknown(),
        }),
      ),
      /** Older rows were not read, because that takes too long. */
      is_partial: z.boolean(),
    }),
    permission: { action: 'analytics:Read', resource: 'logs' },
  }),
}
