import type { Arrangement } from './arrangement.ts'
import type { GridProps, GridSelection, GridSource } from './grid-types.ts'
import { type CellRange, isSingleCell, getRange } from './selection.ts'

type Position = Pick<GridProps, 'onRefused' | 'selectedRows'> & {
  source: GridSource
  arrangement: Pick<Arrangement, 'columns'>
  selection: GridSelection
}

export type Taken = { range: CellRange; source: GridSource }

/**
 * The cells to copy: those of the range. If that is one cell of a selected row, all selected rows,
 * presented by a source as adjacent ones. Undefined if the rows of the selection are unknown;
 * `onRefused` was called then.
 */
export function takenBy({
  selection,
  selectedRows,
  arrangement,
  ...position
}: Position): Taken | undefined {
  const { source } = position
  const range = getRange(selection)
  if (!isSingleCell(range) || selectedRows?.has(selection.active.row) !== true)
    return { range, source }
  if (selectedRows.size === 0) {
    position.onRefused?.('Too many rows to copy. Export them instead')
    return undefined
  }
  const rows = [...selectedRows].toSorted((one, other) => one - other)
  const at = (row: number) => rows[row] ?? Number.NaN
  const { isCut, whole: full } = source
  return {
    range: { top: 0, bottom: rows.length - 1, left: 0, right: arrangement.columns.length - 1 },
    source: {
      ...source,
      getRow: (row) => source.getRow(at(row)),
      isCut: isCut && ((row, column) => isCut(at(row), column)),
      whole: full && ((row, column) => full(at(row), column)),
    },
  }
}
