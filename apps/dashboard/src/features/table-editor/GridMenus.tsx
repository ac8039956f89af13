import type { Column, TableDetail } from '@basalt/contract'
import { lazy, type RefObject, Suspense, useState } from 'react'

import type { CellPosition, GridHandle } from '../../ui/grid/grid-types.ts'
import type { MenuEntry } from './menu-entries.ts'
import type { useColumnLayout } from './use-column-layout.ts'

const loadColumnMenu = () => import('./ColumnMenu.tsx')
const loadCellMenu = () => import('./CellMenu.tsx')
const ColumnMenu = lazy(async () => ({ default: (await loadColumnMenu()).ColumnMenu }))
const CellMenu = lazy(async () => ({ default: (await loadCellMenu()).CellMenu }))

type Point = { x: number; y: number }
type OpenMenu =
  | { of: 'column'; column: string; point: Point }
  | { of: 'cell'; cell: CellPosition; point: Point }

/** Which menu of the grid is open. */
export function useGridMenus() {
  const [open, setOpen] = useState<OpenMenu | null>(null)
  const prepare = () => {
    void loadColumnMenu()
    void loadCellMenu()
  }
  return {
    open,
    /** Fetches the menus before one is asked for, so that it is there with the key or press. */
    prepare,
    openColumn: (column: string, { left, bottom }: DOMRect) =>
      setOpen({ of: 'column', column, point: { x: left, y: bottom } }),
    openCell: (cell: CellPosition, point: Point) => setOpen({ of: 'cell', cell, point }),
    close: () => setOpen(null),
  }
}

type Props = {
  open: OpenMenu | null
  onClosed: () => void
  table: TableDetail
  arranged: ReturnType<typeof useColumnLayout>
  gridRef: RefObject<GridHandle | null>
  sorted?: ReadonlyMap<string, 'ascending' | 'descending'> | undefined
  onSort?: ((column: string, direction: 'ascending' | 'descending') => void) | undefined
  clearRefused: string | undefined
  columnEntries?: ((column: Column) => readonly MenuEntry[]) | undefined
  cellEntries?: ((cell: CellPosition) => readonly MenuEntry[]) | undefined
}

/** The menu of a column or a cell, while one is open. */
export function GridMenus({ open, gridRef, table, arranged, ...props }: Props) {
  const handleClosed = () => {
    props.onClosed()
    // What the menu opened, a dialog or an editor, may have the focus by now.
    if (document.activeElement === document.body) gridRef.current?.focus()
  }
  if (open === null) return null
  const column =
    open.of === 'column' ? table.columns.find(({ name }) => name === open.column) : undefined
  return (
    <Suspense>
      {open.of === 'cell' && (
        <CellMenu
          gridRef={gridRef}
          clearRefused={props.clearRefused}
          entries={props.cellEntries?.(open.cell) ?? []}
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
          onSort={props.onSort}
          sorted={props.sorted?.get(column.name)}
          entries={props.columnEntries?.(column) ?? []}
          point={open.point}
          onClosed={handleClosed}
        />
      )}
    </Suspense>
  )
}
