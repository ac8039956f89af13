import { unansweredText } from '../../../product/row-changes/sent-changes.ts'
import { getCursor } from '../rows/row-key.ts'
import type { Row } from '../rows/row-window.ts'
import type { AnsweredEdit } from './answered-edit.ts'
import type { CellName, PendingSave } from './cell-edits.ts'
import type { PutBack } from './restore-values.ts'

/**
 * The row after a save, for a later edit of the same cell: it replaces the saved value, not the
 * former one. Undefined when the save was refused.
 *
 * @throws when there was no response: nothing can be sent after a save whose status is unknown.
 */
export function savedRow(
  sending: Promise<AnsweredEdit>,
  cell: CellName,
  getKey: (row: Row) => string[] | null,
): PendingSave {
  const pending = sending.then(({ key, row, saved, message }) => {
    if (saved === undefined && message === undefined) throw new Error(unansweredText)
    if (saved === undefined || row === undefined) return undefined
    const keys = [cell.key, key, getKey(row) ?? key]
    return {
      rows: new Map(keys.map((one) => [getCursor(one), row])),
      written: new Set([cell.column]),
    }
  })
  // Most saves are followed by no edit of their cell.
  pending.catch(() => undefined)
  return pending
}

/** Waits for saves of the cells, and then for an undo, which is newer. */
export function waitForBoth(
  saves: PendingSave | undefined,
  undo: Promise<PutBack | undefined> | undefined,
): PendingSave | undefined {
  // A failed undo has changed nothing.
  const undone = undo?.catch(() => undefined)
  if (saves === undefined || undone === undefined) return saves ?? undone
  return Promise.all([saves, undone]).then(merged)
}

/** Waits for several saves, for a write that reaches the cells of all of them. */
export function waitForAll(saves: readonly PendingSave[]): PendingSave | undefined {
  return saves.length === 0 ? undefined : Promise.all(saves).then(merged)
}

const merged = (all: readonly (PutBack | undefined)[]): PutBack => ({
  rows: new Map(all.flatMap((one) => [...(one?.rows ?? [])])),
  written: new Set(all.flatMap((one) => [...(one?.written ?? [])])),
})
