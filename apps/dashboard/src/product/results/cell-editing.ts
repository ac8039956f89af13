import type { CellPosition, CellWrite, GridProps, GridRow } from '@basalt/data-grid/grid-types'

/**
 * The editing part of a result's grid. It is an immutable value that is replaced when displayed
 * content changes.
 */
export type CellEditing = {
  grid: Pick<
    GridProps,
    'isReadOnly' | 'getMark' | 'onEditStart' | 'renderEditor' | 'renderNote' | 'onWrite'
  >
  /** A row with its staged values. */
  shown: (row: GridRow) => GridRow
  nullText: (row: number, column: number) => string | undefined
  /** Why the cell cannot be changed. */
  reasonAt: (cell: CellPosition) => string | undefined
  write: (cells: readonly CellWrite[]) => void
  /** Preloads the editor of the cell, and clears the note of another one. */
  prepare: (cell: CellPosition | null) => void
}
