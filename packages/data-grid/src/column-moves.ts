import type { KeyboardEvent } from 'react'

import type { Arrangement } from './arrangement.ts'
import type { GridProps, GridSelection } from './grid-types.ts'
import { commandOfKey } from './use-grid-keys.ts'
import type { Viewport } from './viewport.ts'

type Position = Pick<GridProps, 'onColumnMove'> & {
  arrangement: Arrangement
  selection: Pick<GridSelection, 'active'>
  announce: (text: string) => void
}

type Headings = {
  arrangement: Arrangement
  viewport: Pick<Viewport, 'reveal' | 'starts'>
  extras: Pick<Position, 'announce'>
}

/** Handles a key on the focused heading like the column moves of a cell. */
export function headingKey(
  event: KeyboardEvent,
  { onColumnMove }: Pick<GridProps, 'onColumnMove'>,
  { arrangement, viewport, extras }: Headings,
): void {
  const command = commandOfKey(event)
  const { target } = event
  if (command !== 'move-left' && command !== 'move-right') return
  if (onColumnMove === undefined || !(target instanceof Element)) return
  const index = target.closest('[role=columnheader]')?.getAttribute('aria-colindex')
  if (typeof index !== 'string') return
  event.preventDefault()
  // Index 1 is the column of row labels, and the indexes begin with 1.
  const position = Number(index) - 2
  const by = command === 'move-left' ? -1 : 1
  if (neighbourMove(arrangement, position, by) === undefined) return
  // A heading that left the view would lose the focus. The first row below the top is in view.
  viewport.reveal({ row: viewport.starts.start.row + 1, column: position + by })
  const selection = { active: { row: 0, column: position } }
  moveColumn({ arrangement, selection, onColumnMove, announce: extras.announce }, by)
}

/** Moves the column of the active cell by one place, where there is one. */
export function moveColumn(
  { arrangement, selection, onColumnMove, announce }: Position,
  by: -1 | 1,
): void {
  const position = selection.active.column
  const column = arrangement.columns[position]
  const to = neighbourMove(arrangement, position, by)
  if (column === undefined || to === undefined) return
  onColumnMove?.(column.id, to.before)
  announce(`${column.name} moved ${by === 1 ? 'right' : 'left'}`)
}

/**
 * The move of a column by one place: the column that it is to stand before. Undefined when
 * there is no place: at an end, or between frozen columns and others.
 */
export function neighbourMove(
  { columns, frozen }: Arrangement,
  position: number,
  by: -1 | 1,
): { before: string | undefined } | undefined {
  const target = position + by
  if (target < 0 || target >= columns.length || position < frozen !== target < frozen)
    return undefined
  return { before: columns[by === -1 ? target : target + 1]?.id }
}
