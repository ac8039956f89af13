import type { TableDetail } from '@basalt/contract/database/tables'
import type { CellPosition } from '@basalt/data-grid/grid-types'

import type { useTable } from './changes/use-table.ts'
import { FullCell } from './editors/FullCell.tsx'
import { PeekPanel } from './references/PeekPanel.tsx'
import { keyReader } from './rows/row-key.ts'
import { rowAt } from './rows/row-window.ts'

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
  cell: CellPosition
}

/** The row that a cell references, or its full value when it is truncated. */
export function CellValue({ projectRef, table, rows, cell }: Props) {
  const column = table.columns[cell.column]
  if (column === undefined) return null
  if (column.references !== null) return <PeekPanel {...{ projectRef, table, rows, cell }} />
  const row = rowAt(rows.store.get().window, cell.row)
  const key = row === undefined ? null : keyReader(table)(row)
  if (key === null) return null
  return <FullCell key={key.join()} {...{ projectRef, table, column }} rowKey={key} />
}
