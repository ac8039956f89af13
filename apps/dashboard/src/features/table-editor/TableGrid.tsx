import type { Column, TableDetail } from '@basalt/contract'
import { lazy, type ReactNode, type RefObject, Suspense, useMemo, useState } from 'react'

import type { CellPosition, GridEdit, GridSource } from '../../ui/grid/grid-types.ts'
import type { GridHandle, GridProps } from '../../ui/grid/grid-types.ts'
import { Grid } from '../../ui/grid/Grid.tsx'
import { notify } from '../../ui/toast.ts'
import { columnReason } from './cell-edits.ts'
import { columnAlign } from './column-width.ts'
import { preloadEditor, RowCellEditor } from './editors/RowCellEditor.tsx'
import { gridColumns } from './grid-columns.tsx'
import { GridMenus, useGridMenus } from './GridMenus.tsx'
import type { MenuEntry } from './menu-entries.ts'
import { keyReader } from './row-key.ts'
import type { RowStore } from './row-store.ts'
import { rowAt } from './row-window.ts'
import type { useCellEdits } from './use-cell-edits.ts'
import { useColumnLayout } from './use-column-layout.ts'
import { useWholeSource } from './use-whole-source.ts'

const loadNotes = () => import('./CellNote.tsx')
const CellNote = lazy(async () => ({ default: (await loadNotes()).CellNote }))
const ReferenceArrow = lazy(async () => ({
  default: (await import('./references/ReferenceArrow.tsx')).ReferenceArrow,
}))
const RefusedNote = lazy(async () => ({ default: (await loadNotes()).RefusedNote }))

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
  /** How the rows are ordered, by name of column. */
  sorted?: ReadonlyMap<string, 'ascending' | 'descending'> | undefined
  onSort?: ((column: string, direction: 'ascending' | 'descending') => void) | undefined
  /** Keys of the owner's own on the active cell. */
  onKey?: GridProps['onKey']
  /** Shows the whole value of a cell that was cut. */
  renderCellPanel?: GridProps['renderCellPanel']
  /** Further entries of the menu of a column. */
  columnEntries?: ((column: Column) => readonly MenuEntry[]) | undefined
  /** Further entries of the menu of a cell. */
  cellEntries?: ((cell: CellPosition) => readonly MenuEntry[]) | undefined
  empty: ReactNode
  gridRef: RefObject<GridHandle | null>
}

/** The rows of a table in the grid, with their editors and what is said about edits. */
export function TableGrid(props: Props) {
  const { projectRef, table, store, edits, readOnly, gridRef, ...rest } = props
  const source = useWholeSource(props)
  const arranged = useColumnLayout(projectRef, table)
  const columns = useMemo(
    () => gridColumns(table, arranged, rest.sorted),
    [table, arranged, rest.sorted],
  )
  const menus = useGridMenus()
  const editing = useCellEditing(props)

  return (
    <>
      <Grid
        ref={gridRef}
        label={`Rows of ${table.schema}.${table.name}`}
        columns={columns}
        source={source}
        shown={arranged.shown}
        onColumnResize={arranged.setWidth}
        onColumnMove={(id, before) => void arranged.move(id, before)}
        onColumnMenu={menus.openColumn}
        onCellMenu={menus.openCell}
        onWrite={
          readOnly === undefined ? (cells, _, added) => void edits.write(cells, added) : undefined
        }
        onRefused={notify.error}
        renderCellPanel={rest.renderCellPanel}
        selectedRows={rest.selectedRows}
        onSelectedRowsChange={rest.onSelectedRowsChange}
        markOf={editing.markOf}
        onEdge={rest.onEdge}
        onKey={rest.onKey}
        onActiveChange={(cell) => {
          editing.forgetRefusal()
          void loadNotes()
          prepareEditor(props, cell)
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
      <GridMenus
        {...rest}
        open={menus.open}
        onClosed={menus.close}
        table={table}
        arranged={arranged}
        gridRef={gridRef}
        clearRefused={readOnly}
      />
    </>
  )
}

/** Which cells take an edit, and what is to be said where one was refused or has failed. */
function useCellEditing({ table, source, edits, readOnly, gridRef }: Props) {
  const [refused, setRefused] = useState<CellPosition | null>(null)
  const { markOf } = edits

  function reasonAt({ column }: CellPosition): string | undefined {
    const shape = table.columns[column]
    return readOnly ?? (shape === undefined ? undefined : columnReason(shape))
  }

  function onEditStart(cell: CellPosition): boolean {
    if (edits.at(cell.row, cell.column)?.state === 'saving') return false
    const isAllowed = reasonAt(cell) === undefined
    setRefused(isAllowed ? null : cell)
    return isAllowed
  }

  const noteAt = (cell: CellPosition): ReactNode => {
    const isRefused = refused?.row === cell.row && refused.column === cell.column
    const reason = isRefused ? reasonAt(cell) : undefined
    return (
      <Suspense>
        <Note cell={cell} edits={edits} reason={reason} gridRef={gridRef} />
        {reason === undefined && <Arrow cell={cell} {...{ table, source, gridRef }} />}
      </Suspense>
    )
  }
  return { markOf, onEditStart, noteAt, forgetRefusal: () => setRefused(null) }
}

/** At a foreign key that points somewhere. */
function Arrow({
  cell,
  table,
  source,
  gridRef,
}: Pick<Props, 'table' | 'source' | 'gridRef'> & { cell: CellPosition }) {
  const column = table.columns[cell.column]
  const value = source.getRow(cell.row)?.[cell.column] ?? null
  if (column === undefined || column.references === null || value === null) return null
  return (
    <ReferenceArrow
      table={column.references.table}
      align={columnAlign(column)}
      onPress={() => gridRef.current?.showPanel()}
    />
  )
}

type NoteProps = Pick<Props, 'edits' | 'gridRef'> & {
  cell: CellPosition
  reason: string | undefined
}

/** What there is to say about a cell: an edit that failed, or why it takes none. */
function Note({ cell, edits, reason, gridRef }: NoteProps) {
  const edit = edits.at(cell.row, cell.column)
  if (edit?.state !== 'failed') return reason === undefined ? null : <RefusedNote reason={reason} />
  return (
    <CellNote
      edit={edit}
      onEditAgain={() => gridRef.current?.edit(cell)}
      onAskAgain={() => void edits.save(edit)}
      onOverwrite={(previous) => void edits.save({ ...edit, previous })}
      onDiscard={() => {
        edits.discard(edit)
        gridRef.current?.focus()
      }}
    />
  )
}

/** What its editor is made of is here before it is asked for. */
function prepareEditor({ table, store }: Props, cell: CellPosition | null) {
  const column = table.columns[cell?.column ?? -1]
  if (cell !== null && column !== undefined)
    preloadEditor(column, store.isCellCut(cell.row, cell.column))
}

type EditorProps = Pick<Props, 'projectRef' | 'table' | 'store' | 'source' | 'edits'> & {
  edit: GridEdit
}

function GridCellEditor({ projectRef, edit, table, store, source, edits }: EditorProps) {
  const column = table.columns[edit.column]
  const fresh = edits.staged.newAt(edit.row)
  const stored = fresh?.row ?? rowAt(store.get().window, edit.row)
  if (column === undefined || stored === undefined) return null
  const { name } = column
  const pending = edits.at(edit.row, edit.column)
  const key = fresh === undefined ? keyReader(table)(stored) : null
  const previous = pending?.previous ?? stored[edit.column] ?? null
  return (
    <RowCellEditor
      projectRef={projectRef}
      table={table}
      column={column}
      edit={edit}
      value={source.getRow(edit.row)?.[edit.column] ?? null}
      isCut={pending === undefined && store.isCellCut(edit.row, edit.column)}
      rowKey={key}
      onSave={(typed, whole) => {
        if (fresh !== undefined) void edits.staged.stageNewValue(fresh.id, name, typed)
        if (key === null) return
        const isCut = pending === undefined && store.isCellCut(edit.row, edit.column)
        void edits.save({ key, column: name, typed, previous: isCut ? whole : previous })
      }}
      onDefault={() => {
        if (fresh !== undefined) void edits.staged.stageNewValue(fresh.id, name, undefined)
        if (key === null) return
        void edits.save({ key, column: name, typed: null, isDefault: true, previous })
      }}
    />
  )
}
