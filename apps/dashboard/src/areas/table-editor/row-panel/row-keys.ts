import type { TableDetail } from '@basalt/contract/database/tables'
import type { CellPosition } from '@basalt/data-grid/grid-types'
import type { KeyboardEvent } from 'react'

import type { useTable } from '../changes/use-table.ts'
import { keyReader } from '../rows/row-key.ts'
import { rowAt } from '../rows/row-window.ts'
import type { RowParam } from './use-row-param.ts'

export type RowPosition = { table: TableDetail; rows: ReturnType<typeof useTable>; param: RowParam }

/** The key of a cell's row; null where it has none. */
export function keyAt({ table, rows }: RowPosition, { row }: CellPosition): string[] | null {
  const found = rowAt(rows.store.get().window, row)
  return found === undefined ? null : keyReader(table)(found)
}

/** Row keys of a cell: Mod+Enter opens the row in the panel. */
export function onRowKey(
  scope: RowPosition,
  event: KeyboardEvent,
  cell: CellPosition | null,
): boolean | 'page' {
  const { chosen } = scope.rows
  // Delete asks about the selected rows; no cell is cleared.
  if (chosen.count > 0 && /^(?:Delete|Backspace)$/u.test(event.key)) {
    chosen.askToDelete()
    return 'page'
  }
  if (cell === null || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey)
    return false
  const key = keyAt(scope, cell)
  if (key !== null) scope.param.show({ mode: 'edit', key })
  return key !== null
}
