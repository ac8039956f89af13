import { orderColumns, type TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'

import { rowColumns } from '../../../product/row-changes/row-columns.ts'

type Row = readonly (string | null)[]
type Keyed = Pick<TableDetail, 'columns' | 'key'>

/** Creates a function that reads a row's key; it returns null for a row without one. */
export function keyReader(table: Keyed): (row: Row) => string[] | null {
  const positions = table.key.map(findPosition(table))
  return (row) => {
    const values = positions.map((position) => row[position] ?? null)
    return values.length > 0 && values.every((value) => value !== null) ? values : null
  }
}

/** Creates a function that reads a row's cursor: the values that determine its position. */
export function cursorReader(table: Keyed, sort: RowView['sort']) {
  const positions = orderColumns(sort, table.key).map(findPosition(table))
  return (row: Row): string => JSON.stringify(positions.map((position) => row[position] ?? null))
}

function findPosition(table: Keyed) {
  const names = rowColumns(table)
  return (name: string) => names.indexOf(name)
}

/** Whether positions identify rows: by the table's key, else by a sort. */
export const isInOrder = ({ key }: Keyed, { sort }: RowView): boolean =>
  key.length > 0 || sort !== undefined

/** A key as text, which is its identity in maps. */
export const getCursor = (key: readonly string[]): string => JSON.stringify(key)
