import type { TableDetail } from '@basalt/contract/database/tables'
import type { CellPosition, GridSource } from '@basalt/data-grid/grid-types'

import type { MenuEntry } from '../menus/menu-entries.ts'
import type { TableReading } from './use-table-view.ts'

type Shown = { table: TableDetail; source: GridSource; reading: TableReading }

/** The filter entry of a cell's menu. */
export function filterEntry(
  { table, source, reading }: Shown,
  { row, column }: CellPosition,
): MenuEntry[] {
  const name = table.columns[column]?.name
  const value = source.getRow(row)?.[column]
  if (name === undefined || value === undefined) return []
  return [
    {
      id: 'filter-by-value',
      label: 'Filter by value',
      disabledReason:
        source.isCut?.(row, column) === true ? 'Only part of this value is loaded' : undefined,
      onSelect: () => reading.filterByCell(name, value),
    },
  ]
}
