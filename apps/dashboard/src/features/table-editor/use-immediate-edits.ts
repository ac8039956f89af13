import { ApiError, type RowOperation, type SaveOutcome, type TableDetail } from '@basalt/contract'
import { useMemo, useState } from 'react'

import {
  type CellEdit,
  failureOf,
  noEdits,
  outcomeFailure,
  withEdit,
  withoutEdit,
} from './cell-edits.ts'
import { cursorOf, keyReader } from './row-key.ts'
import { findRow, type RowStore } from './row-store.ts'
import { type Row, rowAt } from './row-window.ts'
import { saveRows } from './save-rows.ts'

export type EditPlace = {
  ref: string
  table: TableDetail
  store: RowStore
  /** Told when an edit was not stored: the cell may be out of sight by then. */
  onFailure: (column: string, message: string) => void
  /** Told of every change that was stored. */
  onSaved: (historyId: string | null, what: string) => void
}

export type NewEdit = Omit<CellEdit, 'state' | 'failure' | 'isStaged'>

/** Edits of single cells that go to the database at once and stay until they are stored. */
export function useImmediateEdits({ ref, table, store, onFailure, onSaved }: EditPlace) {
  const [edits, setEdits] = useState(noEdits)
  const keyOf = useMemo(() => keyReader(table), [table])
  const rowOf = (key: readonly string[]): Row | undefined => {
    const { window } = store.get()
    const index = findRow(window, (row) => isRow(row, key, keyOf))
    return index === undefined ? undefined : rowAt(window, index)
  }

  async function save(edit: NewEdit) {
    const sent = { ...edit, id: edit.id ?? crypto.randomUUID() }
    setEdits((current) => withEdit(current, { ...sent, state: 'saving' }))
    try {
      const outcome = await saveRows(ref, sent.id, [updateOf(table, edit, rowOf(edit.key) ?? [])])
      if (outcome.outcome !== 'saved') return fail(edit, outcome)
      showSaved(edit.key, outcome)
      setEdits((current) => withoutEdit(current, edit))
      onSaved(outcome.history_id, outcome.repeated === true ? 'It was saved before' : 'Saved')
    } catch (error) {
      // The same id again tells whether it was stored, and never stores it twice.
      const failure = { ...failureOf(error), isLost: isLost(error) }
      setEdits((current) => withEdit(current, { ...sent, state: 'failed', failure }))
      onFailure(edit.column, failure.message)
    }
  }

  function fail(edit: NewEdit, outcome: Exclude<SaveOutcome, { outcome: 'saved' }>) {
    const failure = outcomeFailure(outcome, table, edit.column)
    const current = outcome.outcome === 'conflict' ? outcome.conflicts[0]?.current : undefined
    if (current !== undefined) store.change((row) => (isRow(row, edit.key, keyOf) ? current : row))
    const { id: _, ...again } = edit
    setEdits((all) => withEdit(all, { ...again, state: 'failed', failure }))
    onFailure(edit.column, failure.message)
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

/** Whether a failure leaves open what became of what was sent. */
const isLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 0 || error.code >= 500

function updateOf(table: TableDetail, edit: NewEdit, seen: Row): RowOperation {
  const { key, column, typed, previous, isDefault = false } = edit
  const whole = Object.fromEntries(table.columns.map(({ name }, at) => [name, seen[at] ?? null]))
  return {
    op: 'update',
    table: table.id,
    key: [...key],
    values: isDefault ? {} : { [column]: typed },
    ...(isDefault && { defaults: [column] }),
    previous: { ...(table.key[0] === 'ctid' && whole), [column]: previous },
  }
}

function isRow(row: Row, key: readonly string[], keyOf: (row: Row) => string[] | null): boolean {
  const found = keyOf(row)
  return found !== null && cursorOf(found) === cursorOf(key)
}
