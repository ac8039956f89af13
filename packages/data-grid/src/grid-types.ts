import type { LucideIcon } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'

export type GridColumn = {
  id: string
  name: string
  /** Secondary text next to the name, for example the type. */
  detail?: string | undefined
  /** Shown before the name; decorative, so `hint` has to describe its meaning. */
  icon?: ReactNode
  /** The whole story of the column, shown on hover and read to screen readers. */
  hint?: string | undefined
  align: 'start' | 'end'
  /** In CSS pixels. */
  width: number
  /** The sort direction of the column; shown in the heading and announced by screen readers. */
  sorted?: 'ascending' | 'descending' | undefined
  /** Stays in view while the others scroll sideways. Frozen columns have to be the first ones. */
  isFrozen?: boolean | undefined
}

/** One text or null per column, in the order of the columns. */
export type GridRow = readonly (string | null)[]

/**
 * The source of the grid's rows. It is immutable: its owner passes a new object when any result of
 * `getRow` has changed.
 */
export type GridSource = {
  /**
   * Index of the first row, 0 unless reading began in the middle of the table: rows added in front
   * get smaller indexes, so that no row changes its index.
   */
  first: number
  rowCount: number
  /** The row, or undefined while it is not loaded: a skeleton is shown in its place. */
  getRow: (index: number) => GridRow | undefined
  /** Text shown in place of NULL in a cell without a value, for example its default. */
  nullText?: ((row: number, column: number) => string | undefined) | undefined
  /** The label of a row in the gutter, because the grid knows only its index. */
  rowLabel: (index: number) => string
  /** The name of a row whose label is only its distance from another one. */
  rowName?: ((index: number) => string | undefined) | undefined
  /** Whether there are more rows than this number. */
  isPart?: boolean | undefined
  /** Whether `getRow` returns a truncated value; `whole` is called before it is copied. */
  isCut?: ((row: number, column: number) => boolean) | undefined
  /** Loads a truncated value; without it such values are neither copied nor filled. */
  whole?: ((row: number, column: number) => Promise<string | null>) | undefined
  /** Called after each paint with the first and last row in view. */
  onRangeVisible?: ((first: number, last: number) => void) | undefined
  /**
   * The identity of a row, independent of its index; undefined if it is not loaded or has no key.
   */
  rowId?: ((index: number) => string | undefined) | undefined
  /** The index of the row with an id, if it is loaded. */
  placeOf?: ((id: string) => number | undefined) | undefined
  /**
   * Whether the rows on the screen are about to be replaced by those of another position: keys then
   * do not edit, write or copy them.
   */
  isLeaving?: (() => boolean) | undefined
  /**
   * The position at which reading began. With another id the grid resets its scroll position and
   * shows `row`; with the same id it keeps the rows in view.
   */
  anchor: { id: string; row: number }
}

/** `column` is an index into the columns of the owner, independent of hidden or moved columns. */
export type CellPosition = { row: number; column: number }

/** The new value of a cell; null stands for NULL. */
export type CellWrite = CellPosition & { value: string | null }

export type WriteCause = 'paste' | 'fill' | 'clear'

/** One entry per column of the owner; undefined if nothing was pasted for it. */
export type NewRow = readonly (string | null | undefined)[]

/**
 * The rectangle between two cells. Shift moves `end`; keys and edits apply to `active`, which is
 * where the range began, or a cell of the selected whole rows or columns.
 */
export type GridSelection = {
  active: CellPosition
  anchor: CellPosition
  end: CellPosition
  /** Whether its rows are selected with it: they stay selected when Shift moves its end. */
  hasRows?: boolean | undefined
  /** The column in which a sequence of Tab keys began: Enter returns to it. */
  started?: number | undefined
}

/** The state that the grid shows for a cell in addition to its value. */
export type CellMark = 'saving' | 'error' | 'staged' | 'deleted'

export type EditEnd = 'stay' | 'down' | 'next' | 'previous'

export type GridEdit = CellPosition & {
  /** The text typed to start the edit; undefined when the value itself is edited. */
  typed: string | undefined
  /**
   * Set if the edit ended before the editor was loaded, which then stores the typed text at once.
   */
  ended?: EditEnd | undefined
  /** Ends the edit, returns the focus to the grid, moves the active cell, reports a change. */
  close: (end: EditEnd, isChanged?: boolean) => void
}

export type GridHandle = {
  focus: () => void
  /** Whether the user works in the grid, in the editor of a cell included. */
  hasFocus: () => boolean
  /** Makes the cell active and scrolls it into view. */
  select: (cell: CellPosition) => void
  /** Opens the editor of a cell as a key would. */
  edit: (cell: CellPosition) => void
  /** Copies the selected cells, or the whole of their rows. */
  copy: (format: CopyFormat) => void
  /** Shows the panel of the active cell, as Space does. */
  showPanel: () => void
  /** Fits a column to its content in view, like a double click on its edge. */
  fit: (id: string) => void
  /** Clears the selected cells, as Delete does. */
  clear: () => void
}

export type CopyFormat = 'cells' | 'rows' | 'csv' | 'json' | 'markdown'

/** Controls of the application, so that those of the grid look and behave alike. */
export type GridControls = {
  /** A square button with an icon; `label` is its name and its tooltip. */
  IconButton: (props: { icon: LucideIcon; label: string; onClick: () => void }) => ReactNode
  /** A button that copies the text. */
  CopyButton: (props: { text: string; label: string }) => ReactNode
  /** Resolves to whether the text was copied; shows the user an error if it was not. */
  copyText: (text: string) => Promise<boolean>
}

export type GridProps = {
  /** Names the grid for screen readers. */
  label: string
  columns: readonly GridColumn[]
  source: GridSource
  controls: GridControls
  /** The visible columns in their order, by index; all columns by default. */
  shown?: readonly number[] | undefined
  /**
   * Called when a column is to move before another one, or to the end; without it columns do not
   * move.
   */
  onColumnMove?: ((id: string, before: string | undefined) => void) | undefined
  /** Called by a press on a heading, or by Alt and Arrow down in the column. */
  onColumnMenu?: ((id: string, anchor: DOMRect) => void) | undefined
  /** Called by a right click on a cell, the menu key or Shift F10. */
  onCellMenu?: ((cell: CellPosition, point: { x: number; y: number }) => void) | undefined
  /**
   * Called with the cells that are pasted, filled down or cleared, all of one action at once; only
   * cells of loaded rows. `newRows` are pasted rows beyond the last one. Without it only the editor
   * writes.
   */
  onWrite?:
    | ((cells: readonly CellWrite[], how: WriteCause, newRows: readonly NewRow[]) => void)
    | undefined
  /** The content of the cell panel, in place of the cell's whole text. */
  renderCellPanel?: ((cell: CellPosition) => ReactNode) | undefined
  /** Called with the reason why something could not be copied or pasted. */
  onRefused?: ((reason: string) => void) | undefined
  /** Called when the width of a column has changed, so that it can be stored. */
  onColumnResize?: ((id: string, width: number) => void) | undefined
  /** Rows can be selected if a handler is given. */
  selectedRows?: ReadonlySet<number> | undefined
  onSelectedRowsChange?: ((rows: ReadonlySet<number>) => void) | undefined
  getMark?: ((row: number, column: number) => CellMark | undefined) | undefined
  /** Announced to screen readers if every edit will be refused, although there is an editor. */
  isReadOnly?: boolean | undefined
  /** The editor of a cell; without it the cells are read-only. */
  renderEditor?: ((edit: GridEdit) => ReactNode) | undefined
  /** Called before an edit; false refuses it, and the owner reports the reason. */
  onEditStart?: ((cell: CellPosition) => boolean) | undefined
  /** A message about the active cell, shown attached to it. */
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
