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
  /** The table is read more than once, so the row of a value is ambiguous. */
  'read_twice',
  /** A view's own rows cannot be traced to the tables that it reads. */
  'view',
  'protected',
  /** A temporary table, visible to its session only. */
  'temporary',
  /** Created in a transaction that is still open, or dropped since. */
  'unseen',
  'no_key',
  /** Other tables inherit from it, and their rows may have the same key. */
  'child_tables',
  /** Not all columns of the key are in the result. */
  'key_missing',
] as const

const origins = z.object({
  tables: z.array(
    z.object({
      id: z.int(),
      schema: z.string(),
      name: z.string(),
      /** The columns of the row's key; empty without a key. */
      key: z.array(z.string()),
      refusal: z.nullable(z.enum(originRefusals)),
    }),
  ),
  /** Index into `tables` and column of each field; null for computed fields. */
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

/** Possible mistakes in a statement that need a confirmation. */
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
  /** The key that `confirmed` names to run it anyway. */
  key: z.string(),
  code: z.enum(warningCodes),
  /** The object concerned, for example a table's name as written. */
  subject: z.string(),
  /** The statement's index in the run, from 0, and its position in the text. */
  statement: z.int(),
  start: z.int(),
  end: z.int(),
  /** Size of the table that is rewritten or emptied, when it exists already. */
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
  /** Rows of the table outside of the transaction; null when unknown. */
  of: z.nullable(z.object({ rows: z.number(), is_exact: z.boolean() })),
  /** The effect on the table as a whole. */
  change: z.nullable(z.enum(['created', 'dropped', 'emptied', 'rewritten', 'altered'])),
  /** Changed or deleted rows, as other sessions still see them. */
  before: z.nullable(sample),
  /** Written rows, as they will be after commit. */
  after: z.nullable(sample),
  /** Why there is no sample. */
  unseen: z.nullable(z.string()),
})

const held = z.object({
  tables: z.array(heldTable),
  /** Locks that block other sessions until the decision. */
  locks: z.array(z.object({ mode: z.string(), on: z.string() })),
  duration_ms: z.number(),
  /** When it is rolled back without a decision. */
  until: z.string(),
})

export type HeldRun = z.infer<typeof held>

const blocker = z.object({
  /** Whether the blocking session is another tab of the caller. */
  is_own: z.boolean(),
  /** As `pg_stat_activity` has it, for example `idle in transaction`. */
  state: z.string(),
  application: z.string(),
  /** When its transaction started. */
  since: z.nullable(z.string()),
  /** Its current or last query, truncated. */
  query: z.string(),
})

/**
 * One line of a run's answer. `statement` counts from 0. Lines of a statement come in the order
 * `statement`, then `fields` and any number of `rows` when it returns rows, then `complete` or
 * `error`; `notice` may come anywhere before that, `origins` anywhere after `fields`, also after
 * `complete`. `error` ends the run. `end` is last.
 *
 * `queued` is sent while the session waits for a connection. `waiting` names the sessions that
 * block a statement by their locks; an empty list ends the wait. `ask` ends the run: the caller
 * repeats it with the confirmed keys. `held` announces a transaction that stays open while this
 * answer is read, until `decided`. `session` reports the state of the session after the run.
 */
const line = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('statement'),
    statement: z.int(),
    /** The total number of statements. */
    of: z.int(),
    /** 0-based offsets of the statement in the text that was sent. */
    start: z.int(),
    end: z.int(),
  }),
  z.object({ type: z.literal('fields'), statement: z.int(), fields: z.array(field) }),
  /** The origin of the fields, when any is a column of a table. */
  z.extend(origins, { type: z.literal('origins'), statement: z.int() }),
  z.object({
    type: z.literal('rows'),
    statement: z.int(),
    /** Values in PostgreSQL's text format, null for SQL NULL; nothing is parsed on the way. */
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
    /** Number of sessions ahead in the queue. */
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
    /** Why it was rolled back without a request. */
    reason: z.optional(z.string()),
  }),
  z.object({ type: z.literal('session'), state: sessionState }),
  z.object({ type: z.literal('end') }),
])

export type QueryLine = z.infer<typeof line>

const settings = z.object({
  /** The impersonated role and claims of the statements; the connection's own without it. */
  as: z.optional(viewer),
  /** Runs in a read-only transaction. */
  read_only: z.optional(z.boolean()),
  /** 0 for none. */
  statement_timeout_ms: z.optional(z.int().check(z.minimum(0), z.maximum(86_400_000))),
})

export type SessionSettings = z.infer<typeof settings>

export const databaseQuery = {
  /** Runs the statements one after another. Aborting the request cancels the running one. */
  run: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/query',
    params: z.object({ ref: z.string() }),
    body: z.object({
      query: z.string().check(z.minLength(1, 'Enter a query'), z.maxLength(1_048_576)),
      /**
       * A session that outlives the run; the caller generates one id per tab. Without it the run
       * has a session that ends with it.
       */
      session: z.optional(z.uuid()),
      settings: z.optional(settings),
      /** Row limit, for a single SELECT without a limit of its own. */
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
      /** Leaves the transaction open until it is decided, or rolls it back at once. */
      hold: z.optional(z.enum(['decide', 'roll_back'])),
      /** Keys of the confirmed warnings; without the list no confirmation is required. */
      confirmed: z.optional(z.array(z.string()).check(z.maxLength(1000))),
      /** Adds row level security to tables that are created without it. */
      enable_rls: z.optional(z.boolean()),
      /** The query as written, with named values: the history stores this text. */
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
