import { rowHeight } from './geometry.ts'
import type { CellPosition, GridSource } from './grid-types.ts'
import type { GridView } from './row-slots.ts'

/** The box of a cell within the contents, in pixels. */
export function cellBox({ offsets, source }: GridView, { row, column }: CellPosition) {
  const left = offsets[column] ?? 0
  const width = (offsets[column + 1] ?? left) - left
  return { left, width, top: (row - source.first) * rowHeight }
}

/** Rows `[first, end)` that touch the strip from `top`, `height` pixels high. */
export function rowsInView(
  { first, rowCount }: GridSource,
  { top, height }: { top: number; height: number },
) {
  return {
    first: first + Math.floor(top / rowHeight),
    end: Math.min(first + Math.ceil((top + height) / rowHeight), first + rowCount),
  }
}
