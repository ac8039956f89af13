import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { viewer } from './row-view.ts'
import { sessionState } from './sessions.ts'

const field = z.object({
  name: z.string(),
  /** As `format_type` prints it, for example `timestamp with time zone`. */
  type: z.string(),
})

export type ResultField = z.infer<typeof field>

/** Why no cell of a table can be changed where the table's columns are shown. */
const originRefusals = [
  /** The statement is no plain query, so its rows need not be those of the table now. */
  'not_a_query',
  /** It is read more than once, so which of its rows a value is of cannot be told. */
  'read_twice',
  /** A view's own rows cannot be traced to the tables that it reads. */
  'view',
  'protected',
  /** Of a session, and seen by nobody else. */
  'temporary',
  /** Made in a transaction that is still open, or dropped meanwhile. */
  'unseen',
  'no_key',
  /** Other tables inherit from it, and their rows may have the same key. */
  'heirs',
  /** Not all columns of the key are in the result. */
  'key_missing',
] as const

const origins = z.object({
  tables: z.array(
    z.object({
      id: z.int(),
      schema: z.string(),
      name: z.string(),
      /** The columns that name a row; empty where nothing does. */
      key: z.array(z.string()),
      refusal: z.nullable(z.enum(originRefusals)),
    }),
  ),
  /** Place in `tables` and column of each field; null for what was computed. */
  fields: z.array(
    z.nullable(z.object({ table: z.int(), column: z.string(), is_generated: z.boolean() })),
  ),
})

export type ResultOrigins = z.infer<typeof origins>
export type OriginRefusal = (typeof originRefusals)[number]

const sqlError = z.object({
  sqlstate: z.string(),
  position: z.optional(z.int()),
  detail: z.optional(z.string()),
  hint: z.optional(z.string()),
  constraint: z.optional(z.string()),
  column: z.optional(z.string()),
})

/** What a statement would do that its author may not have meant. */
const warningCodes = [
  'drop',
  'truncate',
  'delete',
  'delete_without_where',
  'update_without_where',
  'alter_database_blocks',
  'create_table_without_rls',
  'rewrites_table',
] as const

const warning = z.object({
  /** What a run that is meant all the same names in `confirmed`. */
  key: z.string(),
  code: z.enum(warningCodes),
  /** What it is about, for example a table's name as it was written. */
  subject: z.string(),
  /** Which statement of the run, from 0, and its place in the text that was sent. */
  statement: z.int(),
  start: z.int(),
  end: z.int(),
  /** Size of the table that is rewritten or emptied, where it is there already. */
  size: z.optional(z.object({ bytes: z.number(), rows: z.number() })),
})

export type SqlWarning = z.infer<typeof warning>

/** Some rows, as PostgreSQL prints them. */
const sample = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.nullable(z.string()))),
})

const heldTable = z.object({
  schema: z.string(),
  name: z.string(),
  inserted: z.int(),
  updated: z.int(),
  deleted: z.int(),
  /** Rows that everybody else sees in it; null where that cannot be told. */
  of: z.nullable(z.object({ rows: z.number(), is_exact: z.boolean() })),
  /** What became of the table as a whole. */
  fate: z.nullable(z.enum(['created', 'dropped', 'emptied', 'rewritten', 'altered'])),
  /** Rows that were changed or deleted, as everybody else still sees them. */
  before: z.nullable(sample),
  /** Rows that were written, as they will be. */
  after: z.nullable(sample),
  /** Why there is no sample. */
  unseen: z.nullable(z.string()),
})

const held = z.object({
  tables: z.array(heldTable),
  /** What others wait for until the decision. */
  locks: z.array(z.object({ mode: z.string(), on: z.string() })),
  duration_ms: z.number(),
  /** When it is rolled back unless somebody decides. */
  until: z.string(),
})

export type HeldRun = z.infer<typeof held>

const blocker = z.object({
  /** Whether it is another tab of the caller. */
  is_own: z.boolean(),
  /** As `pg_stat_activity` has it, for example `idle in transaction`. */
  state: z.string(),
  application: z.string(),
  /** When its transaction began. */
  since: z.nullable(z.string()),
  /** What it runs, or has run last; the beginning of it. */
  query: z.string(),
})

/**
 * One line of a run. `statement` counts from 0. A statement's lines come in the order
 * `statement`, then `fields` and any number of `rows` when it returns rows, then `complete`
 * or `error`; `notice` may come anywhere before it, `origins` anywhere behind `fields`, also behind `complete`. After `error` nothing more is run. `end` is last.
 *
 * `queued` comes while the session waits for a connection. `waiting` tells for whom a statement
 * waits that finds a lock taken, and with an empty list that it waits no longer. After `ask` nothing is run: the
 * caller sends the run again with what it confirms. `held` tells of a transaction that stays
 * open as long as this answer is read, until `decided`. `session` tells how the session is left.
 */
const line = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('statement'),
    statement: z.int(),
    /** How many there are. */
    of: z.int(),
    /** 0-based offsets of the statement in the text that was sent. */
    start: z.int(),
    end: z.int(),
  }),
  z.object({ type: z.literal('fields'), statement: z.int(), fields: z.array(field) }),
  /** Where the fields come from, if any is a column of a table. */
  z.extend(origins, { type: z.literal('origins'), statement: z.int() }),
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
  z.object({
    type: z.literal('queued'),
    /** Sessions that wait and came before this one. */
    ahead: z.int(),
    /** Connections that sessions of this database may take, and who has them. */
    limit: z.int(),
    running: z.int(),
    keeping: z.int(),
  }),
  z.object({ type: z.literal('waiting'), for: z.array(blocker) }),
  z.object({ type: z.literal('ask'), warnings: z.array(warning) }),
  z.extend(held, { type: z.literal('held') }),
  z.object({
    type: z.literal('decided'),
    outcome: z.enum(['committed', 'rolled_back']),
    /** Why it was rolled back without being asked to. */
    reason: z.optional(z.string()),
  }),
  z.object({ type: z.literal('session'), state: sessionState }),
  z.object({ type: z.literal('end') }),
])

export type QueryLine = z.infer<typeof line>

const settings = z.object({
  /** Whose eyes and rights the statements have; the connection's own without it. */
  as: z.optional(viewer),
  /** PostgreSQL lets nothing be written. */
  read_only: z.optional(z.boolean()),
  /** 0 for none. */
  statement_timeout_ms: z.optional(z.int().check(z.minimum(0), z.maximum(86_400_000))),
})

export type SessionSettings = z.infer<typeof settings>

export const databaseQuery = {
  /** Runs the statements one after another. Closing the request cancels what is running. */
  run: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/query',
    params: z.object({ ref: z.string() }),
    body: z.object({
      query: z.string().check(z.minLength(1, 'Enter a query'), z.maxLength(1_048_576)),
      /**
       * A session that lives on after the run, made by its caller, one for each tab. Without
       * one the run has a session of its own that ends with it.
       */
      session: z.optional(z.uuid()),
      settings: z.optional(settings),
      /** Rows at most, for a single SELECT that has no limit of its own. */
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
      /** Leaves the transaction open until it is decided, or rolls it back at once. */
      hold: z.optional(z.enum(['decide', 'roll_back'])),
      /** Keys of the warnings that were seen; without the list nothing is asked. */
      confirmed: z.optional(z.array(z.string()).check(z.maxLength(1000))),
      /** Adds row level security to tables that are created without it. */
      enable_rls: z.optional(z.boolean()),
      /** What the query was written as, with names for its values: the history keeps this. */
      written: z.optional(z.string().check(z.minLength(1), z.maxLength(1_048_576))),
      /** Values of the parameters `$1`, `$2`, … of a run of one statement. */
      values: z.optional(z.array(z.nullable(z.string())).check(z.maxLength(1000))),
    }),
    response: line,
    stream: true,
    permission: { action: 'tenant:Sql:Query', resource: 'queries' },
    opensData: 'unless-restricted',
  }),
}
