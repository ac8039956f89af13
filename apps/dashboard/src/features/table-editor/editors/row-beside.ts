import type { TableDetail } from '@basalt/contract'

import type { RowBeside } from '../../../lib/cell-editor/cell-tools.ts'
import { own } from '../../../lib/own.ts'
import { notify } from '../../../ui/toast.ts'
import { cursorOf, keyReader } from '../row-key.ts'
import { findRow, type RowStore } from '../row-store.ts'
import { extentOf, type Row } from '../row-window.ts'
import type { useCellEdits } from '../use-cell-edits.ts'

type Place = {
  table: TableDetail
  store: RowStore
  edits: ReturnType<typeof useCellEdits>
}

/**
 * The row of a cell that is being edited.
 *
 * @param key Of a row that is not stored yet, its id.
 * @param shown The row as the grid shows it.
 */
export const besideOf = (place: Place, key: readonly string[], shown: Row): RowBeside => ({
  values: new Map(place.table.columns.map(({ name }, at) => [name, shown[at] ?? null])),
  write: (values) => writeRow(place, key, values),
})

/** Several columns as one change, at the place where the row stands by now. */
function writeRow(
  { table, store, edits }: Place,
  key: readonly string[],
  values: Readonly<Record<string, string>>,
): void {
  const row = placeOf({ table, store, edits }, key)
  if (row === undefined) return notify.error('This row is not shown any more: nothing was stored')
  const cells = table.columns.flatMap(({ name }, column) => {
    const value = own(values, name)
    return value === undefined ? [] : [{ row, column, value }]
  })
  void edits.write(cells, [])
}

function placeOf({ table, store, edits }: Place, key: readonly string[]): number | undefined {
  const { window } = store.get()
  const { inserted } = edits.staged
  const fresh = inserted.findIndex(({ id }) => id === key[0])
  if (fresh >= 0) return extentOf(window).first - inserted.length + fresh
  const keyOf = keyReader(table)
  return findRow(window, (row) => cursorOf(keyOf(row) ?? []) === cursorOf(key))
}
