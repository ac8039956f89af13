import type { CellPosition, GridSelection } from './grid-types.ts'

type Extent = {
  firstRow: number
  rowCount: number
  columnCount: number
}

export type Bounds = Extent & {
  /** The last active cell after it was cleared, if it is in view. */
  last: CellPosition | undefined
  /** Where a move goes without such a cell. */
  start: CellPosition
  /** Rows that fit into the view: the step of Page up and Page down. */
  pageRows: number
}

export type Move =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'page-up'
  | 'page-down'
  | 'row-start'
  | 'row-end'
  | 'column-start'
  | 'column-end'
  | 'first'
  | 'last'
  | 'next'
  | 'previous'

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

/** The move that a key stands for, and whether it extends the selection. */
export function moveOfKey(event: Key): { move: Move; extend: boolean } | undefined {
  if (event.altKey) return undefined
  if (event.key === 'Tab') {
    if (event.ctrlKey || event.metaKey) return undefined
    return { move: event.shiftKey ? 'previous' : 'next', extend: false }
  }
  const mod = event.ctrlKey || event.metaKey
  const move = (mod ? movesWithMod : moves).get(event.key)
  return move === undefined ? undefined : { move, extend: event.shiftKey }
}

const moves: ReadonlyMap<string, Move> = new Map([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['PageUp', 'page-up'],
  ['PageDown', 'page-down'],
  ['Home', 'row-start'],
  ['End', 'row-end'],
])

const movesWithMod: ReadonlyMap<string, Move> = new Map([
  ['ArrowUp', 'column-start'],
  ['ArrowDown', 'column-end'],
  ['ArrowLeft', 'row-start'],
  ['ArrowRight', 'row-end'],
  ['Home', 'first'],
  ['End', 'last'],
])

/** The selection after a move; without an active cell it continues from the last one. */
export function moved(
  selection: GridSelection | null,
  { move, extend }: { move: Move; extend: boolean },
  bounds: Bounds,
): GridSelection {
  const { last, start } = bounds
  const from = selection ?? oneCell(last ?? start)
  // Steps lead into the cells, not over the first one.
  if (!selection && !last && /up|down|right/u.test(move)) return from
  const end = clampCell(target(extend ? from.end : from.active, move, bounds), bounds)
  if (extend) return { ...from, end }
  const isAlong = (move === 'next' || move === 'previous') && end.row === from.active.row
  return { ...oneCell(end), started: isAlong ? getStarted(from) : undefined }
}

/** The column in which the sequence of Tab keys began. */
const getStarted = ({ active, started = active.column }: GridSelection): number => started

/** The selection from which Enter moves down at the end of an edit. */
export const entered = (selection: GridSelection): GridSelection =>
  oneCell({ ...selection.active, column: getStarted(selection) })

/** Whether Tab would leave the cells, and therefore the grid. */
export function isAtEdge(
  { row, column }: CellPosition,
  move: 'next' | 'previous',
  bounds: Bounds,
): boolean {
  return move === 'next'
    ? row === bounds.firstRow + bounds.rowCount - 1 && column === bounds.columnCount - 1
    : row === bounds.firstRow && column === 0
}

export const oneCell = (cell: CellPosition): GridSelection => ({
  active: cell,
  anchor: cell,
  end: cell,
})

/** The same cells where they are by now. */
export const placed = (
  selection: GridSelection,
  position: (cell: CellPosition) => CellPosition,
): GridSelection => ({
  ...selection,
  active: position(selection.active),
  anchor: position(selection.anchor),
  end: position(selection.end),
})

export function clampCell({ row, column }: CellPosition, bounds: Extent): CellPosition {
  const last = bounds.firstRow + bounds.rowCount - 1
  return {
    row: Math.max(bounds.firstRow, Math.min(row, last)),
    column: Math.max(0, Math.min(column, bounds.columnCount - 1)),
  }
}

function target({ row, column }: CellPosition, move: Move, bounds: Bounds): CellPosition {
  const lastRow = bounds.firstRow + bounds.rowCount - 1
  const lastColumn = bounds.columnCount - 1
  const targets: Record<Move, CellPosition> = {
    up: { row: row - 1, column },
    down: { row: row + 1, column },
    left: { row, column: column - 1 },
    right: { row, column: column + 1 },
    'page-up': { row: row - bounds.pageRows, column },
    'page-down': { row: row + bounds.pageRows, column },
    'row-start': { row, column: 0 },
    'row-end': { row, column: lastColumn },
    'column-start': { row: bounds.firstRow, column },
    'column-end': { row: lastRow, column },
    first: { row: bounds.firstRow, column: 0 },
    last: { row: lastRow, column: lastColumn },
    next: column < lastColumn ? { row, column: column + 1 } : { row: row + 1, column: 0 },
    previous: column > 0 ? { row, column: column - 1 } : { row: row - 1, column: lastColumn },
  }
  return targets[move]
}

export type CellRange = { top: number; bottom: number; left: number; right: number }

/** The selected rectangle, both ends included. */
export const getRange = ({ anchor, end }: Pick<GridSelection, 'anchor' | 'end'>): CellRange => ({
  top: Math.min(end.row, anchor.row),
  bottom: Math.max(end.row, anchor.row),
  left: Math.min(end.column, anchor.column),
  right: Math.max(end.column, anchor.column),
})

export const isInRange = (range: CellRange, { row, column }: CellPosition): boolean =>
  row >= range.top && row <= range.bottom && column >= range.left && column <= range.right

export const isSingleCell = (range: CellRange): boolean =>
  range.top === range.bottom && range.left === range.right
