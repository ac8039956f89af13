import type { GridEdit } from '@basalt/data-grid/grid-types'
import { useQuery } from '@tanstack/react-query'

import type { AdjacentRow } from '../../../../product/cell-editor/cell-tools.ts'
import { RowCellEditor } from '../../../../product/cell-editor/RowCellEditor.tsx'
import { RefusedNote } from '../../../../product/row-changes/RefusedNote.tsx'
import { inWords } from '../../../../product/rows/value-kinds.ts'
import { tableQuery } from './table-query.ts'
import type { TracedField } from './traced-cells.ts'

type Props = {
  projectRef: string
  field: TracedField
  edit: GridEdit
  value: string | null
  /** Undefined is the column's default. */
  onStage: (value: string | null | undefined) => void
  /** The other columns of the table that the result shows. */
  adjacent: AdjacentRow
}

/** The editor of a cell of a result: that of the table's own column. */
export function ResultCellEditor({ projectRef, field, edit, value, onStage, adjacent }: Props) {
  const { data: table, error } = useQuery(tableQuery(projectRef, field.table.id))
  const column = table?.columns.find(({ name }) => name === field.column)
  if (error !== null) return <RefusedNote reason={error.message} />
  // The grid buffers text typed in the meantime.
  if (table === undefined) return null
  if (column === undefined)
    return <RefusedNote reason={`${field.table.name} no longer has the column ${field.column}`} />
  return (
    <RowCellEditor
      projectRef={projectRef}
      table={table}
      column={column}
      edit={edit}
      value={column.kind === 'boolean' ? inWords(value) : value}
      isCut={false}
      rowKey={null}
      onSave={onStage}
      onDefault={() => onStage(undefined)}
      adjacent={adjacent}
    />
  )
}
