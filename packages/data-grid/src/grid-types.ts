import type { LucideIcon } from 'lucide-react'
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
  /** How the rows are ordered by it; shown in the heading and told to screen readers. */
  sorted?: 'ascending' | 'descending' | undefined
  /** Stays in view while the others scroll sideways. Frozen columns are to be shown first. */
  isFrozen?: boolean | undefined
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
  /** What stands in a cell without a value in place of NULL, for example its default. */
  nullText?: ((row: number, column: number) => string | undefined) | undefined
  /** What the gutter shows for a row; the grid knows no better than its index. */
  rowLabel: (index: number) => string
  /** What a row is called where its label is only its distance from another one. */
  rowName?: ((index: number) => string | undefined) | undefined
  /** Whether there are more rows than are counted here. */
  isPart?: boolean | undefined
  /** Whether `getRow` answers less than the cell holds; then `whole` is asked before a copy. */
  isCut?: ((row: number, column: number) => boolean) | undefined
  /** Reads a value that was cut; without it such values are neither copied nor filled. */
  whole?: ((row: number, column: number) => Promise<string | null>) | undefined
  /** Told after each paint which rows are in view, the last one included. */
  onRangeVisible?: ((first: number, last: number) => void) | undefined
  /** What a row is known by wherever it stands; undefined where it is not read or has no key. */
  rowId?: ((index: number) => string | undefined) | undefined
  /** Where the row of an id stands, if it is read. */
  placeOf?: ((id: string) => number | undefined) | undefined
  /**
   * Whether the rows that are shown are about to be replaced by those of another place: no key
   * edits, writes or copies them then.
   */
  isLeaving?: (() => boolean) | undefined
  /**
   * The place where the rows were taken up. With another id the grid forgets its scroll
   * position and shows `row`; with the same id it keeps the rows in view where they are.
   */
  anchor: { id: string; row: number }
}

/** `column` counts the columns as they were given, whatever is hidden or moved on the screen. */
export type CellPosition = { row: number; column: number }

/** What a cell is to hold from now on; null is no value at all. */
export type CellWrite = CellPosition & { value: string | null }

export type WriteCause = 'paste' | 'fill' | 'clear'

/** One entry per column as given; undefined where nothing was pasted. */
export type NewRow = readonly (string | null | undefined)[]

/**
 * The rectangle between two cells. It is `end` that Shift moves; keys and edits go to `active`,
 * which is where the range began, or a cell of the whole rows or columns that were selected.
 */
export type GridSelection = {
  active: CellPosition
  anchor: CellPosition
  end: CellPosition
  /** Whether its rows were chosen with it: then they are where Shift moves its end, too. */
  hasRows?: boolean | undefined
  /** The column in which a row of cells was begun that Tab goes along: Enter comes back to it. */
  begun?: number | undefined
}

/** What the grid should say about a cell beside its value. */
export type CellMark = 'saving' | 'error' | 'staged' | 'deleted'

export type EditEnd = 'stay' | 'down' | 'next' | 'previous'

export type GridEdit = CellPosition & {
  /** The text typed to start the edit; undefined when the value itself is edited. */
  typed: string | undefined
  /** It was ended before the editor was there, which then stores what was typed at once. */
  ended?: EditEnd | undefined
  /** Ends the edit, gives focus back to the grid, moves the active cell, tells of a change. */
  close: (end: EditEnd, isChanged?: boolean) => void
}

export type GridHandle = {
  focus: () => void
  /** Makes the cell the active one and scrolls it into view. */
  select: (cell: CellPosition) => void
  /** Opens the editor of a cell as if it had been asked for by a key. */
  edit: (cell: CellPosition) => void
  /** Copies the selected cells, or the whole of their rows. */
  copy: (format: CopyFormat) => void
  /** Shows the panel of the active cell, as Space does. */
  showPanel: () => void
  /** Makes a column as wide as what is in view of it needs, as a double click on its edge. */
  fit: (id: string) => void
  /** Clears the selected cells, as Delete does. */
  clear: () => void
}

export type CopyFormat = 'cells' | 'rows' | 'csv' | 'json' | 'markdown'

/** Controls of the application, so that those of the grid look and act like all others. */
export type GridControls = {
  /** A square button with an icon; `label` is its name and its tooltip. */
  IconButton: (props: { icon: LucideIcon; label: string; onClick: () => void }) => ReactNode
  /** A button that copies the text. */
  CopyButton: (props: { text: string; label: string }) => ReactNode
  /** Answers whether the text was copied, and tells the user why it was not. */
  copyText: (text: string) => Promise<boolean>
}

export type GridProps = {
  /** Names the grid for screen readers. */
  label: string
  columns: readonly GridColumn[]
  source: GridSource
  controls: GridControls
  /** Which columns are on the screen, in which order, by index; without it all as given. */
  shown?: readonly number[] | undefined
  /** Told when a column is to stand before another one, or last; without it none is moved. */
  onColumnMove?: ((id: string, before: string | undefined) => void) | undefined
  /** Asked for by a press on a heading, or by Alt and Arrow down in the column. */
  onColumnMenu?: ((id: string, anchor: DOMRect) => void) | undefined
  /** Asked for by a right click on a cell, the menu key or Shift F10. */
  onCellMenu?: ((cell: CellPosition, point: { x: number; y: number }) => void) | undefined
  /**
   * Told what is pasted, filled down or cleared, all cells of one act at once; only cells of
   * rows that are loaded. `newRows` are pasted rows beyond the last one. Without it nothing
   * is written but through the editor.
   */
  onWrite?:
    | ((cells: readonly CellWrite[], how: WriteCause, newRows: readonly NewRow[]) => void)
    | undefined
  /** What Space shows of the active cell, in place of its whole text. */
  renderCellPanel?: ((cell: CellPosition) => ReactNode) | undefined
  /** Told what could not be copied or pasted, and why. */
  onRefused?: ((reason: string) => void) | undefined
  /** Told when a column has got another width, so that it can be kept. */
  onColumnResize?: ((id: string, width: number) => void) | undefined
  /** Rows can be chosen when a handler is given. */
  selectedRows?: ReadonlySet<number> | undefined
  onSelectedRowsChange?: ((rows: ReadonlySet<number>) => void) | undefined
  getMark?: ((row: number, column: number) => CellMark | undefined) | undefined
  /** Said to screen readers when every edit will be refused, although there is an editor. */
  isReadOnly?: boolean | undefined
  /** The editor of a cell; without it the cells are read-only. */
  renderEditor?: ((edit: GridEdit) => ReactNode) | undefined
  /** Asked before an edit; false refuses it, and the owner says why. */
  onEditStart?: ((cell: CellPosition) => boolean) | undefined
  /** What is to be said about the active cell; shown attached to it. */
  renderNote?: ((cell: CellPosition) => ReactNode) | undefined
  onEdge?: ((edge: 'start' | 'end') => boolean) | undefined
  /**
   * Keys of the owner's own on the active cell, where there is one: true when it has used the
   * key, `page` when the page does.
   */
  onKey?: ((event: KeyboardEvent, cell: CellPosition | null) => boolean | 'page') | undefined
  onActiveChange?: ((cell: CellPosition | null) => void) | undefined
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode
  ref?: Ref<GridHandle>
}
