import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { changeStatement } from './change-statements.ts'
import {
  changedDesign,
  foreignKeyColumns,
  rowRule,
  indexDesign,
  tableDesign,
  viewDesign,
} from './table-design.ts'
import { tableRights } from './table-rights.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the table's oid. */
const byId = z.object({ ref: z.string(), id: z.coerce.number() })
const tableId = z.int()

const reads = { action: 'tenant:Sql:Admin:Read', resource: 'tables' } as const

const dataType = z.object({
  /** The name as written in a statement. */
  name: z.string(),
  schema: z.string(),
  kind: z.enum(['built-in', 'enum', 'domain', 'composite', 'range', 'extension', 'other']),
  /** Its purpose, for common built-in types and those with a comment. */
  description: z.nullable(z.string()),
  /** The labels of an enum. */
  values: z.array(z.string()),
  /** The type below a domain. */
  base: z.nullable(z.string()),
  extension: z.nullable(z.string()),
  /** The type that is better chosen for new columns. */
  alternative: z.nullable(z.string()),
})

export type DataType = z.infer<typeof dataType>

/** Something that PostgreSQL would drop together with a table. */
const dependent = z.object({
  kind: z.enum([
    'view',
    'materialized view',
    'foreign key',
    'policy',
    'function',
    'default',
    'other',
  ]),
  /** As PostgreSQL describes it. */
  description: z.string(),
  /** Whether restoring the table restores it too. */
  can_return: z.boolean(),
})

export type Dependent = z.infer<typeof dependent>

/**
 * A change of one table or view. `version` of the design that it was made from: a table that
 * was changed since is refused with 409 `conflict`.
 */
const change = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('alter'),
    table_id: tableId,
    version: z.string(),
    design: changedDesign,
    /** Constraints are checked after the transaction, while others go on writing. */
    online: z._default(z.boolean(), false),
  }),
  z.object({
    action: z.literal('duplicate'),
    table_id: tableId,
    schema: z.string().check(z.minLength(1, 'Choose a schema')),
    name: tableDesign.shape.name,
    with_data: z.boolean(),
    with_indexes: z.boolean(),
    with_policies: z.boolean(),
    with_foreign_keys: z.boolean(),
  }),
  z.object({
    action: z.literal('truncate'),
    table_id: tableId,
    /** Empties the tables that refer to it too. */
    cascade: z.boolean(),
    restart_identity: z.boolean(),
  }),
  z.object({
    action: z.literal('drop'),
    table_id: tableId,
    cascade: z.boolean(),
    /** Drops the table permanently, without the trash. */
    for_good: z.boolean(),
  }),
  z.object({
    action: z.literal('refresh'),
    table_id: tableId,
    /** Does not block readers; needs a unique index. */
    concurrently: z.boolean(),
  }),
  z.object({
    action: z.literal('view'),
    table_id: tableId,
    version: z.string(),
    design: viewDesign,
  }),
  z.object({ action: z.literal('enable-rls'), table_id: tableId }),
])

export type TableChange = z.infer<typeof change>

const newTable = z.object({ action: z.literal('create'), design: tableDesign })
const newIndex = z.extend(indexDesign, { action: z.literal('index'), table_id: tableId })

const dropped = z.object({
  id: z.string(),
  schema: z.string(),
  name: z.string(),
  dropped_at: z.iso.datetime(),
  /** It may be deleted from then on. */
  expires_at: z.iso.datetime(),
  size_bytes: z.number(),
  row_estimate: z.nullable(z.number()),
  /** Objects that were dropped with it and are restored with it. */
  dependents: z.array(z.string()),
})

export type DroppedTable = z.infer<typeof dropped>

const byTrashId = z.object({ ref: z.string(), id: z.string() })

export const databaseTableChanges = {
  /** Every type that a column can have, common built-in ones first. */
  types: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/types',
    params: byRef,
    response: z.array(dataType),
    permission: reads,
    opensData: 'unless-restricted',
  }),
  /** The current design of a table; 409 for views, which `viewDesign` reads. */
  design: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/design',
    params: byId,
    response: z.object({
      design: tableDesign,
      kind: z.optional(z.enum(['table', 'partitioned_table', 'foreign_table'])),
      /** Changes whenever the design does. */
      version: z.string(),
      size_bytes: z.number(),
      row_estimate: z.nullable(z.number()),
    }),
    permission: reads,
    opensData: 'unless-restricted',
  }),
  viewDesign: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/views/{id}/design',
    params: byId,
    response: z.object({
      design: viewDesign,
      kind: z.enum(['view', 'materialized_view']),
      version: z.string(),
      /** Whether it can be refreshed concurrently. */
      has_unique_index: z.boolean(),
    }),
    permission: reads,
    opensData: 'unless-restricted',
  }),
  /** Objects that would be dropped with it. */
  dependents: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/dependents',
    params: byId,
    response: z.object({
      dependents: z.array(dependent),
      /** Tables whose rows refer to it, as `schema.name`: they are emptied with it. */
      referring: z.array(z.string()),
      /** Tables that inherit from it, as `schema.name`: emptying it empties them. */
      child_tables: z.optional(z.array(z.string())),
      /** A sequence of its columns, or of those tables, can restart. */
      can_restart: z.optional(z.boolean()),
      /** Why it cannot go to the trash; null when it can. */
      only_for_good: z.nullable(z.string()),
      size_bytes: z.number(),
      row_estimate: z.nullable(z.number()),
      /** How long the trash keeps a table, in hours. */
      kept_hours: z.number(),
    }),
    permission: reads,
    opensData: 'unless-restricted',
  }),
  /** Previews the SQL of a change, with the locks of each statement. Changes nothing. */
  preview: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/table-changes/preview',
    params: byRef,
    body: z.discriminatedUnion('action', [newTable, newIndex, ...change.def.options]),
    response: z.object({ statements: z.array(changeStatement) }),
    permission: reads,
    takesLong: true,
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /** In one transaction. Errors of PostgreSQL name the field of the design where one is known. */
  create: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/tables',
    params: byRef,
    body: newTable,
    response: z.object({ id: tableId }),
    ...tableRights.create,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /**
   * Runs in one transaction that waits 5 s for its locks at most; 409 `conflict` names the sessions
   * that hold them. Statements that PostgreSQL refuses in transactions run after it.
   */
  change: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/table-changes',
    params: byRef,
    body: change,
    response: z.object({
      /** The table as it is now: the new one of `duplicate`, null after `drop`. */
      id: z.nullable(tableId),
      /** Its entry in the trash; null when it was dropped permanently. */
      trash_id: z.nullable(z.string()),
      /** Of `alter`: its entry in the history; null when it cannot be undone. */
      history_id: z.nullable(z.string()),
    }),
    ...tableRights.change,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  createIndex: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/tables/{id}/indexes',
    params: byId,
    body: indexDesign,
    response: z.object({ name: z.string() }),
    ...tableRights.change,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /** Rows that violate a foreign key or a check: the first 20, counted up to 10,000. */
  violations: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/tables/{id}/violations',
    params: byId,
    body: z.union([foreignKeyColumns, rowRule]),
    response: z.object({
      count: z.int(),
      /** There are more rows than the count. */
      has_more: z.boolean(),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.nullable(z.string()))),
    }),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    takesLong: true,
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /** Tables that were dropped through the dashboard and can be restored, latest first. */
  trash: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/trash',
    params: byRef,
    response: z.array(dropped),
    permission: reads,
    opensData: 'unless-restricted',
  }),
  /** 409 `conflict` with the field `name` when another table has the name by now. */
  restore: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/trash/{id}/restore',
    params: byTrashId,
    body: z.object({
      schema: z.optional(z.string().check(z.minLength(1, 'Choose a schema'))),
      name: z.optional(tableDesign.shape.name),
    }),
    response: z.object({
      id: tableId,
      schema: z.string(),
      name: z.string(),
      /** Objects that were not restored, each with its reason. */
      left_out: z.array(z.string()),
    }),
    ...tableRights.change,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /** Deletes a dropped table permanently. */
  empty: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/trash/{id}',
    params: byTrashId,
    response: z.object({ freed_bytes: z.number() }),
    ...tableRights.change,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
}
