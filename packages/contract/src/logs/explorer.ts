import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'

/** Limits of queries over logs. */
export const explorerLimits = {
  /** Rows that a run shows; a file has no such limit. */
  rows: 1000,
  /** Characters of values that a run shows. */
  bytes: 8 * 1_048_576,
  timeoutMs: 10_000,
  exportTimeoutMs: 60_000,
  /** Of a query whose result is exported: servers bound the length of an address. */
  exportCharacters: 4000,
  /** Of one project at the same time. */
  queries: 2,
  savedQueries: 500,
} as const

const time = z.iso.datetime()
const byRef = z.object({ ref: z.string() })
const sql = z
  .string()
  .check(
    z.minLength(1, 'Enter a query'),
    z.maxLength(100_000, 'A query can have 100,000 characters'),
  )
const permission = { action: 'analytics:Read', resource: 'logs' } as const

const line = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('fields'),
    fields: z.array(z.object({ name: z.string(), type: z.string() })),
  }),
  /** Values as PostgreSQL writes them. */
  z.object({ type: z.literal('rows'), rows: z.array(z.array(z.nullable(z.string()))) }),
  z.object({
    type: z.literal('error'),
    kind: z.enum(['query', 'timeout', 'cancelled', 'unreachable', 'unsupported', 'busy']),
    message: z.string(),
    hint: z.nullable(z.string()),
    sqlstate: z.nullable(z.string()),
    /** Offset in the query; null when the whole of it is meant. */
    start: z.nullable(z.int()),
  }),
  z.object({
    type: z.literal('complete'),
    rows: z.int(),
    /** Why the result is not the whole one. */
    truncated: z.nullable(z.enum(['rows', 'bytes'])),
    duration_ms: z.number(),
    /** Rows before this time were not read: the start of the range, or the plan's retention. */
    read_from: z.string(),
  }),
])
export type ExplorerLine = z.infer<typeof line>

const relation = z.object({
  /** As queries name it. */
  name: z.string(),
  label: z.string(),
  fields: z.array(z.object({ path: z.string(), type: z.string() })),
})
export type ExplorerRelation = z.infer<typeof relation>

const saved = z.object({
  id: z.uuid(),
  name: z.string(),
  sql: z.string(),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  updated_at: z.string(),
})
export type SavedLogQuery = z.infer<typeof saved>

const byId = z.object({ ref: z.string(), id: z.uuid() })

/** The query stands in the address. */
const exported = z.object({
  sql: sql.check(z.maxLength(explorerLimits.exportCharacters)),
  from: time,
  to: time,
})

/** SQL over the logs of one project. */
export const logExplorer = {
  /** Runs one SELECT. Aborting the request cancels it. */
  run: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/logs/explorer/runs',
    params: byRef,
    body: z.object({ sql, from: time, to: time }),
    response: line,
    stream: true,
    isRead: true,
    permission,
  }),
  /** Every row of a result, within a longer time; the browser downloads it. */
  exportCsv: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/explorer/result.csv',
    params: byRef,
    query: exported,
    response: z.string(),
    stream: true,
    file: { type: 'text/csv; charset=utf-8', name: 'logs.csv' },
    permission,
  }),
  /** The same as a JSON array of objects; values are texts, as PostgreSQL writes them. */
  exportJson: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/explorer/result.json',
    params: byRef,
    query: exported,
    response: z.string(),
    stream: true,
    file: { type: 'application/json; charset=utf-8', name: 'logs.json' },
    permission,
  }),
  schema: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/explorer/schema',
    params: byRef,
    response: z.object({ relations: z.array(relation), kept_from: z.string() }),
    permission,
  }),
  /** The caller's own queries and the shared ones, by name. */
  saved: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/explorer/queries',
    params: byRef,
    response: z.array(saved),
    permission: { action: 'read:Read', resource: 'user_content' },
  }),
  /** Creates or changes the query with this id, which the caller generates. */
  save: defineRoute({
    method: 'PUT',
    path: '/platform/projects/{ref}/logs/explorer/queries/{id}',
    params: byId,
    body: z.object({ name: typedName(200), sql, is_shared: z.boolean() }),
    hasForm: true,
    response: saved,
    permission: { action: 'write:Update', resource: 'user_content' },
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/logs/explorer/queries/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission: { action: 'write:Delete', resource: 'user_content' },
  }),
}
