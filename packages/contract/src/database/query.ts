import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const field = z.object({
  name: z.string(),
  /** As `format_type` prints it, for example `timestamp with time zone`. */
  type: z.string(),
})

export type ResultField = z.infer<typeof field>

const sqlError = z.object({
  sqlstate: z.string(),
  position: z.optional(z.int()),
  detail: z.optional(z.string()),
  hint: z.optional(z.string()),
  constraint: z.optional(z.string()),
  column: z.optional(z.string()),
})

/**
 * One line of a run. `statement` counts from 0. A statement's lines come in the order
 * `statement`, then `fields` and any number of `rows` when it returns rows, then `complete`
 * or `error`; `notice` may come anywhere. After `error` nothing more is run. `end` is last.
 */
const line = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('statement'),
    statement: z.int(),
    /** 0-based offsets of the statement in the text that was sent. */
    start: z.int(),
    end: z.int(),
  }),
  z.object({ type: z.literal('fields'), statement: z.int(), fields: z.array(field) }),
  z.object({
    type: z.literal('rows'),
    statement: z.int(),
    /** Values as PostgreSQL's own text, null for SQL NULL: nothing is parsed on the way. */
    rows: z.array(z.array(z.nullable(z.string()))),
  }),
  z.object({
    type: z.literal('notice'),
    statement: z.int(),
    severity: z.string(),
    message: z.string(),
  }),
  z.object({
    type: z.literal('complete'),
    statement: z.int(),
    /** For example `SELECT`, `INSERT`. */
    command: z.string(),
    row_count: z.nullable(z.int()),
    duration_ms: z.number(),
  }),
  z.object({
    type: z.literal('error'),
    statement: z.int(),
    message: z.string(),
    /** The position counts UTF-16 units from the start of the text that was sent, 1-based. */
    sql: z.optional(sqlError),
    cancelled: z.boolean(),
  }),
  z.object({ type: z.literal('end') }),
])

export type QueryLine = z.infer<typeof line>

export const databaseQuery = {
  /** Runs the statements one after another. Closing the request cancels what is running. */
  run: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/query',
    params: z.object({ ref: z.string() }),
    body: z.object({
      query: z.string().check(z.minLength(1, 'Enter a query'), z.maxLength(1_048_576)),
    }),
    response: line,
    stream: true,
    permission: { action: 'tenant:Sql:Query', resource: 'queries' },
    opensData: 'unless-restricted',
  }),
}
