import { databaseTables, type TableDetail } from '@basalt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'

import { call, invalidate } from '../../lib/api.ts'
import {
  type CellEdit,
  editOf,
  failureOf,
  isConflict,
  noEdits,
  withEdit,
  withoutEdit,
} from './cell-edits.ts'
import { cursorOf, keyReader } from './row-key.ts'
import { findRow, type RowStore } from './row-store.ts'
import { type Row, rowAt } from './row-window.ts'

type Place = {
  ref: string
  table: TableDetail
  store: RowStore
  /** Told when an edit was not stored: the cell may be out of sight by then. */
  onFailure: (column: string, message: string) => void
}

/** Edits of single cells: each goes to the database at once, and stays until it is stored. */
export function useCellEdits({ ref, table, store, onFailure }: Place) {
  const client = useQueryClient()
  const [edits, setEdits] = useState(noEdits)
  const keyOf = useMemo(() => keyReader(table), [table])

  async function save(edit: Omit<CellEdit, 'state' | 'failure'>) {
    const { key, column, typed, previous } = edit
    setEdits((current) => withEdit(current, { ...edit, state: 'saving' }))
    try {
      const { row } = await call(databaseTables.updateRow, {
        params: { ref, id: table.id },
        body: { key: [...key], values: { [column]: typed }, previous: { [column]: previous } },
      })
      store.change((shown) => (isRow(shown, key, keyOf) ? row : shown))
      setEdits((current) => withoutEdit(current, edit))
      void invalidate(client, databaseTables.rows)
    } catch (error) {
      const conflict = isConflict(error) ? await currentOf(edit) : undefined
      const failure = { ...failureOf(error), conflict }
      setEdits((current) => withEdit(current, { ...edit, state: 'failed', failure }))
      onFailure(column, failure.message)
    }
  }

  /** What the cell holds now, for the user to compare with what was typed. */
  async function currentOf({ key, column }: Pick<CellEdit, 'key' | 'column'>) {
    const accepts = (row: Row) => isRow(row, key, keyOf)
    const before = findRow(store.get().window, accepts)
    if (before !== undefined) await store.reload(before)
    const { window } = store.get()
    const after = findRow(window, accepts)
    if (after === undefined) return { isGone: true as const }
    const place = table.columns.findIndex(({ name }) => name === column)
    return { current: rowAt(window, after)?.[place] ?? null }
  }

  /** The edit of the cell at an index of the grid, if there is one. */
  const at = useCallback(
    (row: number, column: number): CellEdit | undefined => {
      if (edits.size === 0) return undefined
      const shown = rowAt(store.get().window, row)
      const key = shown === undefined ? null : keyOf(shown)
      const name = table.columns[column]?.name
      return key === null || name === undefined ? undefined : editOf(edits, { key, column: name })
    },
    [edits, store, keyOf, table],
  )

  return {
    edits,
    save,
    discard: (edit: CellEdit) => setEdits((current) => withoutEdit(current, edit)),
    at,
  }
}

function isRow(row: Row, key: readonly string[], keyOf: (row: Row) => string[] | null): boolean {
  const found = keyOf(row)
  return found !== null && cursorOf(found) === cursorOf(key)
}
