import type { KeyboardEvent } from 'react'

import type { CellPosition, GridSelection } from './grid-types.ts'
import { type Bounds, isAtEdge, type Move, moved, moveOfKey } from './selection.ts'

export type GridKeys = {
  bounds: () => Bounds
  selection: GridSelection | null
  select: (selection: GridSelection | null) => void
  startEdit: (cell: CellPosition, typed: string | undefined) => void
  toggleRows: (() => void) | undefined
  selectAll: () => void
  /** Asked before a move to the first or last row; true when the owner goes there itself. */
  onEdge: ((edge: 'start' | 'end') => boolean) | undefined
  onKey: ((event: KeyboardEvent, cell: CellPosition) => boolean) | undefined
}

const edges: ReadonlyMap<Move, 'start' | 'end'> = new Map([
  ['column-start', 'start'],
  ['first', 'start'],
  ['column-end', 'end'],
  ['last', 'end'],
])

/** Handles one key of the grid itself; keys of an open editor never come here. */
export function handleGridKey(event: KeyboardEvent, keys: GridKeys): void {
  const { selection } = keys
  const mod = event.ctrlKey || event.metaKey
  if (selection !== null && keys.onKey?.(event, selection.active) === true) {
    event.preventDefault()
    return
  }
  const wanted = moveOfKey(event)
  if (wanted !== undefined) return handleMove(event, keys, wanted)
  if (selection === null) return
  if (event.key === 'Escape') return keys.select(null)
  if (event.key === 'Enter' && mod) return
  if (event.key === 'Enter' || event.key === 'F2') {
    event.preventDefault()
    keys.startEdit(selection.active, undefined)
  } else if (event.key === ' ' && event.shiftKey) {
    event.preventDefault()
    keys.toggleRows?.()
  } else if (event.key.toLowerCase() === 'a' && mod) {
    event.preventDefault()
    keys.selectAll()
  } else if (event.key.length === 1 && !mod && !event.altKey && !event.nativeEvent.isComposing) {
    event.preventDefault()
    keys.startEdit(selection.active, event.key)
  }
}

function handleMove(
  event: KeyboardEvent,
  keys: GridKeys,
  { move, extend }: { move: Move; extend: boolean },
) {
  const bounds = keys.bounds()
  if (bounds.rowCount === 0 || bounds.columnCount === 0) return
  if (move === 'next' || move === 'previous') {
    // Without an active cell, or at the last one, Tab goes on to what follows the grid.
    if (keys.selection === null || isAtEdge(keys.selection.active, move, bounds)) return
  }
  event.preventDefault()
  const edge = edges.get(move)
  if (edge !== undefined && !extend && keys.onEdge?.(edge) === true) return
  keys.select(moved(keys.selection, { move, extend }, bounds))
}
