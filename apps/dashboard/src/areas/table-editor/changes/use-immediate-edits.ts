import type { TableDetail } from '@basalt/contract/database/tables'
import { useMemo, useState } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { getCursor, keyReader } from '../rows/row-key.ts'
import { findRow, type RowStore } from '../rows/row-store.ts'
import { type Row, rowAt } from '../rows/row-window.ts'
import type { AnsweredEdit } from './answered-edit.ts'
import {
  type CellEdit,
  type CellEdits,
  type CellName,
  getEdit,
  noEdits,
  type PendingSave,
  withEdit,
  withoutEdit,
} from './cell-edits.ts'
import { savedRow, waitForBoth } from './edit-order.ts'
import type { PutBack } from './restore-values.ts'
import type { useStagedRows } from './use-staged-rows.ts'

export type EditPosition = {
  ref: string
  table: TableDetail
  store: RowStore
  /** Called after every saved change. */
  onSaved: OnSaved
  /** Called with every pending save. */
  during: (work: Promise<unknown>) => void
  /** Pending undos: later saves apply to the rows after them. */
  undoing: { readonly current: Promise<PutBack | undefined> | undefined }
}

/** With the time of the request, when that was earlier. */
export type OnSaved = (historyId: string | null, what: string, at?: number) => void

export type NewEdit = Omit<CellEdit, 'state' | 'failure' | 'isStaged' | 'pending'> & {
  /** The pending save of the same cell when this edit started. */
  behind?: PendingSave | undefined
}

/** With the row as it was seen; empty where it is not in the grid any more. */
export type SeenEdit = NewEdit & { seen: Row; after?: Promise<PutBack | undefined> | undefined }

/**
 * Called with a function that shows an edit as being saved: at once, or only when its answer is
 * slow.
 */
export type OnHeld = (show: () => void) => void

/** Edits of single cells that are sent at once and displayed until they are saved. */
export function useImmediateEdits(
  { table, store, onSaved, undoing }: EditPosition,
  staged: ReturnType<typeof useStagedRows>,
) {
  const [edits, setEdits] = useState(noEdits)
  const getKey = useMemo(() => keyReader(table), [table])
  const getRowFor = (key: readonly string[]): Row | undefined => {
    const { window } = store.get()
    const index = findRow(window, (row) => isRow(row, key, getKey))
    return index === undefined ? undefined : rowAt(window, index)
  }

  async function save(requested: NewEdit, onHeld: OnHeld = (show) => show()) {
    const at = performance.now()
    const { seen = getRowFor(requested.key) ?? [], behind, ...rest } = requested
    const edit = { ...rest, seen }
    const sent = { ...edit, after: waitForBoth(behind, undoing.current) }
    const sending = staged.sendCell(sent).catch(({ message }: Error): AnsweredEdit => ({
      key: edit.key,
      edits: (all) =>
        withEdit(all, { ...edit, state: 'failed', failure: { message }, requestedAt: at }),
      message,
    }))
    const drawn = { ...edit, requestedAt: at, pending: savedRow(sending, edit, getKey) }
    onHeld(() => setEdits((current) => withEdit(current, { ...drawn, state: 'saving' })))
    const answer = await sending
    const { key, row, saved, message } = answer
    if (row !== undefined) store.change((one) => (isRow(one, key, getKey) ? row : one))
    const nextKey = (row && getKey(row)) ?? key
    setEdits((current) => withAnswer(current, answer, { ...edit, requestedAt: at, nextKey }))
    if (saved !== undefined) onSaved(saved.historyId, saved.words, at)
    // The cell may be out of sight by then.
    if (message !== undefined) notify.error(`${edit.column} was not saved: ${message}`)
  }

  return {
    edits,
    getRowFor,
    save,
    change: setEdits,
  }
}

type Sent = CellName & { requestedAt: number; nextKey: readonly string[] }

/** A later edit of the cell that is now being saved is kept. */
function withAnswer(edits: CellEdits, answer: AnsweredEdit, sent: Sent): CellEdits {
  const shown = getEdit(edits, sent)
  const isLater = shown?.state === 'saving' && shown.requestedAt !== sent.requestedAt
  if (!isLater) return answer.edits(edits)
  return withEdit(answer.edits(withoutEdit(edits, sent)), { ...shown, key: sent.nextKey })
}

function isRow(row: Row, key: readonly string[], getKey: (row: Row) => string[] | null): boolean {
  const found = getKey(row)
  return found !== null && getCursor(found) === getCursor(key)
}
