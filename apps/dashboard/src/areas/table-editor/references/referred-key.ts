import type { TableDetail } from '@basalt/contract/database/tables'
import type { CellPosition, GridSource } from '@basalt/data-grid/grid-types'

import { listPairs } from '../../../product/cell-editor/reference-key.ts'
import type { CellEdit } from '../changes/cell-edits.ts'
import { isRefused } from '../changes/refused-edit.ts'

/** One column of a foreign key, its target, and the row's value. */
export type KeyPart = { column: string; referenced: string; value: string | null }

export type ShownRows = {
  source: Pick<GridSource, 'getRow'>
  edits: { at: (row: number, column: number) => CellEdit | undefined }
}

/**
 * The value of the row's foreign key over this column; with any NULL it references no row. Refused
 * values are excluded, though they are displayed.
 */
export function referredKey(
  { columns }: Pick<TableDetail, 'columns'>,
  { source, edits }: ShownRows,
  cell: CellPosition,
): KeyPart[] {
  const column = columns[cell.column]
  if (column === undefined || column.references === null) return []
  const row = source.getRow(cell.row)
  return listPairs(column).map((pair) => {
    const at = columns.findIndex(({ name }) => name === pair.column)
    const edit = edits.at(cell.row, at)
    return { ...pair, value: isRefused(edit) ? edit.previous : (row?.[at] ?? null) }
  })
}
