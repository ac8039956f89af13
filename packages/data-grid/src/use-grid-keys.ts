import type { KeyboardEvent } from 'react'

import type { CellPosition, GridSelection } from './grid-types.ts'
import { type Bounds, isAtEdge, type Move, moved, moveOfKey, oneCell } from './selection.ts'

export type GridCommand =
  | 'leave'
  | 'edit'
  | 'rows'
  | 'column'
  | 'all'
  | 'panel'
  | 'find'
  | 'fill'
  | 'clear'
  | 'menu'
  | 'column-menu'
  | 'move-left'
  | 'move-right'

export type GridKeys = {
  bounds: () => Bounds
  selection: GridSelection | null
  select: (selection: GridSelection | null) => void
  /** The rows that are shown are about to be replaced: keys move, and do nothing else. */
  isLeaving: boolean
  startEdit: (cell: CellPosition, typed: string | undefined) => void
  /** Does what a key asks for; false leaves the key to the browser. */
  run: (command: GridCommand, selection: GridSelection) => boolean
  /** Asked before a move to the first or last row; true when the owner goes there itself. */
  onEdge: ((edge: 'start' | 'end') => boolean) | undefined
  onKey: (event: KeyboardEvent) => boolean | 'page' | undefined
}

const edges: ReadonlyMap<Move, 'start' | 'end'> = new Map([
  ['column-start', 'start'],
  ['first', 'start'],
  ['column-end', 'end'],
  ['last', 'end'],
])

const commands: ReadonlyMap<string, GridCommand> = new Map([
  ['escape', 'leave'],
  ['enter', 'edit'],
  ['f2', 'edit'],
  ['shift+ ', 'rows'],
  ['mod+ ', 'column'],
  ['mod+a', 'all'],
  [' ', 'panel'],
  ['mod+f', 'find'],
  ['mod+d', 'fill'],
  ['delete', 'clear'],
  ['backspace', 'clear'],
  ['contextmenu', 'menu'],
  ['shift+f10', 'menu'],
  ['alt+arrowdown', 'column-menu'],
  ['alt+shift+arrowleft', 'move-left'],
  ['alt+shift+arrowright', 'move-right'],
])

/** Commands that touch no cell. */
const movesOnly: ReadonlySet<GridCommand> = new Set<GridCommand>([
  'leave',
  'find',
  'column-menu',
  'move-left',
  'move-right',
])

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What a key means beside moving, if anything. */
export function commandOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Key) {
  const mod = ctrlKey || metaKey ? 'mod+' : ''
  const held = `${mod}${altKey ? 'alt+' : ''}${shiftKey ? 'shift+' : ''}`
  return commands.get(held + key.toLowerCase())
}

/** Handles one key of the grid itself; keys of an open editor never come here. */
export function handleGridKey(event: KeyboardEvent, keys: GridKeys): void {
  const { selection, isLeaving } = keys
  const taken = isLeaving ? undefined : keys.onKey(event)
  if (taken === true) event.preventDefault()
  if (taken) return
  const target = moveOfKey(event)
  if (target !== undefined) return handleMove(event, keys, target)
  if (selection === null) return
  const command = commandOfKey(event)
  if (isLeaving && !(command !== undefined && movesOnly.has(command))) {
    if (command !== undefined || isTyped(event)) event.preventDefault()
  } else if (command !== undefined) {
    if (keys.run(command, selection)) event.preventDefault()
  } else if (isTyped(event)) {
    event.preventDefault()
    keys.startEdit(selection.active, event.key)
  } else if (/^(?:Dead|Process)$/u.test(event.key)) {
    // What is composed goes on in the field, which has the focus when this key is over.
    keys.startEdit(selection.active, '')
  }
}

/** A character. AltGr makes characters, too, and comes as Control and Alt on Windows. */
function isTyped({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  if (key.length !== 1 || nativeEvent.isComposing) return false
  return nativeEvent.getModifierState('AltGraph') || !(ctrlKey || metaKey || altKey)
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
  if (edge !== undefined && !extend && keys.onEdge?.(edge) === true) {
    // The owner goes to the row; the column is the same, or the one at that end.
    const ends: Partial<Record<Move, number>> = { first: 0, last: bounds.columnCount - 1 }
    const at = keys.selection?.active ?? bounds.last ?? bounds.start
    if (keys.selection === null || move in ends)
      keys.select(oneCell({ ...at, column: ends[move] ?? at.column }))
    return
  }
  keys.select(moved(keys.selection, { move, extend }, bounds))
}
