import type { Arrangement } from './arrangement.ts'
import type { GridProps, GridSelection } from './grid-types.ts'

type Place = Pick<GridProps, 'onColumnMove'> & {
  arrangement: Arrangement
  selection: GridSelection
  say: (text: string) => void
}

/** Moves the column of the active cell by one place, where there is one. */
export function moveColumn({ arrangement, selection, onColumnMove, say }: Place, by: -1 | 1): void {
  const place = selection.active.column
  const column = arrangement.columns[place]
  const to = neighbourMove(arrangement, place, by)
  if (column === undefined || to === undefined) return
  onColumnMove?.(column.id, to.before)
  say(`${column.name} moved ${by === 1 ? 'right' : 'left'}`)
}

/**
 * The move of a column by one place: the column that it is to stand before. Undefined when
 * there is no place: at an end, or between frozen columns and others.
 */
export function neighbourMove(
  { columns, frozen }: Arrangement,
  place: number,
  by: -1 | 1,
): { before: string | undefined } | undefined {
  const target = place + by
  if (target < 0 || target >= columns.length || place < frozen !== target < frozen) return undefined
  return { before: columns[by === -1 ? target : target + 1]?.id }
}
