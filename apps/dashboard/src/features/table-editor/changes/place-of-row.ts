import type { TableDetail } from '@basalt/contract'

import { cursorOf, keyReader } from '../row-key.ts'
import { findRow, type RowStore } from '../row-store.ts'
import { extentOf } from '../row-window.ts'
import type { useCellEdits } from '../use-cell-edits.ts'

type Rows = { store: RowStore; edits: ReturnType<typeof useCellEdits> }

/** Where a row stands in the grid by now, by its key, or by its id where it is not stored yet. */
export function placeOfRow(
  { store, edits }: Rows,
  table: TableDetail,
  key: readonly string[],
): number | undefined {
  const { window } = store.get()
  const { inserted } = edits.staged
  const fresh = inserted.findIndex(({ id }) => id === key[0])
  if (fresh !== -1) return extentOf(window).first - inserted.length + fresh
  const keyOf = keyReader(table)
  return findRow(window, (row) => cursorOf(keyOf(row) ?? []) === cursorOf(key))
}
