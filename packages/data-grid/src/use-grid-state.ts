import { useMemo, useRef, useState } from 'react'

import { type Arrangement, followed } from './arrangement.ts'
import type {
  CellPosition,
  EditEnd,
  GridColumn,
  GridProps,
  GridSelection,
  GridSource,
} from './grid-types.ts'
import { clampCell, oneCell, placed, getRange } from './selection.ts'

export type OpenEdit = CellPosition & {
  typed: string | undefined
  /** How the edit ended, if it ended before its editor was loaded. */
  ended?: EditEnd | undefined
  /** Keys were pressed that only the editor understands. */
  isUnclear?: boolean
}

/**
 * The selected cells and the open editor; both are reset with a new anchor of the source, and
 * follow their columns when those are moved.
 */
export function useCells(source: GridSource, arrangement: Arrangement) {
  const columnCount = arrangement.columns.length
  const [selection, setSelection] = useState<GridSelection | null>(null)
  const [editing, setEditing] = useState<OpenEdit | null>(null)
  const [before, setBefore] = useState(source)
  if (before !== source) {
    setBefore(source)
    if (before.anchor.id !== source.anchor.id) {
      setEditing(null)
      if (selection !== null)
        setSelection(oneCell({ row: source.anchor.row, column: selection.active.column }))
    } else if (selection !== null) {
      const by = getShift(selection.active.row, before, source)
      const shifted = ({ row, column }: CellPosition) => ({ row: row + by, column })
      if (by !== 0) setSelection(placed(selection, shifted))
      if (by !== 0 && editing !== null) setEditing({ ...editing, row: editing.row + by })
    }
  }
  const [seen, setSeen] = useState(arrangement)
  if (seen !== arrangement) {
    setSeen(arrangement)
    const follow = ({ row, column }: CellPosition) => ({
      row,
      column: followed(column, seen, arrangement),
    })
    const isSame = seen.columns.every(
      ({ id }, position) => id === arrangement.columns[position]?.id,
    )
    if (selection !== null && !isSame) setSelection(oneCell(follow(selection.active)))
    if (editing !== null && !isSame) setEditing({ ...editing, ...follow(editing) })
  }
  const { first, rowCount } = source
  const clamped = useMemo(() => {
    if (selection === null || rowCount === 0 || columnCount === 0) return null
    const bounds = { firstRow: first, rowCount, columnCount }
    const { top, bottom, right } = getRange(selection)
    const isInside = top >= first && bottom < first + rowCount && right < columnCount
    return isInside ? selection : placed(selection, (cell) => clampCell(cell, bounds))
  }, [selection, first, rowCount, columnCount])
  return { selection: clamped, setSelection, editing, setEditing }
}

/** By how many rows the index of a row has grown, because rows above it were added or removed. */
function getShift(row: number, before: GridSource, source: GridSource): number {
  const id = before.rowId?.(row)
  const now = source.rowId?.(row)
  if (id === undefined || now === undefined || now === id) return 0
  return (source.placeOf?.(id) ?? row) - row
}

/** Widths during a drag are state of the grid; the owner receives the final one. */
export function useWidths(
  columns: readonly GridColumn[],
  onColumnResize: ((id: string, width: number) => void) | undefined,
) {
  const [dragged, setDragged] = useState<ReadonlyMap<string, number>>(new Map())
  const widths = useMemo(
    () => columns.map((column) => dragged.get(column.id) ?? column.width),
    [columns, dragged],
  )
  function resize(id: string, width: number, done: boolean) {
    setDragged((current) => new Map(current).set(id, width))
    if (done) onColumnResize?.(id, width)
  }
  return { widths, resize }
}

/** Choosing whole rows: by one, by a stretch from the last one, or all of a range. */
export function useRowChoice(
  selected: ReadonlySet<number>,
  onChange: GridProps['onSelectedRowsChange'],
) {
  const last = useRef<number | null>(null)

  /**
   * Deselects rows that are all selected, or else selects them; returns whether they are selected.
   */
  function toggleAll(rows: readonly number[], extend = false): boolean {
    const next = new Set(selected)
    const remove = !extend && rows.every((row) => next.has(row))
    for (const row of rows)
      if (remove) next.delete(row)
      else next.add(row)
    onChange?.(next)
    return !remove
  }

  return {
    toggle: (row: number, extend: boolean) => {
      toggleAll(span(extend ? (last.current ?? row) : row, row), extend)
      last.current = row
    },
    toggleRange: ({ top, bottom }: Rows) => toggleAll(span(top, bottom)),
    /** The rows of a range are included, unless they were evicted. */
    follow: (before: Rows, after: Rows) => {
      const next = new Set(selected)
      const rows = span(before.top, before.bottom)
      if (!rows.some((row) => next.has(row))) return
      for (const row of rows) if (!isAmong(after, row)) next.delete(row)
      for (const row of span(after.top, after.bottom)) if (!isAmong(before, row)) next.add(row)
      onChange?.(next)
    },
  }
}

type Rows = { top: number; bottom: number }

const isAmong = ({ top, bottom }: Rows, row: number) => row >= top && row <= bottom

const span = (from: number, to: number): number[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => Math.min(from, to) + at)
