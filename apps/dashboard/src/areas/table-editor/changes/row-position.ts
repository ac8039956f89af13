import type { TableDetail } from '@basalt/contract/database/tables'

import { getCursor, keyReader } from '../rows/row-key.ts'
import { findRow, type RowStore } from '../rows/row-store.ts'
import { getExtent } from '../rows/row-window.ts'
import type { useCellEdits } from './use-cell-edits.ts'

type Rows = { store: RowStore; edits: ReturnType<typeof useCellEdits> }

/** The current index of a row in the grid, by its key, or by its id when it is new. */
export function positionOfRow(
  { store, edits }: Rows,
  table: TableDetail,
  key: readonly string[],
): number | undefined {
  const { window } = store.get()
  const { inserted } = edits.staged
  const fresh = inserted.findIndex(({ id }) => id === key[0])
  if (fresh !== -1) return getExtent(window).first - inserted.length + fresh
  const getKey = keyReader(table)
  return findRow(window, (row) => getCursor(getKey(row) ?? []) === getCursor(key))
}
