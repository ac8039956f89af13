import { randomUUID } from 'node:crypto'

import type { ProjectDatabase, Queryable } from '@basalt/engine'
import { ownSchema } from '@basalt/pg-catalog'
import {
  ownRows,
  type TableShape,
  RowError,
  type MadeTable,
  readMade,
  whatChanged,
  findChange,
  type HistoryChange,
  recordHistory,
  undoingKind,
  readTransactions,
  writeTransactions,
} from '@basalt/pg-rows'
import { inLockedTransaction } from '@basalt/pg-schema'

import { carryOutDrop, planDrop } from '../trash/drop-to-trash.ts'
import { type Restored, restoreTable } from '../trash/restore.ts'
import { ensureTrash, listTrash, type TrashEntry } from '../trash/storage.ts'

export type Position = { id: number; schema: string; name: string }

/** The state of the table that an import created. */
export type CreatedTableOutcome = Position & {
  /** Its entry in the trash, with its rows; null when it is not in the trash. */
  trash_id: string | null
  /** Why it remains although its rows were deleted; null otherwise. */
  stays_because: string | null
}

/** Whether the user may change tables. */
export type TableRight = {
  mayChange: boolean
  /** Called before a table is dropped or restored; a throw refuses it. */
  onChange: (action: 'table.dropped' | 'table.restored', table: Position) => Promise<void>
}

export const noRight: TableRight = {
  mayChange: false,
  onChange: () => Promise.reject(new RowError('You need the permission to change tables')),
}

export type NewTableUndo = {
  id: string
  by: string
  report?: string | undefined
  change: HistoryChange
  shape: TableShape
  made: MadeTable
  tables: TableRight
  /** The condition of the imported rows `t` that are as they were, and their transactions. */
  imported: { condition: string; ids: readonly string[] }
}

const withoutRight = 'dropping it needs the permission to change tables'
const otherRows = 'its rows were added or changed since'

/** Why undoing the import that made the table leaves the table there; null where it may go. */
export async function whyStays(db: Queryable, undo: NewTableUndo): Promise<string | null> {
  const { shape, made: created, imported, tables } = undo
  if (!tables.mayChange) return withoutRight
  const changed = whatChanged(created, await readMade(db, shape.id))
  if (changed !== null) return changed
  const { rows } = await db.text(
    `select exists (select from ${ownRows(shape)} t where (${imported.condition}) is not true)`,
    [imported.ids],
  )
  return rows[0]?.[0] === 't' ? otherRows : null
}

/**
 * Moves the table to the trash with its rows, or returns the reason why it stays, without a change.
 */
export function dropMade(
  db: ProjectDatabase,
  undo: NewTableUndo,
): Promise<CreatedTableOutcome | string> {
  const { shape, change, id, by, report } = undo
  const table = { id: shape.id, schema: shape.schema, name: shape.name }
  return inLockedTransaction(db, shape.id, async (tx) => {
    await tx.query('set local statement_timeout = 0')
    await tx.text(`lock table ${ownRows(shape)} in access exclusive mode`)
    const stays = await whyStays(tx, undo)
    if (stays !== null) return stays
    await undo.tables.onChange('table.dropped', table)
    const { rows } = await tx.text(`select count(*) from ${ownRows(shape)}`)
    await ensureTrash(tx)
    // It is stored under the id of the undo: redoing the import restores it.
    await carryOutDrop(tx, await planDrop(tx, table, id))
    await recordHistory(tx, {
      id,
      kind: undoingKind(change.kind),
      by,
      tables: change.tables,
      rows: [],
      counts: { deleted: Number(rows[0]?.[0]) },
      note: `Undo: the table ${table.schema}.${table.name} moved to the trash with its imported rows`,
      undoes: change.id,
      report,
    })
    return { ...table, trash_id: id, stays_because: null }
  })
}

/** A table in the trash that the change dropped. */
export async function droppedBy(db: Queryable, change: string): Promise<TrashEntry | null> {
  return (await listTrash(db, change))[0] ?? null
}

type Return = {
  place: { schema: string; name: string }
  by: string
  /** Of the redo that the history records after an undo had dropped the table. */
  id?: string | undefined
  report?: string | undefined
}

/**
 * Restores a table from the trash. When the undo of an import had dropped it, this redoes the
 * import, which can be undone again. Needs a transaction.
 */
export async function bringBack(
  tx: Queryable,
  entry: TrashEntry,
  { place: position, by, id = randomUUID(), report }: Return,
): Promise<Restored> {
  const restored = await restoreTable(tx, entry, position)
  const undo = await findChange(tx, entry.id)
  if (undo === null || undo.undoes === null || undo.undone_by !== null) return restored
  const known = await readTransactions(tx, undo.undoes)
  await recordHistory(tx, {
    id,
    kind: undoingKind(undo.kind),
    by,
    tables: undo.tables.map((table) => ({
      ...table,
      schema: position.schema,
      name: position.name,
    })),
    rows: [],
    counts: { inserted: undo.deleted },
    note: `Redo: the table ${position.schema}.${position.name} was restored with its rows`,
    undoes: undo.id,
    report,
  })
  const created = await readMade(tx, entry.relation)
  if (known === null || created === null) return restored
  const { rows } = await tx.text(`select xmin::text from ${ownSchema}.changes where id = $1`, [id])
  await writeTransactions(tx, id, { ...known, own: rows[0]?.[0] ?? '', made: created })
  return restored
}

type Again = { id: string; by: string; report?: string | undefined; tables: TableRight }

/** Does an import again whose undo had taken its table away. */
export function redoMade(
  db: ProjectDatabase,
  entry: TrashEntry,
  { id, by, report, tables }: Again,
): Promise<CreatedTableOutcome> {
  const { schema, name } = entry
  return inLockedTransaction(db, entry.relation, async (tx) => {
    const table = { id: entry.relation, schema, name }
    await tables.onChange('table.restored', table)
    await bringBack(tx, entry, { place: { schema, name }, by, id, report })
    return { ...table, trash_id: null, stays_because: null }
  })
}
