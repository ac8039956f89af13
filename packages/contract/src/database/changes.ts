import type { RowOperation } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the table's oid. */
const byId = z.object({ ref: z.string(), id: z.coerce.number() })

/** As many operations as one save takes. */
export const maxOperations = 10_000

/** PostgreSQL's own text by column; null is NULL, and an empty text is a text. */
const values = z.record(z.string(), z.nullable(z.string()))
/** Columns that get their default, which is neither NULL nor an empty text. */
const defaults = z.optional(z.array(z.string()))
/** The table's oid. */
const table = z.int()
/** The row's values of the key columns that `detail` names, in their order. */
const key = z.array(z.string()).check(z.minLength(1))
/** The key columns that the caller knows; the key is refused where they are others by now. */
const keyed_by = z.optional(z.array(z.string()))

const operation: z.ZodMiniType<RowOperation, RowOperation> = z.discriminatedUnion('op', [
  /** Columns that are left out get their default too. */
  z.object({ op: z.literal('insert'), table, values, defaults }),
  z.object({
    op: z.literal('update'),
    table,
    key,
    keyed_by,
    values,
    defaults,
    /**
     * What the caller saw of the row; the row is in conflict when it holds something else by
     * now. Of a row that is named by its place (`ctid`) the whole row.
     */
    previous: values,
  }),
  z.object({ op: z.literal('delete'), table, key, keyed_by, previous: z.optional(values) }),
])

/** As `rows` answers it: in the order of the columns, what else names the row behind them. */
const row = z.array(z.nullable(z.string()))

const refused = z.object({
  outcome: z.literal('refused'),
  /** Place in `operations`. */
  operation: z.int(),
  message: z.string(),
  column: z.optional(z.string()),
  constraint: z.optional(z.string()),
  /** SQLSTATE, five characters. */
  sqlstate: z.string(),
  detail: z.optional(z.string()),
  hint: z.optional(z.string()),
})

/**
 * The columns of each table, by its oid, in the order of the values of its rows here, what else
 * names them behind. They are those of the table as the rows were written or read.
 */
const columns = z.optional(z.record(z.string(), z.array(z.string())))

/** What became of a change. With every outcome but `saved` the database is as it was. */
export const saveOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('saved'),
    /**
     * By operation. Null when the same change was saved before and what it answered is no
     * longer kept: read the rows again.
     */
    results: z.nullable(z.array(z.union([z.object({ row }), z.object({ deleted: z.boolean() })]))),
    columns,
    /** Names the change in the history; null where no history is kept. */
    history_id: z.nullable(z.string()),
    /** Rows that cascades deleted or changed beside. */
    cascaded: z.int(),
    /** The change had been saved before this call: nothing was done a second time. */
    repeated: z.optional(z.boolean()),
  }),
  z.object({
    outcome: z.literal('conflict'),
    /** Every operation whose row is not as the caller saw it, with the row as it is now. */
    conflicts: z.array(z.object({ operation: z.int(), current: z.nullable(row) })),
    columns,
  }),
  refused,
])

export type SaveOutcome = z.infer<typeof saveOutcome>
export type RefusedChange = z.infer<typeof refused>

const operations = z
  .array(operation)
  .check(
    z.minLength(1, 'There are no changes to apply'),
    z.maxLength(maxOperations, 'At most 10,000 rows at once'),
  )

const write = (kind: 'Insert' | 'Update' | 'Delete') => ({
  permission: { action: `tenant:Sql:Write:${kind}`, resource: 'rows' },
})

/** The right that each kind of operation needs beside the route's own. */
export const rowRights = {
  insert: write('Insert'),
  update: write('Update'),
  delete: write('Delete'),
}

const dependentRows = z.object({
  schema: z.string(),
  table: z.string(),
  constraint: z.string(),
  columns: z.array(z.string()),
  /** What becomes of the rows: `refused` rows keep the rows they refer to from being deleted. */
  action: z.enum(['deleted', 'set null', 'set default', 'refused']),
  rows: z.int(),
  /** There are more rows than were counted. */
  has_more: z.boolean(),
})

export type DependentRows = z.infer<typeof dependentRows>

export const databaseChanges = {
  /**
   * Runs the operations in one transaction and in their order, all or none. `id` is made by
   * the caller, once for each save: a change that was saved answers the same again and is not
   * done twice, whatever happened to its first answer.
   */
  save: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/changes',
    params: byRef,
    body: z.object({ id: z.uuid(), operations }),
    response: saveOutcome,
    permission: rowRights.update.permission,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /** Each operation as one statement to read, in the same order. */
  preview: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/changes/preview',
    params: byRef,
    body: z.object({ operations }),
    response: z.object({ statements: z.array(z.string()) }),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    takesLong: true,
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /** What deleting the rows of these keys does to rows that refer to them, however far. */
  dependents: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/tables/{id}/dependents',
    params: byId,
    body: z.object({ keys: z.array(key).check(z.minLength(1), z.maxLength(maxOperations)) }),
    response: z.array(dependentRows),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    takesLong: true,
    opensData: 'unless-restricted',
    isRead: true,
  }),
}
