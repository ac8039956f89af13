import type { CellPosition, CellWrite, GridProps, GridRow } from '@basalt/data-grid/grid-types'

/**
 * What the grid of a result does beside showing it, where its cells can be changed. It is a value:
 * another one when anything that is shown has changed.
 */
export type CellEditing = {
  grid: Pick<
    GridProps,
    'isReadOnly' | 'getMark' | 'onEditStart' | 'renderEditor' | 'renderNote' | 'onWrite'
  >
  /** A row as it came, with what its cells are to hold. */
  shown: (row: GridRow) => GridRow
  nullText: (row: number, column: number) => string | undefined
  /** Why the cell cannot be changed. */
  reasonAt: (cell: CellPosition) => string | undefined
  write: (cells: readonly CellWrite[]) => void
  /** Fetches what the editor of the cell needs, and forgets what was said about another one. */
  prepare: (cell: CellPosition | null) => void
}
