import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useState } from 'react'

import type { GridSelection, GridSource } from './grid-types.ts'
import { ownFormat } from './own-format.ts'
import { moveOfKey } from './selection.ts'
import { commandOfKey, edges, type GridCommand, isTyped } from './use-grid-keys.ts'
import type { useCells } from './use-grid-state.ts'
import type { Extras } from './use-grid.ts'

type Pressed = KeyboardEvent | ClipboardEvent

/** A press, and what a paste held: its data is gone with its event. */
export type Press = { event: Pressed; pasted?: ReadonlyMap<string, string> }

/** The grid as it is by now. */
export type Stage = {
  source: GridSource
  cells: ReturnType<typeof useCells>
  /** What was stored in the active cell is not answered. */
  isSaving: boolean
}

/** What was pressed for rows that are on their way, in order. */
export type Kept = {
  readonly presses: Press[]
  /** What is kept is being done: nothing of it is kept again. */
  isPlaying?: boolean
  /** What is selected while the active cell is being saved: what is pressed is for it alone. */
  at?: GridSelection | null | undefined
  stage?: Stage
}

/** Answers whether a press is not for the rows that are shown. */
export type Keep = (event: Pressed) => boolean

/**
 * Keeps what is pressed while the rows that were gone to are on their way, an edit that was
 * ended waits for its editor, or the cell is being saved, and does it then: on the rows that
 * are meant, never on others.
 */
export function useKeptPresses(stage: Stage, { tools, fetch }: Extras): Keep {
  const [kept] = useState<Kept>(() => ({ presses: [] }))
  useLayoutEffect(() => {
    enter(kept, stage)
    tools?.playKept(kept)
  })
  return (event) => {
    const isKept = keep(kept, event)
    // What cannot be done for want of code does not stand in the way of what comes then.
    if (isKept) fetch().catch(() => void kept.presses.splice(0))
    return isKept
  }
}

function enter(kept: Kept, stage: Stage): void {
  kept.stage = stage
}

/** What a press needs: nothing of the rows, to know which there are, or what is in them. */
type Need = 'nothing' | 'places' | 'rows'

/** These do the same whatever rows there are, as going to the first or the last one does. */
const free: ReadonlySet<GridCommand> = new Set<GridCommand>([
  'find',
  'column-menu',
  'move-left',
  'move-right',
])

/** Undefined where a press is not the grid's. */
function needOf(event: Pressed, { cells }: Stage): Need | undefined {
  if (!('key' in event)) return 'rows'
  const wanted = moveOfKey(event)
  if (wanted !== undefined && (cells.selection !== null || event.key !== 'Tab'))
    return edges.has(wanted.move) && !wanted.extend ? 'nothing' : 'places'
  if (cells.selection === null) return undefined
  const command = commandOfKey(event)
  // What is left is the cell that was gone to; the next key begins there.
  if (command === 'leave' || isAct(event)) return 'places'
  if (command !== undefined) return free.has(command) ? 'nothing' : 'rows'
  return isTyped(event) || event.key === 'Enter' ? 'rows' : undefined
}

/** Undoing, doing again and saving are the page's, and are for what was pressed before. */
export const isAct = ({ ctrlKey, metaKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && /^[syz]$/iu.test(key)

/** Whether the active row is not there, or the one that the range was extended to. */
export const isMissing = ({ source, cells: { selection } }: Stage): boolean =>
  selection !== null &&
  [selection.active, selection.end].some(({ row }) => source.getRow(row) === undefined)

/** Keeps a press that is not for the rows that are shown; answers whether it did. */
function keep(kept: Kept, event: Pressed): boolean {
  const { isPlaying = false, presses, stage } = kept
  if (isPlaying || stage === undefined) return false
  const need = needOf(event, stage)
  const isEnding = stage.cells.editing?.ended !== undefined
  const isForRow = need === 'rows'
  const isAwaited =
    isEnding ||
    (isForRow && stage.isSaving && event.type !== 'copy') ||
    stage.source.isAwaited?.(isForRow && isMissing(stage)) === true
  const isFree = need === 'nothing' || !isAwaited
  if (need === undefined || (isFree && presses.length === 0)) return false
  event.preventDefault()
  presses.push(event.type === 'paste' && 'clipboardData' in event ? pasteOf(event) : { event })
  return true
}

function pasteOf(event: ClipboardEvent): Press {
  const formats = ['text/plain', ownFormat]
  const held = formats.map((format) => [format, event.clipboardData.getData(format)] as const)
  return { event, pasted: new Map(held) }
}
