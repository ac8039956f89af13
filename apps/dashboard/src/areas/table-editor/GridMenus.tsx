import type { TableDetail } from '@basalt/contract/database/tables'
import type { GridHandle } from '@basalt/data-grid/grid-types'
import type { RefObject } from 'react'

import { CellMenu } from './CellMenu.tsx'
import { clearingReason } from './changes/cell-edits.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import type { RowPosition } from './row-panel/row-keys.ts'
import { useRowEntries } from './row-panel/use-row-entries.ts'
import { type ColumnDesign, useColumnEntries } from './table-menu/use-column-entries.ts'
import type { useColumnLayout } from './use-column-layout.ts'
import type { OpenMenu } from './use-grid-menus.ts'
import { filterEntry } from './view/filter-entry.ts'
import type { TableReading } from './view/use-table-view.ts'

/** The context of menu entries outside of the grid. */
export type MenuPosition = Omit<RowPosition, 'table'> & {
  reading: TableReading
  onDesign: (requested: ColumnDesign) => void
}

type Props = {
  open: OpenMenu
  onClosed: () => void
  table: TableDetail
  arranged: ReturnType<typeof useColumnLayout>
  gridRef: RefObject<GridHandle | null>
  sorted?: ReadonlyMap<string, 'ascending' | 'descending'> | undefined
  onSort?: ((column: string, direction: 'ascending' | 'descending') => void) | undefined
  clearRefused: string | undefined
  menus: MenuPosition
}

/** The menu of a column or a cell. */
export function GridMenus({ open, gridRef, table, arranged, ...props }: Props) {
  const { rows, reading, onDesign } = props.menus
  const { source } = rows
  const rowEntries = useRowEntries({ table, ...props.menus })
  const columnEntries = useColumnEntries(table, onDesign)
  const handleClosed = (isFocusFree: boolean) => {
    props.onClosed()
    if (isFocusFree) gridRef.current?.focus()
  }
  const column =
    open.of === 'column' ? table.columns.find(({ name }) => name === open.column) : undefined
  const pointed = open.of === 'cell' ? table.columns[open.cell.column] : undefined
  return (
    <>
      {open.of === 'cell' && (
        <CellMenu
          gridRef={gridRef}
          clearRefused={props.clearRefused ?? (pointed && clearingReason(pointed))}
          entries={[
            ...rowEntries(open.cell),
            ...filterEntry({ table, source, reading }, open.cell),
          ]}
          point={open.point}
          onClosed={handleClosed}
        />
      )}
      {column !== undefined && (
        <ColumnMenu
          column={column}
          names={arranged.names}
          layout={arranged.layout}
          onLayoutChange={arranged.setLayout}
          onFit={() => gridRef.current?.fit(column.name)}
          onSort={props.onSort}
          sorted={props.sorted?.get(column.name)}
          entries={columnEntries(column)}
          point={open.point}
          onClosed={handleClosed}
        />
      )}
    </>
  )
}
