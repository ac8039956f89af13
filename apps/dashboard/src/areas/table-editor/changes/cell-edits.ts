import type { Column } from '@basalt/contract/database/tables'

import { getCursor } from '../rows/row-key.ts'
import type { Row } from '../rows/row-window.ts'
import { editability } from '../tables/editability.ts'
import type { PutBack } from './restore-values.ts'

/** Answers the row as the save leaves it, if it is stored; rejects when no answer arrived. */
export type PendingSave = Promise<PutBack | undefined>

/** The current value in the database, when known after a conflict. */
type Conflict = { current: string | null } | { isDeleted: true }

export type CellEdit = {
  key: readonly string[]
  /** The key columns when it was edited: the table may have others when it is stored. */
  keyedBy?: readonly string[] | undefined
  column: string
  /** The new value of the cell; kept until it is saved or discarded. */
  typed: string | null
  /** The value of the cell before the edit. */
  previous: string | null
  /** The column's default is requested, and `typed` is ignored. */
  isDefault?: boolean | undefined
  state: 'saving' | 'failed' | 'staged'
  /** While it is being saved: a later edit of the cell waits for it. */
  pending?: PendingSave | undefined
  /** When it was made on this visit, while it is being saved or refused. */
  requestedAt?: number | undefined
  /** The row as it was seen, when only that identifies it. */
  seen?: Row | undefined
  /** The id of the row when that is not stored yet; it has no key then. */
  newRow?: string | undefined
  /** It is staged until the user saves. */
  isStaged?: boolean | undefined
  failure?: {
    message: string
    /** The response was lost: it may be saved, and sending it again determines that. */
    isLost?: boolean | undefined
    hint?: string | undefined
    detail?: string | undefined
    conflict?: Conflict | undefined
  }
}

/** Edits that are not stored, by the row's key and the column's name. */
export type CellEdits = ReadonlyMap<string, ReadonlyMap<string, CellEdit>>

export const noEdits: CellEdits = new Map()

export const editsIn = (edits: CellEdits): CellEdit[] =>
  [...edits.values()].flatMap((row) => [...row.values()])

export type CellName = Pick<CellEdit, 'key' | 'keyedBy' | 'column'>

export const getEdit = (edits: CellEdits, { key, column }: CellName): CellEdit | undefined =>
  edits.get(getCursor(key))?.get(column)

export function withEdit(edits: CellEdits, edit: CellEdit): CellEdits {
  const row = new Map(edits.get(getCursor(edit.key))).set(edit.column, edit)
  return new Map(edits).set(getCursor(edit.key), row)
}

export function withoutEdit(edits: CellEdits, { key, column }: CellName): CellEdits {
  const row = new Map(edits.get(getCursor(key)))
  row.delete(column)
  const next = new Map(edits)
  if (row.size === 0) next.delete(getCursor(key))
  else next.set(getCursor(key), row)
  return next
}

/** The row as it will be once its edits are stored. */
export function editedRow(
  row: Row,
  columns: readonly Column[],
  edits: ReadonlyMap<string, CellEdit> | undefined,
): Row {
  if (edits === undefined) return row
  return row.map((value, at) => {
    const edit = edits.get(columns[at]?.name ?? '')
    return edit === undefined ? value : edit.typed
  })
}

/** Why no cell of the table can be edited; undefined when they can. */
export const readOnlyReason = (
  table: Parameters<typeof editability>[0],
  denied: string | undefined,
): string | undefined => denied ?? editability(table)

/** Why the column cannot be cleared; undefined when it can. */
export const clearingReason = (column: Column): string | undefined =>
  columnReason(column) ?? (column.is_nullable ? undefined : `${column.name} cannot be NULL`)

/** Why the column cannot be written; undefined when it can. */
export const columnReason = ({ name, is_generated }: Column): string | undefined =>
  is_generated ? `${name} is a generated column and cannot be edited` : undefined
