import type { Column, TableDetail } from '@basalt/contract'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useMemo,
  useState,
} from 'react'

import { storage } from '../../lib/storage.ts'
import { useSetting } from '../../lib/use-setting.ts'
// Not lazy: what is typed while an editor is still loading would be lost.
import { CellEditor } from '../../ui/grid/CellEditor.tsx'
import type { CellPosition, GridEdit, GridSource } from '../../ui/grid/grid-types.ts'
import type { GridHandle } from '../../ui/grid/grid-types.ts'
import { Grid } from '../../ui/grid/Grid.tsx'
import { columnReason } from './cell-edits.ts'
import { gridColumns } from './grid-columns.tsx'
import { keyReader } from './row-key.ts'
import type { RowStore } from './row-store.ts'
import { rowAt } from './row-window.ts'
import type { useCellEdits } from './use-cell-edits.ts'

const loadNotes = () => import('./CellNote.tsx')
const CellNote = lazy(async () => ({ default: (await loadNotes()).CellNote }))
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
  empty: ReactNode
  gridRef: RefObject<GridHandle | null>
}

/** The rows of a table in the grid, with their editors and what is said about edits. */
export function TableGrid(props: Props) {
  const { projectRef, table, store, source, edits, readOnly, gridRef, ...rest } = props
  const [widths, setWidths] = useSetting(storage.columnWidths(projectRef, table.id))
  const columns = useMemo(() => gridColumns(table, widths), [table, widths])
  const [refused, setRefused] = useState<CellPosition | null>(null)
  const { at } = edits
  const markOf = useCallback(
    (row: number, column: number) => {
      const edit = at(row, column)
      if (edit === undefined) return undefined
      return edit.state === 'saving' ? 'saving' : 'error'
    },
    [at],
  )

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
      </Suspense>
    )
  }

  return (
    <Grid
      ref={gridRef}
      label={`Rows of ${table.schema}.${table.name}`}
      columns={columns}
      source={source}
      onColumnResize={(id, width) => setWidths({ ...widths, [id]: width })}
      selectedRows={rest.selectedRows}
      onSelectedRowsChange={rest.onSelectedRowsChange}
      markOf={markOf}
      onEdge={rest.onEdge}
      onActiveChange={(cell) => {
        setRefused(null)
        void loadNotes()
        rest.onActiveChange(cell)
      }}
      onEditStart={onEditStart}
      isReadOnly={readOnly !== undefined}
      renderNote={noteAt}
      renderEditor={(edit) => (
        <RowCellEditor edit={edit} table={table} store={store} source={source} edits={edits} />
      )}
      empty={rest.empty}
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
      onOverwrite={(previous) => void edits.save({ ...edit, previous })}
      onDiscard={() => {
        edits.discard(edit)
        gridRef.current?.focus()
      }}
    />
  )
}

type EditorProps = Pick<Props, 'table' | 'store' | 'source' | 'edits'> & { edit: GridEdit }

function RowCellEditor({ edit, table, store, source, edits }: EditorProps) {
  const column = table.columns[edit.column]
  const stored = rowAt(store.get().window, edit.row)
  if (column === undefined || stored === undefined) return null
  const pending = edits.at(edit.row, edit.column)
  return (
    <CellEditor
      edit={edit}
      label={`${column.name}, ${column.data_type}`}
      value={source.getRow(edit.row)?.[edit.column] ?? null}
      options={optionsOf(column)}
      isNullable={column.is_nullable}
      help={`${column.data_type}${column.is_nullable ? '' : ' · not null'}`}
      onSave={(typed) => {
        const key = keyReader(table)(stored)
        if (key === null) return
        const previous = pending?.previous ?? stored[edit.column] ?? null
        void edits.save({ key, column: column.name, typed, previous })
      }}
    />
  )
}

function optionsOf(column: Column): readonly string[] | undefined {
  if (column.kind === 'boolean') return ['true', 'false']
  return column.kind === 'enum' ? column.enum_values : undefined
}
