import type { TableDetail } from '@basalt/contract/database/tables'
import type { CellPosition, GridHandle } from '@basalt/data-grid/grid-types'
import { type ReactNode, type RefObject, useState } from 'react'

import { late } from '../../ui/late.tsx'
import type { useTable } from './changes/use-table.ts'
import { NoRows } from './empty-states.tsx'
import { onRowKey } from './row-panel/row-keys.ts'
import type { RowParam } from './row-panel/use-row-param.ts'
import type { ColumnDesign } from './table-menu/use-column-entries.ts'
import { TablePanel } from './table-panel/late-table-panel.ts'
import { TableGrid } from './TableGrid.tsx'
import { useSorted } from './view/use-sorted.ts'
import type { TableReading } from './view/use-table-view.ts'

const CellValue = late(async () => (await import('./CellValue.tsx')).CellValue)

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
  reading: TableReading
  /** The row that the panel shows. */
  param: RowParam
  gridRef: RefObject<GridHandle | null>
  onActiveColumn: (name: string | undefined) => void
}

/** The grid of a table with everything that its cells, rows and headings do. */
export function TableRows({ projectRef, table, rows, reading, param, ...rest }: Props) {
  const { chosen } = rows
  const [design, setDesign] = useState<ColumnDesign>()
  const sorted = useSorted(reading.view)
  const closeDesign = () => setDesign(undefined)

  return (
    <>
      <TableGrid
        gridRef={rest.gridRef}
        projectRef={projectRef}
        table={table}
        store={rows.store}
        source={rows.source}
        edits={rows.edits}
        readOnly={rows.readOnly}
        selectedRows={chosen.indexes}
        onSelectedRowsChange={table.key.length > 0 ? chosen.choose : undefined}
        onEdge={rows.jump}
        sorted={sorted}
        onSort={reading.sortBy}
        menus={{ rows, reading, param, onDesign: setDesign }}
        onKey={(event, cell) => onRowKey({ table, rows, param }, event, cell)}
        renderCellPanel={(cell) => getPanel({ projectRef, table, rows, cell })}
        onActiveChange={(cell) => rest.onActiveColumn(table.columns[cell?.column ?? -1]?.name)}
        empty={<NoRows table={table} view={reading.view} onClear={() => reading.change({})} />}
      />
      {design !== undefined && (
        <TablePanel
          projectRef={projectRef}
          tableId={table.id}
          schema={table.schema}
          {...design}
          onClose={closeDesign}
          onSaved={closeDesign}
        />
      )}
    </>
  )
}

type ShownCell = Pick<Props, 'projectRef' | 'table' | 'rows'> & { cell: CellPosition }

/** The panel of a cell: the row it references, or its full value. */
function getPanel(scope: ShownCell): ReactNode {
  const { table, rows, cell } = scope
  const column = table.columns[cell.column]
  if (column === undefined || (rows.source.getRow(cell.row)?.[cell.column] ?? null) === null)
    return null
  const isCut = table.key.length > 0 && rows.store.isCellCut(cell.row, cell.column)
  return column.references !== null || isCut ? <CellValue {...scope} /> : null
}
