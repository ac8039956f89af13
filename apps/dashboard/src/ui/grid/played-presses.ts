import type { ClipboardEvent } from 'react'
import { flushSync } from 'react-dom'

import { copyText } from '../../lib/clipboard.ts'
import type { Kept, Press, Pressed, Stage } from './kept-presses.ts'
import { ownFormat } from './pasted-cells.ts'
import { moveOfKey } from './selection.ts'
import { typedAhead } from './typed-ahead.ts'
import { commandOfKey, edges, type GridCommand, isTyped } from './use-grid-keys.ts'
import type { OpenEdit } from './use-grid-state.ts'

/** What a press needs: nothing of the rows, to know which there are, or what is in them. */
type Need = 'nothing' | 'places' | 'rows'

/** These do the same whatever rows there are, as going to the first or the last one does. */
const free: ReadonlySet<GridCommand> = new Set<GridCommand>([
  'leave',
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
  if (command !== undefined) return free.has(command) ? 'nothing' : 'rows'
  return isTyped(event) || event.key === 'Enter' ? 'rows' : undefined
}

/** Whether the active row is not there. */
const isMissing = ({ source, cells: { selection } }: Stage): boolean =>
  selection !== null && source.getRow(selection.active.row) === undefined

/** Keeps a press that is not for the rows that are shown; answers whether it did. */
export function keep(kept: Kept, event: Pressed): boolean {
  const { isPlaying = false, stage } = kept
  const presses = (kept.presses ??= [])
  if (isPlaying || stage === undefined) return false
  const need = needOf(event, stage)
  const isAwaited =
    (need === 'places' || need === 'rows') &&
    stage.source.isAwaited?.(need === 'rows' && isMissing(stage)) === true
  if (need === undefined || (!isAwaited && presses.length === 0)) return false
  event.preventDefault()
  presses.push(event.type === 'paste' && 'clipboardData' in event ? pasteOf(event) : { event })
  return true
}

function pasteOf(event: ClipboardEvent): Press {
  const formats = ['text/plain', ownFormat]
  const held = formats.map((format) => [format, event.clipboardData.getData(format)] as const)
  return { event, pasted: new Map(held) }
}

/** Does what was kept as soon as it can be done. */
export function playKept(kept: Kept, stage: Stage): void {
  kept.stage = stage
  // Who went to the rows may still choose the cell, now that they are here.
  if (kept.presses?.length) setTimeout(play, 0, kept)
}

/** For how long frames are held up at once, in milliseconds. */
const turnMs = 8

/**
 * One press after the other, each on the grid as the one before has left it. They are forgotten
 * where the rows did not come, and where the keys go elsewhere by now.
 */
function play(kept: Kept, hasWaitedForEditor = false): void {
  const { presses = [] } = kept
  let hasWaited = hasWaitedForEditor
  const begun = performance.now()
  for (;;) {
    const { stage } = kept
    const [press] = presses
    if (press === undefined || stage === undefined) return
    const isGone = isMissing(stage)
    if (stage.source.isAwaited?.(isGone) === true) return
    const isEditing = stage.cells.editing !== null
    const isElsewhere = press.event.target !== document.activeElement
    // The editor stores what was typed once its code is here; it tells of the end.
    if (isEditing && !isElsewhere) return
    if ((isEditing && !hasWaited) || performance.now() - begun > turnMs) {
      // An editor that is there ends with its first picture, unless it refuses what was typed.
      setTimeout(play, 0, kept, isEditing)
      return
    }
    if (isGone || isElsewhere) {
      presses.splice(0)
      return
    }
    hasWaited = false
    presses.shift()
    playOne(kept, stage, press)
  }
}

function playOne(kept: Kept, { cells }: Stage, press: Press): void {
  const { presses = [] } = kept
  let taken = 0
  kept.isPlaying = true
  try {
    flushSync(() => {
      pressAgain(press)
      // What follows the beginning of an edit is for its editor, which is not there yet.
      cells.setEditing((begun) => {
        const typed = typedInto(begun, presses)
        taken = typed.taken
        return typed.edit
      })
    })
  } finally {
    kept.isPlaying = false
    presses.splice(0, taken)
  }
}

function pressAgain({ event, pasted }: Press): void {
  if ('key' in event) {
    event.target.dispatchEvent(event.nativeEvent)
    return
  }
  const held = new Map(pasted)
  const clipboardData = {
    getData: (format: string) => held.get(format) ?? '',
    setData: (format: string, text: string) => void held.set(format, text),
  }
  const again = new Event(event.type, { bubbles: true, cancelable: true })
  event.target.dispatchEvent(Object.assign(again, { clipboardData }))
  // The browser's own event is over, so the clipboard is filled beside it.
  const copied = held.get('text/plain')
  if (pasted === undefined && copied !== undefined) void copyText(copied)
}

/** An edit with what was pressed after it had begun, and how much of that is in it. */
function typedInto(begun: OpenEdit | null, presses: readonly Press[]) {
  let edit = begun
  let taken = 0
  for (const { event, pasted } of presses) {
    if (edit === null || edit.ended !== undefined) break
    taken += 1
    if ('key' in event) edit = typedAhead(event, edit)
    else if (pasted !== undefined)
      edit = { ...edit, typed: (edit.typed ?? '') + (pasted.get('text/plain') ?? '') }
  }
  return { edit, taken }
}
