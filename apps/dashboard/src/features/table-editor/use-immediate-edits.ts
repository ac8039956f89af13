import type { TableDetail } from '@basalt/contract'
import { useEffect, useMemo, useState } from 'react'

import { notify } from '../../ui/toast.ts'
import { type CellEdit, noEdits, withEdit } from './cell-edits.ts'
import type { AnsweredEdit } from './changes/answered-edit.ts'
import type { PutBack } from './changes/put-back.ts'
import { cursorOf, keyReader } from './row-key.ts'
import { findRow, type RowStore } from './row-store.ts'
import { type Row, rowAt } from './row-window.ts'
import type { useStagedRows } from './use-staged-rows.ts'

export type EditPlace = {
  ref: string
  table: TableDetail
  store: RowStore
  /** Told of every change that was stored. */
  onSaved: OnSaved
  /** Told of what is being stored, until it is or cannot be. */
  during: (work: Promise<unknown>) => void
  /** Undos that are under way: what is stored meanwhile is for the rows as these leave them. */
  undoing: { readonly current: Promise<PutBack | undefined> | undefined }
}

/** With when it was asked for, where that was before. */
export type OnSaved = (historyId: string | null, what: string, at?: number) => void

export type NewEdit = Omit<CellEdit, 'state' | 'failure' | 'isStaged'>

/** With the row as it was seen; empty where it is not in the grid any more. */
export type SeenEdit = NewEdit & { seen: Row; after?: Promise<PutBack | undefined> | undefined }

/** Told how to draw an edit as being saved: at once, or only if its answer takes a while. */
export type OnHeld = (show: () => void) => void

/** Edits of single cells that go to the database at once and stay until they are stored. */
export function useImmediateEdits(
  { table, store, onSaved, undoing }: EditPlace,
  staged: ReturnType<typeof useStagedRows>,
) {
  const [edits, setEdits] = useState(noEdits)
  const keyOf = useMemo(() => keyReader(table), [table])
  const { left } = staged
  const [joined, setJoined] = useState<typeof left>()
  if (left !== joined) {
    setJoined(left)
    if (left !== undefined) setEdits(left.withRefused(edits))
  }
  useEffect(() => left?.keepRefused(edits), [left, edits])
  const rowOf = (key: readonly string[]): Row | undefined => {
    const { window } = store.get()
    const index = findRow(window, (row) => isRow(row, key, keyOf))
    return index === undefined ? undefined : rowAt(window, index)
  }

  async function save(asked: NewEdit, onHeld: OnHeld = (show) => show()) {
    const at = performance.now()
    const { seen = rowOf(asked.key) ?? [] } = asked
    const edit = { ...asked, seen }
    onHeld(() => setEdits((current) => withEdit(current, { ...edit, state: 'saving' })))
    const sent = { ...edit, after: undoing.current }
    const answer: AnsweredEdit = await staged.sendCell(sent).catch(({ message }: Error) => ({
      key: edit.key,
      edits: (all) => withEdit(all, { ...edit, state: 'failed', failure: { message } }),
      message,
    }))
    const { key, row, saved, message } = answer
    if (row !== undefined) store.change((one) => (isRow(one, key, keyOf) ? row : one))
    setEdits(answer.edits)
    if (saved !== undefined) onSaved(saved.historyId, saved.words, at)
    // The cell may be out of sight by then.
    if (message !== undefined) notify.error(`${edit.column} was not stored: ${message}`)
  }

  return {
    edits,
    rowOf,
    save,
    change: setEdits,
  }
}

function isRow(row: Row, key: readonly string[], keyOf: (row: Row) => string[] | null): boolean {
  const found = keyOf(row)
  return found !== null && cursorOf(found) === cursorOf(key)
}
