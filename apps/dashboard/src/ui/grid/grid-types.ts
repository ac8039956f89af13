import type { KeyboardEvent, ReactNode, Ref } from 'react'

export type GridColumn = {
  id: string
  name: string
  /** Small print beside the name, for example the type. */
  detail?: string | undefined
  /** Shown before the name; decorative, so what it means belongs into `hint`. */
  icon?: ReactNode
  /** The whole story of the column, shown on hover and read to screen readers. */
  hint?: string | undefined
  align: 'start' | 'end'
  /** In CSS pixels. */
  width: number
}

/** One text or null per column, in the order of the columns. */
export type GridRow = readonly (string | null)[]

/**
 * Where the grid takes its rows from. A source is a value: whoever owns it hands over a
 * new object whenever any answer of `getRow` has changed.
 */
export type GridSource = {
  /**
   * Index of the first row, 0 unless the rows are counted from somewhere in the middle:
   * rows that are put in front then get smaller indexes, and no row changes its own.
   */
  first: number
  rowCount: number
  /** The row, or undefined while it is not loaded: a skeleton is shown in its place. */
  getRow: (index: number) => GridRow | undefined
  /** What the gutter shows for a row; the grid knows no better than its index. */
  rowLabel: (index: number) => string
  /** Told after each paint which rows are in view, the last one included. */
  onRangeVisible?: ((first: number, last: number) => void) | undefined
  /**
   * The place where the rows were taken up. With another id the grid forgets its scroll
   * position and shows `row`; with the same id it keeps the rows in view where they are.
   */
  anchor: { id: string; row: number }
}

export type CellPosition = { row: number; column: number }

/** The rectangle between two cells; keys and edits go to `active`. */
export type GridSelection = { active: CellPosition; anchor: CellPosition }

/** What the grid should say about a cell beside its value. */
export type CellMark = 'saving' | 'error' | 'changed'

export type EditEnd = 'stay' | 'down' | 'next' | 'previous'

export type GridEdit = CellPosition & {
  /** The text typed to start the edit; undefined when the value itself is edited. */
  typed: string | undefined
  /** Ends the edit, gives focus back to the grid and moves the active cell. */
  close: (end: EditEnd) => void
}

export type GridHandle = {
  focus: () => void
  /** Makes the cell the active one and scrolls it into view. */
  select: (cell: CellPosition) => void
  /** Opens the editor of a cell as if it had been asked for by a key. */
  edit: (cell: CellPosition) => void
}

export type GridProps = {
  /** Names the grid for screen readers. */
  label: string
  columns: readonly GridColumn[]
  source: GridSource
  /** Told when a column has got another width, so that it can be kept. */
  onColumnResize?: ((id: string, width: number) => void) | undefined
  /** Rows can be chosen when a handler is given. */
  selectedRows?: ReadonlySet<number> | undefined
  onSelectedRowsChange?: ((rows: ReadonlySet<number>) => void) | undefined
  markOf?: ((row: number, column: number) => CellMark | undefined) | undefined
  /** Said to screen readers when every edit will be refused, although there is an editor. */
  isReadOnly?: boolean | undefined
  /** The editor of a cell; without it the cells are read-only. */
  renderEditor?: ((edit: GridEdit) => ReactNode) | undefined
  /** Asked before an edit; false refuses it, and the owner says why. */
  onEditStart?: ((cell: CellPosition) => boolean) | undefined
  /** What is to be said about the active cell; shown attached to it. */
  renderNote?: ((cell: CellPosition) => ReactNode) | undefined
  onEdge?: ((edge: 'start' | 'end') => boolean) | undefined
  /** Keys of the owner's own on the active cell; true when it has used the key. */
  onKey?: ((event: KeyboardEvent, cell: CellPosition) => boolean) | undefined
  onActiveChange?: ((cell: CellPosition | null) => void) | undefined
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode
  ref?: Ref<GridHandle>
}
