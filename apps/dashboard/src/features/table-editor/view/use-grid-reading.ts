import type { TableDetail } from '@basalt/contract'
import { useMemo } from 'react'

import type { CellPosition, GridSource } from '../../../ui/grid/grid-types.ts'
import type { MenuEntry } from '../menu-entries.ts'
import type { TableReading } from './use-table-view.ts'

type Shown = { table: TableDetail; source: GridSource }

/** What the grid's menus do to the order and the filter, and what its headings say of them. */
export function useGridReading(reading: TableReading, { table, source }: Shown) {
  const { sort } = reading.view
  const sorted = useMemo(
    () =>
      new Map(
        sort?.map(({ column, descending = false }) => [
          column,
          descending ? ('descending' as const) : ('ascending' as const),
        ]),
      ),
    [sort],
  )
  const cellEntries = ({ row, column }: CellPosition): MenuEntry[] => {
    const name = table.columns[column]?.name
    const value = source.getRow(row)?.[column]
    if (name === undefined || value === undefined) return []
    return [
      {
        id: 'filter-by-value',
        label: 'Filter by value',
        disabledReason:
          source.isCut?.(row, column) === true ? 'Only a part of this value is here' : undefined,
        onSelect: () => reading.filterByCell(name, value),
      },
    ]
  }
  return { sorted, onSort: reading.sortBy, cellEntries }
}
