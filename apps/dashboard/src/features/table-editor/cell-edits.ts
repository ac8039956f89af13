import { ApiError, type Column, type TableDetail } from '@basalt/contract'

import { cursorOf } from './row-key.ts'
import type { Row } from './row-window.ts'

/** What the database holds now, where that was found out after a conflict. */
type Conflict = { current: string | null } | { isGone: true }

export type CellEdit = {
  key: readonly string[]
  column: string
  /** What the user wants the cell to hold; kept until it is stored or discarded. */
  typed: string | null
  /** What the cell held when it was edited. */
  previous: string | null
  state: 'saving' | 'failed'
  failure?: {
    message: string
    hint?: string | undefined
    detail?: string | undefined
    conflict?: Conflict | undefined
  }
}

/** Edits that are not stored, by the row's key and the column's name. */
export type CellEdits = ReadonlyMap<string, ReadonlyMap<string, CellEdit>>

export const noEdits: CellEdits = new Map()

type CellName = Pick<CellEdit, 'key' | 'column'>

export const editOf = (edits: CellEdits, { key, column }: CellName): CellEdit | undefined =>
  edits.get(cursorOf(key))?.get(column)

export function withEdit(edits: CellEdits, edit: CellEdit): CellEdits {
  const row = new Map(edits.get(cursorOf(edit.key))).set(edit.column, edit)
  return new Map(edits).set(cursorOf(edit.key), row)
}

export function withoutEdit(edits: CellEdits, { key, column }: CellName): CellEdits {
  const row = new Map(edits.get(cursorOf(key)))
  row.delete(column)
  const next = new Map(edits)
  if (row.size === 0) next.delete(cursorOf(key))
  else next.set(cursorOf(key), row)
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

/** What to tell the user about an edit that the database did not take. */
export function failureOf(error: unknown): NonNullable<CellEdit['failure']> {
  if (!(error instanceof ApiError))
    return { message: error instanceof Error ? error.message : String(error) }
  const { message, sql } = error
  return { message, hint: sql?.hint, detail: sql?.detail }
}

export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'conflict'

/** Why no cell of the table can be edited; undefined when they can. */
export function readOnlyReason(
  { kind, key }: Pick<TableDetail, 'kind' | 'key'>,
  denied: string | undefined,
): string | undefined {
  if (denied !== undefined) return denied
  if (kind === 'view') return 'This is a view: change the rows in the tables it reads from'
  if (kind === 'materialized_view')
    return 'This is a materialized view: its rows change when it is refreshed'
  if (key.length > 0) return undefined
  if (kind === 'foreign_table')
    return 'This foreign table has no key, so a single row cannot be named'
  return 'This table has no primary key, so a single row cannot be named. Add one to edit its cells'
}

/** Why the column cannot be written; undefined when it can. */
export const columnReason = ({ name, is_generated }: Column): string | undefined =>
  is_generated ? `PostgreSQL computes ${name} itself, so it cannot be written` : undefined
