import type { RowOperation } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the table's oid. */
const byId = z.object({ ref: z.string(), id: z.coerce.number() })

/** Maximum number of operations in one save. */
export const maxOperations = 10_000

/** PostgreSQL's own text by column; null is NULL, and an empty text is a text. */
const values = z.record(z.string(), z.nullable(z.string()))
/** Columns that get their default instead of NULL or an empty text. */
const defaults = z.optional(z.array(z.string()))
/** The table's oid. */
const table = z.int()
/** The row's values of the key columns that `detail` names, in their order. */
const key = z.array(z.string()).check(z.minLength(1))
/** The key columns that the caller knows; the key is refused when they have changed since. */
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
     * The values that the caller saw; a difference to the current row is a conflict. For a row
     * addressed by `ctid`, the whole row.
     */
    previous: values,
  }),
  z.object({ op: z.literal('delete'), table, key, keyed_by, previous: z.optional(values) }),
])

/** As `rows` returns it: values in the order of the columns, then hidden key columns. */
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
 * The columns of each table, by its oid, in the order of the values of its rows, then hidden key
 * columns. They are those at the time when the rows were written or read.
 */
const columns = z.optional(z.record(z.string(), z.array(z.string())))

/** The outcome of a change. With every outcome but `saved` the database is unchanged. */
export const saveOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('saved'),
    /**
     * By operation. Null when the same change was saved before and its answer is no longer stored:
     * read the rows again.
     */
    results: z.nullable(z.array(z.union([z.object({ row }), z.object({ deleted: z.boolean() })]))),
    columns,
    /** Identifies the change in the history; null when history is off. */
    history_id: z.nullable(z.string()),
    /** Rows that cascades deleted or changed in addition. */
    cascaded: z.int(),
    /** The change was saved by an earlier call and not applied a second time. */
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

/** The right that each kind of operation needs in addition to the route's own. */
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
  /** Effect on the rows: `refused` rows block the deletion of the rows they reference. */
  action: z.enum(['deleted', 'set null', 'set default', 'refused']),
  rows: z.int(),
  /** There are more rows than the count. */
  has_more: z.boolean(),
})

export type DependentRows = z.infer<typeof dependentRows>

export const databaseChanges = {
  /**
   * Runs the operations in one transaction and in their order, all or none. The caller generates
   * one `id` per save, which makes the call idempotent: a repeated call returns the first answer
   * and changes nothing, also when that answer was lost.
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
  /** Each operation as a readable statement, in the same order. */
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
  /** Effects on referencing rows, transitively, when the rows of these keys are deleted. */
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
