import type { Arrangement } from './arrangement.ts'
import type { CellPosition, GridSource } from './grid-types.ts'

export type Found = {
  /** In the order of reading, columns by their place on the screen. */
  cells: readonly CellPosition[]
  /** Whether there may be more: the search stops at a limit of rows or of cells. */
  isCut: boolean
}

const most = { rows: 200_000, cells: 10_000 }

/** Cells of loaded rows that contain the text, case-insensitively. */
export function foundCells(
  text: string,
  source: Pick<GridSource, 'first' | 'rowCount' | 'getRow'>,
  { given }: Pick<Arrangement, 'given'>,
): Found {
  const cells: CellPosition[] = []
  if (text === '') return { cells, isCut: false }
  const sought = text.toLowerCase()
  const end = source.first + Math.min(source.rowCount, most.rows)
  for (let row = source.first; row < end; row += 1) {
    const values = source.getRow(row)
    if (values === undefined) continue
    for (const [column, index] of given.entries())
      if (values[index]?.toLowerCase().includes(sought) === true) cells.push({ row, column })
    if (cells.length >= most.cells) return { cells, isCut: true }
  }
  return { cells, isCut: source.rowCount > most.rows }
}

/** The next one after a cell, or the one before it; around the end to the other end. */
export function nextFound(
  { cells }: Found,
  from: CellPosition | null,
  by: 1 | -1,
): CellPosition | undefined {
  if (from === null) return cells.at(by === 1 ? 0 : -1)
  const isBeyond = ({ row, column }: CellPosition) =>
    by === 1
      ? row > from.row || (row === from.row && column > from.column)
      : row < from.row || (row === from.row && column < from.column)
  return by === 1 ? (cells.find(isBeyond) ?? cells[0]) : (cells.findLast(isBeyond) ?? cells.at(-1))
}
