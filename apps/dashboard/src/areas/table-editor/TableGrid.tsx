import type { TableDetail } from '@basalt/contract/database/tables'
import { Grid } from '@basalt/data-grid/Grid'
import type { CellPosition, CellWrite, GridSource } from '@basalt/data-grid/grid-types'
import type { GridHandle, GridProps, NewRow, WriteCause } from '@basalt/data-grid/grid-types'
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { gridControls } from '../../ui/grid-controls.tsx'
import { late } from '../../ui/late.tsx'
import { clearingReason, columnReason } from './changes/cell-edits.ts'
import type { useCellEdits } from './changes/use-cell-edits.ts'
import { gridColumns } from './grid-columns.tsx'
import type { MenuPosition } from './GridMenus.tsx'
import type { RowStore } from './rows/row-store.ts'
import { takeFocus } from './tables/rows-focus.ts'
import { useColumnLayout } from './use-column-layout.ts'
import { useFullSource } from './use-full-source.ts'
import { GridMenus, useGridMenus } from './use-grid-menus.ts'

const loadEditor = () => import('./editors/GridCellEditor.tsx')
const GridCellEditor = late(async () => (await loadEditor()).GridCellEditor)
const CellNotes = late(async () => (await import('./CellNotes.tsx')).CellNotes)

type Props = {
  projectRef: string
  table: TableDetail
  store: RowStore
  source: GridSource
  edits: ReturnType<typeof useCellEdits>
  /** Why no cell can be edited; undefined when they can. */
  readOnly: string | undefined
  selectedRows: ReadonlySet<number>
  onSelectedRowsChange: ((rows: ReadonlySet<number>) => void) | undefined
  onEdge: (edge: 'start' | 'end') => boolean
  onActiveChange: (cell: CellPosition | null) => void
  /** The order of the rows, by name of column. */
  sorted?: ReadonlyMap<string, 'ascending' | 'descending'> | undefined
  onSort?: ((column: string, direction: 'ascending' | 'descending') => void) | undefined
  /** Keys of the owner's own on the active cell. */
  onKey?: GridProps['onKey']
  /** Shows the whole value of a cell that was cut. */
  renderCellPanel?: GridProps['renderCellPanel']
  /** Actions of the menus outside of the grid. */
  menus: MenuPosition
  empty: ReactNode
  gridRef: RefObject<GridHandle | null>
}

/** The rows of a table in the grid, with their editors and notes. */
export function TableGrid(props: Props) {
  const { projectRef, table, store, edits, readOnly, gridRef, ...rest } = props
  const source = useFullSource(props)
  const arranged = useColumnLayout(projectRef, table)
  const columns = useMemo(
    () => gridColumns(table, arranged, rest.sorted),
    [table, arranged, rest.sorted],
  )
  const menus = useGridMenus()
  const editing = useCellEditing(props)
  useEffect(() => {
    takeFocus(gridRef.current)
    // Text that is typed before the editor's code is loaded is buffered, but its other keys are not.
    void whenIdle().then(GridCellEditor.prepare)
  }, [gridRef])

  return (
    <>
      <Grid
        ref={gridRef}
        label={`Rows of ${table.schema}.${table.name}`}
        {...{ columns, source }}
        controls={gridControls}
        shown={arranged.shown}
        onColumnResize={arranged.setWidth}
        onColumnMove={(id, before) => void arranged.move(id, before)}
        onColumnMenu={menus.openColumn}
        onCellMenu={menus.openCell}
        onWrite={readOnly === undefined ? editing.write : undefined}
        onRefused={notify.error}
        renderCellPanel={rest.renderCellPanel}
        selectedRows={rest.selectedRows}
        onSelectedRowsChange={rest.onSelectedRowsChange}
        getMark={editing.getMark}
        onEdge={rest.onEdge}
        onKey={rest.onKey}
        onActiveChange={(cell) => {
          editing.forgetRefusal()
          CellNotes.prepare()
          prepareEditor(props, cell).catch(() => undefined)
          menus.prepare()
          rest.onActiveChange(cell)
        }}
        onEditStart={editing.onEditStart}
        isReadOnly={readOnly !== undefined}
        renderNote={editing.noteAt}
        renderEditor={(edit) => (
          <GridCellEditor edit={edit} {...{ projectRef, table, store, source, edits }} />
        )}
        empty={rest.empty}
      />
      {menus.open !== null && (
        <GridMenus
          {...rest}
          {...{ table, arranged, gridRef, open: menus.open }}
          onClosed={menus.close}
          clearRefused={readOnly}
        />
      )}
    </>
  )
}

/** Editable cells, and the notes of refused or failed edits. */
function useCellEditing({ table, source, edits, readOnly, gridRef }: Props) {
  const [refused, setRefused] = useState<(CellPosition & { reason: string }) | null>(null)
  const { getMark } = edits

  function onEditStart(cell: CellPosition): boolean {
    const edit = edits.at(cell.row, cell.column)
    // An edit that is being saved with others cannot change.
    const isSavingStaged = edit?.state === 'saving' && edit.isStaged === true
    const isSent = isSavingStaged || edit?.failure?.isLost === true
    if (isSent || edits.staged.newAt(cell.row)?.isSent === true) return false
    const shape = table.columns[cell.column]
    const reason = readOnly ?? (shape === undefined ? undefined : columnReason(shape))
    setRefused(reason === undefined ? null : { ...cell, reason })
    return reason === undefined
  }

  /** Writes editable cells; the others are reported, at the cell when it is only one. */
  function write(cells: readonly CellWrite[], how: WriteCause, added: readonly NewRow[]) {
    const getReason = how === 'clear' ? clearingReason : columnReason
    const reasonAt = ({ column }: CellWrite) => {
      const shape = table.columns[column]
      return shape === undefined ? undefined : getReason(shape)
    }
    const writable = cells.filter((cell) => reasonAt(cell) === undefined)
    const reasons = new Set(cells.flatMap((cell) => reasonAt(cell) ?? []))
    const [only] = cells
    const [reason] = reasons
    if (only !== undefined && reason !== undefined && cells.length === 1)
      setRefused({ row: only.row, column: only.column, reason })
    else if (reasons.size > 0) notify.error([...reasons].join('. '))
    if (writable.length + added.length > 0) void edits.write(writable, added)
  }

  const noteAt = (cell: CellPosition): ReactNode => {
    const isRefused = refused?.row === cell.row && refused.column === cell.column
    const reason = isRefused ? refused.reason : undefined
    return <CellNotes {...{ table, source, edits, gridRef, cell, reason }} />
  }
  return { getMark, onEditStart, write, noteAt, forgetRefusal: () => setRefused(null) }
}

/** Preloads the code of the cell's editor. */
async function prepareEditor({ table, store }: Props, cell: CellPosition | null) {
  GridCellEditor.prepare()
  const { preloadEditor } = await loadEditor()
  const column = table.columns[cell?.column ?? -1]
  if (cell !== null && column !== undefined)
    preloadEditor(column, store.isCellCut(cell.row, cell.column))
}
