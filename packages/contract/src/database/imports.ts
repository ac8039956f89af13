import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the table's oid. */
const byTable = z.object({ ref: z.string(), id: z.coerce.number() })
const byImport = z.object({ ref: z.string(), import: z.string() })

const encoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])

/** The format of the file. */
const source = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('delimited'),
    encoding,
    delimiter: z.string().check(z.length(1, 'Enter one character as the delimiter')),
    quote: z.nullable(z.string().check(z.length(1, 'Enter one character as the quote'))),
    /** The line with the column names; rows begin after it. Null without such a line. */
    names_line: z.nullable(z.int().check(z.minimum(1))),
    /** Cells of each row. */
    width: z.int().check(z.minimum(1)),
  }),
  /** Objects, concatenated or in an array; `names` gives the order of the cells. */
  z.object({ kind: z.literal('json'), encoding, names: z.array(z.string()) }),
])

export type ImportSource = z.infer<typeof source>

const column = z.object({
  /** Place of the cell in a row, from 0. */
  source: z.int().check(z.minimum(0)),
  /** The column of the table. */
  name: z.string().check(z.minLength(1, 'Choose a column')),
  /** The value of an empty cell; `unquoted`: NULL, unless it is quoted. */
  empty: z.enum(['null', 'unquoted', 'text']),
})

export type ImportColumn = z.infer<typeof column>

const request = {
  source,
  columns: z.array(column).check(z.minLength(1, 'Choose at least one column'), z.maxLength(1600)),
  /** Imports all rows or none. */
  all_or_nothing: z.boolean(),
  /** Expected number of rows; the history stores the keys of up to 50,000. */
  expected_rows: z.nullable(z.int()),
}

/** Types for columns of a new table, by PostgreSQL's own names. */
export const importTypes = [
  'text',
  'integer',
  'bigint',
  'smallint',
  'numeric',
  'double precision',
  'real',
  'boolean',
  'date',
  'time',
  'timestamptz',
  'timestamp',
  'uuid',
  'jsonb',
  'json',
  'varchar',
  'bytea',
] as const

const newTable = z.object({
  schema: z.string().check(z.minLength(1, 'Choose a schema')),
  name: z.string().check(z.minLength(1, 'Enter a table name'), z.maxLength(63)),
  columns: z
    .array(
      z.object({
        name: z.string().check(z.minLength(1, 'Enter a column name'), z.maxLength(63)),
        data_type: z.enum(importTypes),
        is_nullable: z.boolean(),
      }),
    )
    .check(z.minLength(1, 'Add at least one column'), z.maxLength(1600)),
  primary_key: z.array(z.string()),
  rls_enabled: z.boolean(),
})

export type ImportTable = z.infer<typeof newTable>

const importedColumn = z.object({
  ...column.shape,
  /** Whether the type accepts an empty text; known once rows are written. */
  is_text: z.boolean(),
})

export type ImportedColumn = z.infer<typeof importedColumn>

const state = z.object({
  id: z.string(),
  /** Its oid is null until a new table is there. */
  table: z.object({ id: z.nullable(z.int()), schema: z.string(), name: z.string() }),
  /**
   * `waiting` for the file · `reading` it · `deciding`: all rows are written and not committed,
   * because some were rejected · then `done`, `failed` or `cancelled`, which leave no rows.
   */
  status: z.enum(['waiting', 'reading', 'deciding', 'done', 'failed', 'cancelled']),
  /** Bytes of the file that arrived so far. */
  bytes: z.number(),
  size_bytes: z.nullable(z.number()),
  rows: z.number(),
  inserted: z.number(),
  updated: z.number(),
  rejected: z.number(),
  /** Why rows were rejected, the most frequent reason first. */
  reasons: z.array(
    z.object({ reason: z.string(), column: z.nullable(z.string()), rows: z.number() }),
  ),
  all_or_nothing: z.boolean(),
  columns: z.array(importedColumn),
  error: z.nullable(z.string()),
  /** When a decision that was not made lets everything go. */
  decide_by: z.nullable(z.string()),
  /** Names the import in the history of changes. */
  history_id: z.nullable(z.string()),
})

export type ImportState = z.infer<typeof state>

const cells = z.array(z.nullable(z.string()))

const rejectedRow = z.object({
  /** Names the row in this import. */
  number: z.int(),
  line: z.int(),
  /** Values for the imported columns, in their order. */
  cells,
  reason: z.string(),
  /** The column at fault, where that is known. */
  column: z.nullable(z.string()),
  /** Whether the only fault is the number of cells. */
  only_width: z.boolean(),
  /** The raw text of the row. */
  text: z.string(),
})

export type RejectedImportRow = z.infer<typeof rejectedRow>

const insert = { action: 'tenant:Sql:Write:Insert', resource: 'rows' } as const

/**
 * Imports a file in one transaction: create an import, send its file; it then commits by itself, or
 * by the caller when rows were rejected. Only its creator sees it.
 */
export const databaseImports = {
  begin: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/tables/{id}/imports',
    params: byTable,
    body: z.object({
      ...request,
      /** The action for a row whose key exists already. */
      on_conflict: z.enum(['fail', 'skip', 'update']),
    }),
    response: state,
    permission: insert,
    takesLong: true,
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /** Into a table that is made with the rows, in the same transaction; needs both rights. */
  beginNew: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/imports',
    params: byRef,
    body: z.object({ ...request, table: newTable }),
    response: z.extend(state, { statements: z.array(z.string()) }),
    permission: { action: 'tenant:Sql:CreateTable', resource: 'tables' },
    takesLong: true,
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /** Previews the SQL that creates the table; runs nothing. */
  preview: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/imports/preview',
    params: byRef,
    body: newTable,
    response: z.object({ statements: z.array(z.string()) }),
    permission: { action: 'tenant:Sql:CreateTable', resource: 'tables' },
    takesLong: true,
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /** The file itself. Answers when all of it is written. */
  send: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/imports/{import}/file',
    params: byImport,
    upload: true,
    response: state,
    permission: insert,
    opensData: 'unless-restricted',
  }),
  /** The caller's imports that are not over. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/imports',
    params: byRef,
    response: z.array(state),
    permission: insert,
    opensData: 'unless-restricted',
  }),
  /** Also reads imports that an earlier server process committed, from the history. */
  read: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/imports/{import}',
    params: byImport,
    response: state,
    permission: insert,
    opensData: 'unless-restricted',
  }),
  rejected: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/imports/{import}/rejected',
    params: byImport,
    query: z.object({
      /** Continues after the row of this number. */
      after: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
    }),
    response: z.object({ rows: z.array(rejectedRow), has_more: z.boolean() }),
    permission: insert,
    opensData: 'unless-restricted',
  }),
  /** All rejected rows with line and reason, as CSV. */
  rejectedFile: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/imports/{import}/rejected.csv',
    params: byImport,
    response: z.string(),
    stream: true,
    file: { type: 'text/csv; charset=utf-8', name: 'rejected.csv' },
    permission: insert,
    opensData: 'unless-restricted',
  }),
  /** Tries rejected rows again with these values. */
  retry: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/imports/{import}/retry',
    params: byImport,
    body: z.object({
      rows: z
        .array(z.object({ number: z.int(), cells }))
        .check(z.minLength(1, 'Choose a row'), z.maxLength(1000, 'At most 1,000 rows')),
    }),
    response: state,
    permission: insert,
    takesLong: true,
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /** Commits the written rows; rejected rows are left out. */
  commit: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/imports/{import}/commit',
    params: byImport,
    response: state,
    permission: insert,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /** Ends it in the database; the table is as it was. */
  cancel: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/imports/{import}',
    params: byImport,
    response: state,
    permission: insert,
    opensData: 'unless-restricted',
    isRead: true,
  }),
}
