import type { HistoryRow, UndoConflict } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { rowRights, saveOutcome } from './changes.ts'

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
/** Stored in a schema that the read-only role cannot access. */
const reads = rowRights.update.permission

const row = z.nullable(z.array(z.nullable(z.string())))

const historyTable = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  key: z.array(z.string()),
})

const entry = z.object({
  id: z.string(),
  /** An undo that is undone is a redo. */
  kind: z.enum(['edit', 'undo', 'redo', 'import', 'table']),
  at: z.string(),
  /** The author of the change, by the name at that time. */
  by: z.string(),
  tables: z.array(historyTable),
  inserted: z.int(),
  updated: z.int(),
  deleted: z.int(),
  /** Rows that foreign keys deleted or changed in addition. */
  cascaded: z.int(),
  note: z.nullable(z.string()),
  /**
   * The first of the rows that the user changed, with the place of its table, and the columns of
   * it that are different.
   */
  first: z.nullable(
    z.object({ table: z.int(), key: z.array(z.string()), columns: z.array(z.string()) }),
  ),
  /** The change that this one undid. */
  undoes: z.nullable(z.string()),
  /** The change that undid this one, or did it again where this is an undo. */
  undone_by: z.nullable(z.string()),
  /** Why it cannot be undone; null when it can. */
  fixed_because: z.nullable(z.string()),
  /** A change of the table's definition, without rows. */
  is_design: z.boolean(),
})

export type HistoryEntry = z.infer<typeof entry>

const historyRow = z.object({
  /** Names the row in `resolutions`, and continues the list in `after`. */
  place: z.int(),
  /** Place in the entry's tables. */
  table: z.int(),
  kind: z.enum(['insert', 'update', 'delete']),
  /** A foreign key did it, not the user. */
  by_cascade: z.boolean(),
  key: z.array(z.string()),
  /** In the order of the table's columns of then. */
  before: row,
  after: row,
}) satisfies z.ZodMiniType<HistoryRow>

const settings = z.object({
  is_on: z.boolean(),
  window_hours: z.int().check(z.minimum(1), z.maximum(24 * 30)),
  /** Beyond this size the oldest changes are deleted. */
  most_bytes: z.number().check(z.minimum(1_048_576), z.maximum(10_737_418_240)),
})

export type HistorySettings = z.infer<typeof settings>

const conflict = z.object({
  place: z.int(),
  table: z.int(),
  kind: z.enum(['insert', 'update', 'delete']),
  key: z.array(z.string()),
  before: row,
  after: row,
  /** The current row, in the current order of the columns; null when it was deleted. */
  current: row,
}) satisfies z.ZodMiniType<UndoConflict>

/** The state of the table that an import created. */
const madeTable = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  /** Its entry in the trash, with its rows; null when it is not in the trash. */
  trash_id: z.nullable(z.string()),
  /** Why the table remains although its rows were removed; null otherwise. */
  stays_because: z.nullable(z.string()),
})

export type MadeTable = z.infer<typeof madeTable>

const undoOutcome = z.discriminatedUnion('outcome', [
  z.extend(saveOutcome.def.options[0], {
    made_table: z.optional(madeTable),
    /** Columns that were restored in rows that remain. */
    written: z.optional(z.array(z.string())),
    /** By operation, as `results`: the key of the row before the change; null for a new one. */
    keys: z.optional(z.array(z.nullable(z.array(z.string())))),
  }),
  z.object({
    outcome: z.literal('conflict'),
    conflicts: z.array(conflict),
    /** Imported rows that were changed or deleted since. They are only counted, and remain. */
    changed: z.optional(z.int()),
    /** The table that the import created has no other rows: undo drops it too. */
    removes_table: z.optional(z.boolean()),
  }),
  saveOutcome.def.options[2],
])

export type UndoOutcome = z.infer<typeof undoOutcome>

/** Changes made through the dashboard, stored in the project's own database for a limited time. */
export const databaseHistory = {
  /** Newest first; `before` continues after that change. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/history',
    params: byRef,
    query: z.object({
      /** Only changes of this table, by its oid. */
      table: z.optional(z.coerce.number()),
      before: z.optional(z.uuid()),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    }),
    response: z.object({ entries: z.array(entry), has_more: z.boolean() }),
    permission: reads,
    opensData: 'unless-restricted',
  }),
  readSettings: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/history/settings',
    params: byRef,
    response: settings,
    permission: reads,
    opensData: 'unless-restricted',
  }),
  /** Switching it off deletes the history. */
  writeSettings: defineRoute({
    method: 'PUT',
    path: '/platform/pg-meta/{ref}/history/settings',
    params: byRef,
    body: settings,
    response: settings,
    permission: { action: 'tenant:Sql:Admin:Write', resource: 'tables' },
    opensData: 'unless-restricted',
  }),
  /** The rows before and after, in the order in which they were changed. */
  detail: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/history/{id}',
    params: byId,
    query: z.object({
      after: z.optional(z.coerce.number()),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
    }),
    response: z.object({ entry, rows: z.array(historyRow), has_more: z.boolean() }),
    permission: reads,
    opensData: 'unless-restricted',
  }),
  /**
   * Restores the rows in one transaction, as a new change with the id of the body. When a change
   * was undone and redone, its latest form is undone. Rows that were changed since are conflicts
   * until `resolutions` decides each by index. Rows of an import are identified by the transactions
   * that wrote them: rows changed since are counted, and remain once `leaves_changed` allows it.
   * The table that the import created moves to the trash when it has no other rows and no other
   * changes and the caller may change tables: redo restores it. Undoing a change of a table needs
   * the right to change tables, and fails when the same property was changed again.
   */
  undo: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/history/{id}/undo',
    params: byId,
    body: z.object({
      id: z.uuid(),
      resolutions: z.optional(z.record(z.string(), z.enum(['restore', 'skip']))),
      leaves_changed: z.optional(z.boolean()),
    }),
    response: undoOutcome,
    permission: rowRights.update.permission,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
}
