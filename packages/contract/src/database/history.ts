import type { HistoryRow, UndoConflict } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { rowRights, saveOutcome } from './changes.ts'

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
/** It lies in a schema that is closed to the role of whoever may only read. */
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
  /** Who made the change, as the name was then. */
  by: z.string(),
  tables: z.array(historyTable),
  inserted: z.int(),
  updated: z.int(),
  deleted: z.int(),
  /** Rows that foreign keys deleted or changed beside them. */
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
  /** It changed the table itself and no row. */
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
  /** The oldest changes are let go first beyond this size. */
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
  /** The row as it is now, in the order of the columns of now; null when it is gone. */
  current: row,
}) satisfies z.ZodMiniType<UndoConflict>

/** What became of the table that an import had made. */
const madeTable = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  /** Where it lies in the trash, with its rows; null where it is not there. */
  trash_id: z.nullable(z.string()),
  /** Why it stays although its rows went; null where it went, or is back. */
  stays_because: z.nullable(z.string()),
})

export type MadeTable = z.infer<typeof madeTable>

const undoOutcome = z.discriminatedUnion('outcome', [
  z.extend(saveOutcome.def.options[0], {
    made_table: z.optional(madeTable),
    /** Columns that were put back in rows that stay. */
    written: z.optional(z.array(z.string())),
    /** By operation, as `results`: what named the row till then; null where it is a new one. */
    keys: z.optional(z.array(z.nullable(z.array(z.string())))),
  }),
  z.object({
    outcome: z.literal('conflict'),
    conflicts: z.array(conflict),
    /** Imported rows that were changed or deleted since. They are not named, and they stay. */
    changed: z.optional(z.int()),
    /** Nothing else is in the table that the import made: it goes with the others. */
    removes_table: z.optional(z.boolean()),
  }),
  saveOutcome.def.options[2],
])

export type UndoOutcome = z.infer<typeof undoOutcome>

/** Changes made through the dashboard, kept in the project's own database for a while. */
export const databaseHistory = {
  /** The newest first; `before` continues behind that change. */
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
  /** Switching it off forgets what is kept. */
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
   * Puts the rows back as they were, in one transaction, as a change of its own with the id
   * of the body. Of a change that was undone and done again, the last one is undone. Rows that
   * were changed since are conflicts until `resolutions` says by place what becomes of them.
   * Rows of an import are told by the transactions that wrote them: those that are not as it
   * left them are counted, and stay once `leaves_changed` says so. The table that an import made
   * goes into the trash with its rows, where nothing else is in it, nothing else was changed about
   * it and the caller may change tables: doing the import again brings it back. A change of a
   * table is taken back by who may change tables, unless the same of it was changed again.
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
