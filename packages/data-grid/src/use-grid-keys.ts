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
  /** The rows on the screen are about to be replaced: keys can only move. */
  isLeaving: boolean
  startEdit: (cell: CellPosition, typed: string | undefined) => void
  /** Runs the command of a key; false leaves the key to the browser. */
  run: (command: GridCommand, selection: GridSelection) => boolean
  /** Called before a move to the first or last row; true if the owner performs it. */
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

/** The command of a key that is not a move, if any. */
export function commandOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Key) {
  const mod = ctrlKey || metaKey ? 'mod+' : ''
  const held = `${mod}${altKey ? 'alt+' : ''}${shiftKey ? 'shift+' : ''}`
  return commands.get(held + key.toLowerCase())
}

/** Handles a key of the grid itself; an open editor handles its own keys. */
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
    // The composition continues in the field, which has the focus after this key event.
    keys.startEdit(selection.active, '')
  }
}

/**
 * A printable character. AltGr produces characters, too, and is reported as Control and Alt on
 * Windows.
 */
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
    // Without an active cell, or at the last one, Tab moves to the element after the grid.
    if (keys.selection === null || isAtEdge(keys.selection.active, move, bounds)) return
  }
  event.preventDefault()
  const edge = edges.get(move)
  if (edge !== undefined && !extend && keys.onEdge?.(edge) === true) {
    // The owner moves to the row; the column stays, or is the first or last one.
    const ends: Partial<Record<Move, number>> = { first: 0, last: bounds.columnCount - 1 }
    const at = keys.selection?.active ?? bounds.last ?? bounds.start
    if (keys.selection === null || move in ends)
      keys.select(oneCell({ ...at, column: ends[move] ?? at.column }))
    return
  }
  keys.select(moved(keys.selection, { move, extend }, bounds))
}
