import type { Cells } from './copied-cells.ts'
import type { CellWrite, GridRow, NewRow } from './grid-types.ts'
import type { Pasted } from './pasted-cells.ts'
import type { CellRange } from './selection.ts'

export type Ground = {
  /** Maps each position to the index of the owner's column. */
  given: readonly number[]
  /** Names of all columns of the owner. */
  names: readonly string[]
  lastRow: number
  getRow: (index: number) => GridRow | undefined
}

export type Written = {
  cells: CellWrite[]
  newRows: NewRow[]
  /** The cells that were written, for the selection. */
  range: CellRange
  /** Pasted columns that found no place at the right. */
  cutColumns: number
  /** Rows that are not loaded and were therefore skipped. */
  missing: number
}

/**
 * The writes of a paste. The cells start at the selection's upper left corner; a selection that is
 * a multiple of the pasted cells is filled with repetitions of them. Rows beyond the last one
 * become new rows.
 */
export function pasteInto(range: CellRange, pasted: Pasted, ground: Ground): Written {
  if (pasted.kind === 'rows') return pasteRows(range, pasted.rows, ground)
  const cells = repeated(pasted.cells, range)
  const width = Math.max(...cells.map((row) => row.length))
  const positions = ground.given.slice(range.left, range.left + width)
  const rows = cells.map((row) =>
    positions.flatMap((column, at) => {
      const value = row[at]
      return value === undefined ? [] : [{ column, value }]
    }),
  )
  const right = range.left + positions.length - 1
  return {
    ...writeRows(rows, { ...range, right }, ground),
    cutColumns: width - positions.length,
  }
}

function pasteRows(
  range: CellRange,
  rows: readonly Readonly<Record<string, string | null>>[],
  ground: Ground,
): Written {
  const named = rows.map((row) =>
    ground.names.flatMap((name, column) => {
      // A column may be called `constructor`, and every object answers to that.
      const value = Object.hasOwn(row, name) ? row[name] : undefined
      return value === undefined ? [] : [{ column, value }]
    }),
  )
  return {
    ...writeRows(named, { ...range, left: 0, right: ground.given.length - 1 }, ground),
    cutColumns: 0,
  }
}

type Value = { column: number; value: string | null }

function writeRows(
  rows: readonly (readonly Value[])[],
  { top, left, right }: CellRange,
  ground: Ground,
): Omit<Written, 'cutColumns'> {
  const cells: CellWrite[] = []
  const newRows: NewRow[] = []
  let missing = 0
  for (const [at, values] of rows.entries()) {
    const row = top + at
    if (row > ground.lastRow) {
      const next: (string | null | undefined)[] = ground.names.map(() => undefined)
      for (const { column, value } of values) next[column] = value
      newRows.push(next)
    } else if (ground.getRow(row) === undefined) {
      missing += 1
    } else {
      cells.push(...values.map((value) => ({ row, ...value })))
    }
  }
  const bottom = Math.max(top, Math.min(top + rows.length - 1, ground.lastRow))
  return { cells, newRows, missing, range: { top, bottom, left, right } }
}

/** The cells as often as they fit into the range without a rest; else once. */
function repeated(cells: Cells, range: CellRange): Cells {
  const height = range.bottom - range.top + 1
  const width = range.right - range.left + 1
  const each = cells[0]?.length ?? 1
  const isEven = cells.every((row) => row.length === each)
  if (!isEven || height % cells.length !== 0 || width % each !== 0) return cells
  return Array.from({ length: height }, (_, at) => {
    const row = cells[at % cells.length] ?? []
    return Array.from({ length: width }, (__, position) => row[position % each] ?? null)
  })
}

/**
 * The writes of a fill: the rows of `from` repeated over the rest of `over`, below it or above it.
 */
export function fillOver(from: CellRange, over: CellRange, ground: Ground): Written {
  const cells: CellWrite[] = []
  const height = from.bottom - from.top + 1
  let missing = 0
  for (let row = over.top; row <= over.bottom; row += 1) {
    if (row >= from.top && row <= from.bottom) continue
    const offset = (((row - from.top) % height) + height) % height
    const source = ground.getRow(from.top + offset)
    if (source === undefined || ground.getRow(row) === undefined) missing += 1
    else
      for (const column of ground.given.slice(over.left, over.right + 1))
        cells.push({ row, column, value: source[column] ?? null })
  }
  return { cells, newRows: [], missing, cutColumns: 0, range: over }
}

/** The writes of clearing: NULL for each cell that has a value. */
export function clearIn(range: CellRange, ground: Ground): Written {
  const cells: CellWrite[] = []
  let missing = 0
  for (let row = range.top; row <= range.bottom; row += 1) {
    const values = ground.getRow(row)
    if (values === undefined) missing += 1
    else
      for (const column of ground.given.slice(range.left, range.right + 1))
        if ((values[column] ?? null) !== null) cells.push({ row, column, value: null })
  }
  return { cells, newRows: [], missing, cutColumns: 0, range }
}
