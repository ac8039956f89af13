import type { RowPlan, RowView, TableSort } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { rowViewText } from './row-view.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the table's oid. */
const byId = z.object({ ref: z.string(), id: z.coerce.number() })

export const tableKinds = [
  'table',
  'partitioned_table',
  'view',
  'materialized_view',
  'foreign_table',
] as const

const tableKind = z.enum(tableKinds)

const tableSummary = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: tableKind,
  rls_enabled: z.boolean(),
  /** Of a view: whether it is a `security_invoker` view. */
  is_security_invoker: z.optional(z.boolean()),
  /** It is a partition. */
  is_partition: z.optional(z.boolean()),
  /** Its schema belongs to a service: it is shown and not edited. */
  is_protected: z.optional(z.boolean()),
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
  /** No two rows may hold the same value, by an index of this column alone. */
  is_unique: z.optional(z.boolean()),
  default_value: z.nullable(z.string()),
  enum_values: z.array(z.string()),
  comment: z.nullable(z.string()),
  /**
   * The target of the column's foreign key: the one with the fewest columns, where there are
   * several.
   */
  references: z.nullable(
    z.object({
      table_id: z.int(),
      schema: z.string(),
      table: z.string(),
      column: z.string(),
      /** All columns of a key over several, in the order of the key that they refer to. */
      pairs: z.optional(z.array(z.object({ column: z.string(), referenced: z.string() }))),
    }),
  ),
})

export type Column = z.infer<typeof column>

/** Another one as soon as the columns, their order or types, or the key are others. */
const shape = z.string()

const tableDetail = z.extend(tableSummary, {
  comment: z.nullable(z.string()),
  /** Whether PostgreSQL accepts an UPDATE of it, for a view on behalf of its table. */
  is_updatable: z.optional(z.boolean()),
  /** The same of an INSERT. */
  is_insertable: z.optional(z.boolean()),
  /** Row level security applies to the reader: some rows may be invisible. */
  hides_rows: z.optional(z.boolean()),
  columns: z.array(column),
  /**
   * Columns of the key for pages and edits: the primary key, else a unique index over NOT NULL
   * columns, else `ctid`, the physical address of a row. For tables with child tables, `tableoid`,
   * the table that stores the row, and `ctid` follow the columns. Empty when there is none of them:
   * such rows cannot be edited.
   */
  key: z.array(z.string()),
  /** Tables whose rows are read with its own, as `tableoid` of a key names them. */
  child_tables: z.optional(z.array(z.object({ id: z.int(), name: z.string() }))),
  shape: z.optional(shape),
})

export type TableDetail = z.infer<typeof tableDetail>

/**
 * A row in PostgreSQL's text format, in the order of the table's columns; key parts that are no
 * columns, `tableoid` or `ctid`, follow them.
 */
const row = z.array(z.nullable(z.string()))

const rowPage = z.object({
  rows: z.array(row),
  /** Of the table as these rows were read: values belong to the columns of the same shape only. */
  shape: z.optional(shape),
  /** Whether there are rows after this page in its direction. */
  has_more: z.boolean(),
  /**
   * Cells that hold more than was sent, as places of row and column: texts beyond 10,240
   * characters and arrays beyond 50 items. `cell` reads them whole.
   */
  cut: z.optional(z.array(z.tuple([z.int(), z.int()]))),
  /**
   * The cursor of the next page for sorted rows without a key. When it is missing and there are
   * more rows, they cannot be reached.
   */
  next_cursor: z.optional(z.string()),
  /** Of a jump to a row number: the values of the page's first row, as `from` takes them. */
  from: z.optional(z.array(z.nullable(z.string()))),
  /** Of a jump to a row number: whether it was counted or estimated from statistics. */
  is_exact: z.optional(z.boolean()),
})

export type RowPage = z.infer<typeof rowPage>

const rowPlan = z.object({
  /** Null when the view can be read, else why not; the position counts in its `where`, from 1. */
  refusal: z.nullable(z.object({ message: z.string(), position: z.optional(z.int()) })),
  /** The planner's estimate of the view's rows; 0 for a refused view. */
  estimated_rows: z.number(),
  /**
   * The rows that the first page has to read and discard without an index; null when an index
   * serves.
   */
  scan: z.nullable(
    z.object({
      rows: z.number(),
      size_bytes: z.number(),
      /** The number is an upper bound: reading ends once enough rows contain the search text. */
      is_at_most: z.optional(z.literal(true)),
    }),
  ),
  /** The index that would serve the view instead. */
  index: z.nullable(
    z.object({
      columns: z.array(z.string()),
      sql: z.string(),
      /** In the form that `createIndex` takes. */
      design: z.object({
        method: z.enum(['btree', 'gin']),
        columns: z.array(
          z.object({
            name: z.string(),
            descending: z.optional(z.boolean()),
            nulls: z.optional(z.enum(['first', 'last'])),
          }),
        ),
      }),
    }),
  ),
}) satisfies z.ZodMiniType<RowPlan>

/**
 * Columns that determine the order of a view's rows, and so the content of a cursor: the sorted
 * ones, then key columns that are not among them.
 */
export function orderColumns(sort: RowView['sort'], key: readonly string[]): string[] {
  const sorted = (sort ?? []).map((by) => by.column)
  return [...sorted, ...key.filter((name) => !sorted.includes(name))]
}

const tableSorts = ['name', 'name_desc', 'kind', 'rows'] as const satisfies readonly TableSort[]

/** The cursor after a table, for any sort order of the list. */
export const behindTable = ({ name, schema, kind, row_estimate }: TableSummary): string =>
  JSON.stringify([name, schema, kind, row_estimate ?? -1])

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
    /** System schemas of SPEC.md section 9 and the product's own are left out. */
    response: z.array(
      z.object({
        name: z.string(),
        owner: z.string(),
        /** It belongs to a service: its tables are shown and not edited. */
        is_protected: z.optional(z.boolean()),
      }),
    ),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'schemas' },
    opensData: 'unless-restricted',
  }),
  /** Tables, views and foreign tables; partitions only on request. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables',
    params: byRef,
    query: z.object({
      included_schemas: z.optional(list),
      search: z.optional(z.string()),
      kinds: z.optional(z.pipe(list, z.array(tableKind))),
      sort: z._default(z.enum(tableSorts), 'name'),
      /** Of these ids only, partitions included. */
      ids: z.optional(z.pipe(list, z.array(z.string().check(z.regex(/^\d{1,10}$/u))))),
      /** The partitions of this table. */
      partitions_of: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
      /** `behindTable` of the last table of the page before. */
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
   * One page of rows in the order of the view, then of the key; keyset pagination, never OFFSET.
   * `cursor` has the values of the sorted columns and the key of the last row seen; `at=end` reads
   * the last page. Rows always come in the view's order. Pages of a sorted view without a key
   * continue with the `next_cursor` of each page, and may have fewer rows than requested.
   */
  rows: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/rows',
    params: byId,
    query: z.object({
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
      /** JSON array of the values, as text or null, in the order of `orderColumns`; `next_cursor` as it is. */
      cursor: z.optional(z.string()),
      direction: z._default(z.enum(['forward', 'backward']), 'forward'),
      at: z._default(z.enum(['start', 'end']), 'start'),
      /**
       * JSON array of values for the first of these columns: forward, the page starts with the
       * first row at or after them; backward, it ends with the last row before them.
       */
      from: z.optional(z.string()),
      /** Starts at this row, counted from 1, or near it where counting would take long. */
      row: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
      /** Counts the rows before it, however many there are. */
      exact: z.optional(z.literal('true')),
      view: z.optional(rowViewText),
    }),
    response: rowPage,
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  count: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/count',
    params: byId,
    query: z.object({
      view: z.optional(rowViewText),
      /** No more rows than these are counted. */
      limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
    }),
    /**
     * Exact, as text, because it may exceed a JavaScript number. `is_more`: there are more rows
     * than the limit.
     */
    response: z.object({ count: z.string(), is_more: z.optional(z.boolean()) }),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /**
   * Exact row counts of tables for lists: only of small tables whose rows the caller may all read,
   * and which are fast to count.
   */
  rowCounts: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/row-counts',
    params: byRef,
    /** Values that are no table ids are ignored. */
    query: z.object({ ids: z.pipe(list, z.array(z.string()).check(z.maxLength(200))) }),
    response: z.array(z.object({ id: z.int(), rows: z.int() })),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  /** One whole value; 404 when the row was deleted, 413 beyond 8 MB, which `cellFile` serves. */
  cell: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/cell',
    params: byId,
    query: z.object({
      column: z.string(),
      /** JSON array of the key's values as text. */
      key: z.string(),
      view: z.optional(rowViewText),
    }),
    response: z.object({ value: z.nullable(z.string()) }),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /** The cost of reading a view, from PostgreSQL's plan: no rows are read. */
  plan: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/rows/plan',
    params: byId,
    query: z.object({ view: z.optional(rowViewText) }),
    response: rowPlan,
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
}
