import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

/** Reference names of the twelve sources, and three of Basalt's own. */
export const logSourceNames = [
  'edge_logs',
  'auth_logs',
  'auth_audit_logs',
  'storage_logs',
  'function_edge_logs',
  'function_logs',
  'postgres_logs',
  'realtime_logs',
  'postgrest_logs',
  'supavisor_logs',
  'pgbouncer_logs',
  'pg_upgrade_logs',
  'cron_logs',
  'webhook_logs',
  'audit_logs',
] as const
export type LogSourceName = (typeof logSourceNames)[number]

export const logLevelNames = ['debug', 'info', 'warning', 'error', 'fatal'] as const

export const logFilterFields = [
  'level',
  'status',
  'method',
  'path',
  'user',
  'database',
  'code',
] as const

export const logFacetFields = ['source', ...logFilterFields] as const

const source = z.enum(logSourceNames)
const level = z.enum(logLevelNames)

/** The store has no text with a NUL character. */
const storedText = (maxLength: number) =>
  z.string().check(
    z.maxLength(maxLength),
    z.refine((value) => !value.includes('\0'), 'Enter text without NUL characters'),
  )

const filter = z.object({
  field: z.enum(logFilterFields),
  /** A status may be a class: `5xx`. */
  values: z.array(storedText(2000)).check(z.minLength(1), z.maxLength(50)),
  /** Rows with none of the values. */
  excludes: z.optional(z.boolean()),
})
export type LogFilterParam = z.infer<typeof filter>

/** Filters as one parameter of a URL. */
const logFilters = z.array(filter).check(z.maxLength(20))

function isFilters(text: string): boolean {
  try {
    return logFilters.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/** For example `2026-01-31T12:00:00.000Z`. */
const time = z
  .string()
  .check(
    z.regex(
      /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?Z$/u,
    ),
  )

const isSources = (text: string): boolean =>
  text.split(',').every((name) => (logSourceNames as readonly string[]).includes(name))

/** Which rows: `from` belongs to the range, `to` does not. */
export const logRangeQuery = {
  from: time,
  to: time,
  /** Names separated by commas; all sources without it. */
  sources: z.optional(z.string().check(z.refine(isSources, 'Enter names of sources'))),
  /** JSON of `logFilters`. */
  filters: z.optional(
    z.string().check(z.maxLength(20_000), z.refine(isFilters, 'Enter filters as JSON')),
  ),
  /** Part of the message, in any case of its letters. */
  search: z.optional(storedText(500)),
  /** Of `pattern` of a row: messages that differ only in values. */
  pattern: z.optional(z.string().check(z.regex(/^-?\d{1,19}$/u))),
  /** `true` adds the rows that Basalt itself caused. */
  own: z.optional(z.enum(['true', 'false'])),
}

const row = z.object({
  id: z.string(),
  source,
  at: z.string(),
  level,
  message: z.string(),
  status: z.nullable(z.int()),
  method: z.nullable(z.string()),
  path: z.nullable(z.string()),
  user: z.nullable(z.string()),
  database: z.nullable(z.string()),
  code: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  duration_ms: z.nullable(z.number()),
  is_own: z.boolean(),
  pattern: z.string(),
})
export type LogRowEntry = z.infer<typeof row>

const detail = z.extend(row, {
  /** The fields of the source below `metadata`. */
  metadata: z.record(z.string(), z.unknown()),
})

const isCursor = (text: string): boolean => {
  const [at = '', id = ''] = text.split('_')
  return time.safeParse(at).success && /^\d{1,19}$/u.test(id)
}
const cursor = z.string().check(z.refine(isCursor, 'Enter the cursor of a page'))

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.string().check(z.regex(/^\d{1,19}$/u)) })
const permission = { action: 'analytics:Read', resource: 'logs' } as const

const count = z.object({ value: z.string(), count: z.number() })

/** The logs of one project. Every route answers 503 while the log store does not answer. */
export const logs = {
  /** The newest first. A page may be short, and even empty, although more follows. */
  rows: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs',
    params: byRef,
    query: z.object({
      ...logRangeQuery,
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
      cursor: z.optional(cursor),
    }),
    response: z.object({
      rows: z.array(row),
      /** Of the next page; null when the whole range was read. */
      next_cursor: z.nullable(z.string()),
      /** Everything from this time to the end of the range was read. */
      read_from: z.string(),
    }),
    permission,
  }),
  row: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/rows/{id}',
    params: byId,
    response: detail,
    permission,
  }),
  /** Rows of all sources next to a row, the newest first, with the row itself. */
  context: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/rows/{id}/context',
    params: byId,
    query: z.object({
      /** On each side. */
      count: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
      own: logRangeQuery.own,
    }),
    response: z.object({ rows: z.array(row) }),
    permission,
  }),
  /** Rows of all sources with one request id, the oldest first. */
  request: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/requests/{request_id}',
    params: z.object({ ref: z.string(), request_id: storedText(200) }),
    response: z.object({ rows: z.array(row) }),
    permission,
  }),
  histogram: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/histogram',
    params: byRef,
    query: z.object({
      ...logRangeQuery,
      buckets: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
    }),
    response: z.object({
      bucket_seconds: z.number(),
      /** Of the first bucket; the others follow without a gap. */
      from: z.string(),
      /** One array for each level, of one count for each bucket. */
      counts: z.record(level, z.array(z.number())),
      total: z.number(),
    }),
    permission,
  }),
  /** The 20 most frequent values of each field, without the filters of the same field. */
  facets: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/facets',
    params: byRef,
    query: z.object(logRangeQuery),
    response: z.object({ facets: z.partialRecord(z.enum(logFacetFields), z.array(count)) }),
    permission,
  }),
  /** The newest rows of a range, at most `maxFileRows`. */
  exportCsv: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/export.csv',
    params: byRef,
    query: z.object(logRangeQuery),
    response: z.string(),
    stream: true,
    file: { type: 'text/csv; charset=utf-8', name: 'logs.csv' },
    permission,
  }),
  /** The same as a JSON array. */
  exportJson: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/export.json',
    params: byRef,
    query: z.object(logRangeQuery),
    response: z.string(),
    stream: true,
    file: { type: 'application/json; charset=utf-8', name: 'logs.json' },
    permission,
  }),
  /** Why rows may be missing in a range. */
  state: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/state',
    params: byRef,
    query: z.object({ from: time, to: time }),
    response: z.object({
      /** The retention of the plan, in days. */
      retention_days: z.int(),
      /** Older rows are not kept. */
      kept_from: z.string(),
      dropped: z.array(
        z.object({
          source,
          reason: z.enum(['memory', 'disk', 'lost', 'old']),
          count: z.number(),
          first_minute: z.string(),
          last_minute: z.string(),
        }),
      ),
      /** Of the newest stored row; null when there is none. */
      newest_at: z.nullable(z.string()),
      /** Since when rows wait to be stored; null when none waits. */
      waiting_since: z.nullable(z.string()),
    }),
    permission,
  }),
}
