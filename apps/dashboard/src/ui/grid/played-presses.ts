import { flushSync } from 'react-dom'

import { copyText } from '../../lib/clipboard.ts'
import { isAct, isMissing, type Kept, type Press, type Stage } from './kept-presses.ts'
import { typedAhead } from './typed-ahead.ts'
import type { OpenEdit } from './use-grid-state.ts'

/** Does what was kept as soon as it can be done. */
export function playKept(kept: Kept): void {
  const { presses, stage } = kept
  if (presses.length === 0) kept.at = undefined
  if (stage?.isSaving === true) kept.at ??= stage.cells.selection
  // Who went to the rows may still choose the cell, now that they are here.
  if (presses.length > 0) setTimeout(play, 0, kept)
}

/** For how long frames are held up at once, in milliseconds. */
const turnMs = 8

/**
 * One press after the other, each on the grid as the one before has left it. They are forgotten
 * where the rows did not come, and where the keys go elsewhere by now.
 */
function play(kept: Kept, hasWaitedForEditor = false): void {
  const { presses } = kept
  let hasWaited = hasWaitedForEditor
  const begun = performance.now()
  for (;;) {
    const { stage } = kept
    const [press] = presses
    if (press === undefined || stage === undefined) return
    const { at = stage.cells.selection } = kept
    const isAbsent = isMissing(stage)
    if (stage.isSaving || stage.source.isAwaited?.(isAbsent) === true) return
    const isGone = isAbsent || at !== stage.cells.selection
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
    kept.at = undefined
    presses.shift()
    playOne(kept, stage, press)
  }
}

function playOne(kept: Kept, { cells }: Stage, press: Press): void {
  const { presses } = kept
  let taken = 0
  kept.isPlaying = true
  try {
    flushSync(() => {
      const copied = pressAgain(press)
      for (const next of presses) if (next.pasted !== undefined) next.pasted = copied ?? next.pasted
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

/** Answers what was copied: it was not there yet when what follows was pasted. */
function pressAgain({ event, pasted }: Press): ReadonlyMap<string, string> | undefined {
  if ('key' in event) {
    // The page leaves a key alone that the grid has kept from the browser.
    const again = isAct(event)
      ? new KeyboardEvent(event.type, event.nativeEvent)
      : event.nativeEvent
    event.target.dispatchEvent(again)
    return undefined
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
  if (pasted !== undefined || copied === undefined) return undefined
  void copyText(copied)
  return held
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
