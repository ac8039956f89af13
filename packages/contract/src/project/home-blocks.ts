import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'

const columnName = z.string().check(z.maxLength(200))

/** Settings of the chart: columns by name, as the chart tab of a result stores them. */
const chart = z.object({
  type: z.enum(['bar', 'line', 'area', 'scatter']),
  x: columnName,
  ys: z.array(columnName).check(z.maxLength(8)),
  /** How several rows with the same x are combined; by default it depends on the rows. */
  aggregate: z.optional(z.enum(['none', 'sum', 'avg', 'count', 'min', 'max'])),
  isCumulative: z.boolean(),
  hasLabels: z.boolean(),
  hasGrid: z.boolean(),
  isLog: z.boolean(),
  isSwapped: z.boolean(),
})

const appearance = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table') }),
  /** The one value of one row. */
  z.object({ kind: z.literal('figure') }),
  z.object({ kind: z.literal('chart'), chart }),
])

const refreshed = z.enum(['hand', 'hour', 'day'])

/** Of a parameter: `$1`, or `city` for `:city`. */
const value = z.object({
  name: columnName,
  value: z.nullable(z.string().check(z.maxLength(10_000))),
})

const cut = z.nullable(z.enum(['rows', 'bytes']))

const block = z.object({
  id: z.uuid(),
  title: z.string(),
  look: appearance,
  /** When it is read by itself: never, or so often. */
  refreshed,
  values: z.array(value),
  snippet: z.object({
    id: z.uuid(),
    name: z.string(),
    /** Its owner may have made it private since; then it is not read. */
    is_shared: z.boolean(),
  }),
  /** Display name of its author. */
  created_by: z.nullable(z.string()),
  is_reading: z.boolean(),
  /** The stored rows; null before the first read. */
  kept: z.nullable(
    z.object({
      read_at: z.string(),
      row_count: z.int(),
      /** Why some rows are missing, when there are more. */
      cut,
      duration_ms: z.number(),
    }),
  ),
  /** The error of the last read, and the number of failures in a row. */
  failure: z.nullable(
    z.object({
      /** `query`: its text is no single statement that reads; `database`: PostgreSQL's words. */
      reason: z.enum(['query', 'database']),
      message: z.string(),
      at: z.string(),
      count: z.int(),
    }),
  ),
  /** When it is refreshed next. */
  next_at: z.nullable(z.string()),
  /** Since when it was not refreshed, because no one viewed it. */
  rested_since: z.nullable(z.string()),
})

const stored = z.object({
  read_at: z.string(),
  fields: z.array(z.object({ name: z.string(), type: z.string() })),
  /** Values as PostgreSQL's own text. */
  rows: z.array(z.array(z.nullable(z.string()))),
  cut,
})

export type HomeBlock = z.infer<typeof block>
export type HomeBlockRows = z.infer<typeof stored>

/** Limits of blocks on a project's home, and of the rows read for one. */
export const homeBlockLimits = {
  blocks: 24,
  rows: 1000,
  bytes: 1_048_576,
  seconds: 30,
  /** Days without a viewer after which a block is no longer refreshed. */
  unseenDays: 7,
} as const

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
const done = z.object({ ok: z.literal(true) })
const title = typedName(200, 'Enter a title')
const values = z.array(value).check(z.maxLength(100))

const looks = { action: 'tenant:Sql:Query', resource: 'queries' }
/** A block shows a query to the whole project: who may change shared ones may put it there. */
const arranges = { action: 'write:Update', resource: 'user_content.shared' }

/** Pinned results of saved queries on the home of a project. */
export const homeBlocks = {
  /** In their order, without rows. Listing them counts as viewing. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/home-blocks',
    params: byRef,
    response: z.array(block),
    permission: looks,
  }),
  rows: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/home-blocks/{id}/rows',
    params: byId,
    response: stored,
    permission: looks,
    opensData: 'unless-restricted',
  }),
  /**
   * At the end, with an id that the caller made. 400 unless the query is one statement that
   * only reads and has a value for each of its parameters; 409 while it is private.
   */
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/home-blocks',
    params: byRef,
    body: z.object({
      id: z.uuid(),
      snippet_id: z.uuid(),
      title,
      look: appearance,
      refreshed,
      values,
    }),
    response: block,
    permission: arranges,
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}/home-blocks/{id}',
    params: byId,
    body: z.object({
      title: z.optional(title),
      look: z.optional(appearance),
      refreshed: z.optional(refreshed),
      values: z.optional(values),
    }),
    response: block,
    permission: arranges,
  }),
  /** Blocks that are not named follow in their current order. */
  order: defineRoute({
    method: 'PUT',
    path: '/platform/projects/{ref}/home-blocks/order',
    params: byRef,
    body: z.object({ ids: z.array(z.uuid()).check(z.maxLength(100)) }),
    response: done,
    permission: arranges,
  }),
  /** Its stored rows are deleted too. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/home-blocks/{id}',
    params: byId,
    response: done,
    permission: arranges,
  }),
  /** Reads it now, and answers when that is done or has failed. */
  refresh: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/home-blocks/{id}/refresh',
    params: byId,
    response: block,
    permission: looks,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
}
