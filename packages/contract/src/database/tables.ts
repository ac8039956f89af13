import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the table's oid. */
const byId = z.object({ ref: z.string(), id: z.coerce.number() })

const tableSummary = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'partitioned_table', 'view', 'materialized_view', 'foreign_table']),
  rls_enabled: z.boolean(),
  /** The planner's estimate; null when the table was never analysed or has none. */
  row_estimate: z.nullable(z.number()),
})

export type TableSummary = z.infer<typeof tableSummary>

const column = z.object({
  name: z.string(),
  /** As `format_type` prints it, for example `numeric(12,2)`. */
  data_type: z.string(),
  /** Coarse kind that decides alignment and editor. */
  kind: z.enum([
    'number',
    'boolean',
    'text',
    'json',
    'time',
    'uuid',
    'enum',
    'array',
    'binary',
    'other',
  ]),
  is_nullable: z.boolean(),
  is_identity: z.boolean(),
  /** Generated or `generated always as identity`: cannot be written. */
  is_generated: z.boolean(),
  is_primary_key: z.boolean(),
  default_value: z.nullable(z.string()),
  enum_values: z.array(z.string()),
  comment: z.nullable(z.string()),
  /** The column that a single-column foreign key points at. */
  references: z.nullable(
    z.object({ table_id: z.int(), schema: z.string(), table: z.string(), column: z.string() }),
  ),
})

export type Column = z.infer<typeof column>

const tableDetail = z.extend(tableSummary, {
  comment: z.nullable(z.string()),
  columns: z.array(column),
  /**
   * Columns of the key that pages and edits go by: the primary key, else a unique index
   * over columns that are not null. Empty when there is none: such rows cannot be edited.
   */
  key: z.array(z.string()),
})

export type TableDetail = z.infer<typeof tableDetail>

/** A row as PostgreSQL's own text, in the order of the table's columns. */
const row = z.array(z.nullable(z.string()))
const keyValues = z.array(z.string())

const rowPage = z.object({
  rows: z.array(row),
  /** Whether there are rows beyond this page in its direction. */
  has_more: z.boolean(),
})

export type RowPage = z.infer<typeof rowPage>

const values = z.record(z.string(), z.nullable(z.string()))

/** Names of schemas, as a comma-separated list on the wire. */
const list = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) =>
    typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value,
  ),
)

export const databaseTables = {
  schemas: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/schemas',
    params: byRef,
    /** System schemas of SPEC.md section 9 are left out. */
    response: z.array(z.object({ name: z.string(), owner: z.string() })),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'schemas' },
    opensData: 'unless-restricted',
  }),
  /** Tables, views and foreign tables by name; `after` continues behind that name. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables',
    params: byRef,
    query: z.object({
      included_schemas: z.optional(list),
      search: z.optional(z.string()),
      after: z.optional(z.string()),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 200),
    }),
    response: z.object({ tables: z.array(tableSummary), has_more: z.boolean() }),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'tables' },
    opensData: 'unless-restricted',
  }),
  detail: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}',
    params: byId,
    response: tableDetail,
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'tables' },
    opensData: 'unless-restricted',
  }),
  /**
   * One page of rows in key order, never by OFFSET. `cursor` holds the key of the last row
   * seen; `at=end` reads the last page. Rows always come in ascending order.
   */
  rows: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/rows',
    params: byId,
    query: z.object({
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
      /** JSON array of the key's values as text. */
      cursor: z.optional(z.string()),
      direction: z._default(z.enum(['forward', 'backward']), 'forward'),
      at: z._default(z.enum(['start', 'end']), 'start'),
      /** Rows whose column equals the value; `filter_column` and `filter_value` go together. */
      filter_column: z.optional(z.string()),
      filter_value: z.optional(z.string()),
    }),
    response: rowPage,
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  count: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/count',
    params: byId,
    /** Exact, as text: it may exceed what a JavaScript number holds. */
    response: z.object({ count: z.string() }),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  /** Columns that are left out get their default. Answers the row as stored. */
  insertRow: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/tables/{id}/rows',
    params: byId,
    body: z.object({ values }),
    response: z.object({ row }),
    permission: { action: 'tenant:Sql:Write:Insert', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  /**
   * Changes one row by its key. `previous` holds the values the caller saw of the changed
   * columns; 409 `conflict` when the row is gone or differs. Answers the row as stored.
   */
  updateRow: defineRoute({
    method: 'PATCH',
    path: '/platform/pg-meta/{ref}/tables/{id}/rows',
    params: byId,
    body: z.object({ key: keyValues, values, previous: z.optional(values) }),
    response: z.object({ row }),
    permission: { action: 'tenant:Sql:Write:Update', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  /** Deletes all rows of the keys in one transaction, or none. */
  deleteRows: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/tables/{id}/rows',
    params: byId,
    body: z.object({ keys: z.array(keyValues).check(z.minLength(1), z.maxLength(1000)) }),
    response: z.object({ deleted: z.int() }),
    permission: { action: 'tenant:Sql:Write:Delete', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
}
