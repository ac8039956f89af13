import type { SaveOutcome, TableDetail } from '@basalt/contract'
import { useEffect, useMemo, useState } from 'react'

import { notify } from '../../ui/toast.ts'
import { type CellEdit, noEdits, withEdit, withoutEdit } from './cell-edits.ts'
import type { Failed } from './changes/send-cell.ts'
import { cursorOf, keyReader } from './row-key.ts'
import { findRow, type RowStore } from './row-store.ts'
import { type Row, rowAt } from './row-window.ts'
import type { useStagedRows } from './use-staged-rows.ts'

export type EditPlace = {
  ref: string
  table: TableDetail
  store: RowStore
  /** Told of every change that was stored. */
  onSaved: (historyId: string | null, what: string) => void
  /** Told of what is being stored, until it is or cannot be. */
  during: (work: Promise<unknown>) => void
}

export type NewEdit = Omit<CellEdit, 'state' | 'failure' | 'isStaged'>

/** Told how to draw an edit as being saved: at once, or only if its answer takes a while. */
export type OnHeld = (show: () => void) => void

/** Edits of single cells that go to the database at once and stay until they are stored. */
export function useImmediateEdits(
  { table, store, onSaved }: EditPlace,
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
    const { seen = rowOf(asked.key) ?? [] } = asked
    const edit = { ...asked, seen }
    onHeld(() => setEdits((current) => withEdit(current, { ...edit, state: 'saving' })))
    const answer = await staged
      .sendCell(edit)
      .catch(({ message }: Error) => ({ outcome: 'failed' as const, failure: { message } }))
    if (answer.outcome === 'failed') return fail(edit, answer)
    setEdits((current) => withoutEdit(current, edit))
    // It waits with others now, and is asked about there.
    if (answer.outcome === 'kept') return
    showSaved(edit.key, answer)
    onSaved(answer.history_id, answer.words)
  }

  function fail(edit: NewEdit, { failure, current }: Failed) {
    let { key, seen } = edit
    if (current !== undefined) {
      store.change((row) => (isRow(row, edit.key, keyOf) ? current : row))
      // What goes by its place has another key since it was changed.
      key = keyOf(current) ?? key
      seen = current
    }
    const failed = { ...edit, key, seen, state: 'failed' as const, failure }
    setEdits((all) => withEdit(withoutEdit(all, edit), failed))
    // The cell may be out of sight by then.
    notify.error(`${edit.column} was not stored: ${failure.message}`)
  }

  /** The row as it was stored; it may have another key now. */
  function showSaved(key: readonly string[], outcome: Extract<SaveOutcome, { outcome: 'saved' }>) {
    const [result] = outcome.results ?? []
    if (result === undefined || !('row' in result)) return
    store.change((row) => (isRow(row, key, keyOf) ? result.row : row))
  }

  return {
    edits,
    rowOf,
    save,
    discard: (edit: CellEdit) => setEdits((current) => withoutEdit(current, edit)),
  }
}

function isRow(row: Row, key: readonly string[], keyOf: (row: Row) => string[] | null): boolean {
  const found = keyOf(row)
  return found !== null && cursorOf(found) === cursorOf(key)
}
