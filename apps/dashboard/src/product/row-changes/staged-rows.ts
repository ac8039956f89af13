import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'

import { own } from '../../lib/forms/own.ts'
import { getDeletion } from './deletion.ts'
import { isByCtid, sharingValues } from './sharing-values.ts'

/** One row as text, in the order of its table's columns. */
export type Row = readonly (string | null)[]

/** One row by its columns, in any order. */
export type Values = Readonly<Record<string, string | null>>

/** A value that a cell is to hold; undefined is the column's default. */
export type StagedValue = string | null | undefined

type StagedCell = {
  value: string | null
  isDefault: boolean
  /** The value of the cell before the first edit. */
  previous: string | null
}

/** The key columns when the row was taken up: the table may have others when it is stored. */
type KeyColumns = readonly string[] | undefined

/** The staged change of one row; a row is in the list once. */
export type StagedRow =
  | { op: 'insert'; id: string; values: Readonly<Record<string, string | null>> }
  | {
      op: 'update'
      /** Of which table it is, where rows of several wait together. */
      table?: number | undefined
      key: readonly string[]
      keyedBy?: KeyColumns
      cells: Readonly<Record<string, StagedCell>>
      /** The row as it was seen, whole. */
      seen: Row
    }
  | { op: 'delete'; key: readonly string[]; keyedBy?: KeyColumns; seen: Row }

export type StagedRows = readonly StagedRow[]

/**
 * Identity of a row: an own id for a new one, else its key as text, after its table if it has one.
 */
export const getName = (row: StagedRow): string =>
  row.op === 'insert' ? `new ${row.id}` : nameOfKey(row)

type Keyed = { key: readonly string[]; keyedBy?: KeyColumns; table?: number | undefined }

/** Whether the table still has this key. */
export const isNamedBy = (
  columns: readonly string[],
  { keyedBy = columns }: Pick<Keyed, 'keyedBy'>,
) => JSON.stringify(keyedBy) === JSON.stringify(columns)

/** The same values of other columns name another row. */
export const nameOfKey = ({ key, keyedBy, table }: Keyed): string =>
  `${table === undefined ? '' : `${table} `}${JSON.stringify(key)}${keyedBy?.map((column) => ` ${column}`).join('') ?? ''}`

export const discarded = (rows: StagedRows, name: string): StagedRows =>
  rows.filter((row) => getName(row) !== name)

export type CellChange = {
  table?: number | undefined
  key: readonly string[]
  keyedBy?: KeyColumns
  column: string
  value: StagedValue
  previous: string | null
  seen: Row
}

/** With edits of cells, one after the other. */
export function withCells(rows: StagedRows, changes: readonly CellChange[]): StagedRows {
  const byName = new Map(rows.map((row) => [getName(row), row]))
  for (const change of changes) applyCell(byName, change)
  return [...byName.values()]
}

export const withCell = (rows: StagedRows, change: CellChange): StagedRows =>
  withCells(rows, [change])

/**
 * The first value seen stays the base of an edit; an edit back to it is removed; a row to be
 * deleted accepts no edit.
 */
function applyCell(rows: Map<string, StagedRow>, change: CellChange): void {
  const { table, key, keyedBy, column, value, seen } = change
  const name = nameOfKey(change)
  const known = rows.get(name)
  if (known?.op === 'delete') return
  const before =
    known?.op === 'update' ? known : { op: 'update' as const, table, key, keyedBy, cells: {}, seen }
  const first = own(before.cells, column)
  const previous = first === undefined ? change.previous : first.previous
  const { [column]: _, ...others } = before.cells
  const isBack = value !== undefined && value === previous
  const cells = isBack
    ? others
    : {
        ...before.cells,
        [column]: { value: value ?? null, isDefault: value === undefined, previous },
      }
  if (Object.keys(cells).length === 0) rows.delete(name)
  else rows.set(name, { ...before, cells })
}

/** With another value in a row that is not stored yet. */
export function withNewValue(
  rows: StagedRows,
  id: string,
  { column, value }: { column: string; value: StagedValue },
): StagedRows {
  return rows.map((row) => {
    if (row.op !== 'insert' || row.id !== id) return row
    const { [column]: _, ...others } = row.values
    return { ...row, values: value === undefined ? others : { ...others, [column]: value } }
  })
}

type Insert = { id: string; values: Readonly<Record<string, string | null>> }

export const withInserts = (rows: StagedRows, inserts: readonly Insert[]): StagedRows => [
  ...rows,
  ...inserts.map((insert) => ({ op: 'insert' as const, ...insert })),
]

/** Adds rows to be deleted; their edits are dropped. */
export function withDeletes(
  rows: StagedRows,
  deleted: readonly { key: readonly string[]; seen: Row }[],
  keyedBy?: KeyColumns,
): StagedRows {
  const byName = new Map(rows.map((row) => [getName(row), row]))
  for (const { key, seen } of deleted) {
    const name = nameOfKey({ key, keyedBy })
    const known = byName.get(name)
    const before = known?.op === 'update' ? known.seen : seen
    byName.set(name, { op: 'delete', key, keyedBy, seen: before })
  }
  return [...byName.values()]
}

/**
 * The current row becomes the base of the staged one: the user has seen it and confirms the change.
 * Null is a deleted row, whose change is dropped.
 */
export function withCurrent(
  rows: StagedRows,
  { name, current }: { name: string; current: Values | null },
  table: Shape,
): StagedRows {
  if (current === null) return discarded(rows, name)
  return rows.flatMap((row): StagedRow[] => {
    if (getName(row) !== name || row.op === 'insert') return [row]
    const seen = getRowFor(current, table)
    if (row.op === 'delete') return [{ ...row, seen: isByCtid(table) ? seen : [] }]
    const cells = Object.fromEntries(
      Object.entries(row.cells)
        .map(
          ([column, cell]) =>
            [column, { ...cell, previous: own(current, column) ?? null }] as const,
        )
        .filter(([, cell]) => cell.isDefault || cell.value !== cell.previous),
    )
    return Object.keys(cells).length === 0 ? [] : [{ ...row, cells, seen }]
  })
}

type Theirs = { name: string; current: Values | null; column?: string | undefined }

/**
 * Accepts the values that another user has saved: in one column, or in every edited one. Other
 * edits of the row stay and are compared with the current row.
 */
export function withTheirs(
  rows: StagedRows,
  { name, current, column }: Theirs,
  table: Shape,
): StagedRows {
  if (current === null) return discarded(rows, name)
  return rows.flatMap((row): StagedRow[] => {
    if (getName(row) !== name) return [row]
    if (row.op !== 'update') return []
    const disputed = column === undefined ? disputedIn(row, current) : [column]
    const remaining = Object.entries(row.cells).filter(([of]) => !disputed.includes(of))
    const seen = getRowFor(current, table)
    return remaining.length === 0 ? [] : [{ ...row, cells: Object.fromEntries(remaining), seen }]
  })
}

/** The edited columns of a row that another user has changed since. */
export function disputedIn(row: StagedRow, current: Values): string[] {
  if (row.op !== 'update') return []
  return Object.entries(row.cells)
    .filter(([column, { previous }]) => previous !== (own(current, column) ?? null))
    .map(([column]) => column)
}

/** The columns that hold something else now than when the row was last seen. */
export function changedSince(
  row: StagedRow,
  current: Values,
  table: Pick<Shape, 'columns'>,
): string[] {
  const disputed = disputedIn(row, current)
  if (disputed.length > 0 || row.op === 'insert') return disputed
  return Object.entries(sharingValues(table, row.seen))
    .filter(([column, value]) => value !== own(current, column))
    .map(([column]) => column)
}

type Shape = Pick<TableDetail, 'id' | 'columns' | 'key'>

const getRowFor = (values: Values, { columns }: Pick<Shape, 'columns'>): Row =>
  columns.map(({ name }) => own(values, name) ?? null)

/** The operations for the server, in the order of the list. */
export function listOperations(rows: StagedRows, table: Shape): RowOperation[] {
  return rows.map((row): RowOperation => {
    if (row.op === 'insert') return { op: 'insert', table: table.id, values: { ...row.values } }
    if (row.op === 'delete') return getDeletion(table, row)
    const cells = Object.entries(row.cells)
    const values = cells.filter(([, { isDefault }]) => !isDefault)
    const previous = Object.fromEntries(cells.map(([name, cell]) => [name, cell.previous]))
    return {
      op: 'update',
      table: table.id,
      key: [...row.key],
      keyed_by: [...(row.keyedBy ?? table.key)],
      values: Object.fromEntries(values.map(([name, { value }]) => [name, value])),
      defaults: cells.filter(([, { isDefault }]) => isDefault).map(([name]) => name),
      previous: isByCtid(table) ? { ...sharingValues(table, row.seen), ...previous } : previous,
    }
  })
}
