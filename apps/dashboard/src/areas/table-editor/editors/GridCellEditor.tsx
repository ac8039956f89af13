import type { TableDetail } from '@basalt/contract/database/tables'
import type { GridEdit, GridSource } from '@basalt/data-grid/grid-types'
import { useState } from 'react'

import { RowCellEditor } from '../../../product/cell-editor/RowCellEditor.tsx'
import { isRefused } from '../changes/refused-edit.ts'
import type { useCellEdits } from '../changes/use-cell-edits.ts'
import { keyReader } from '../rows/row-key.ts'
import type { RowStore } from '../rows/row-store.ts'
import { rowAt } from '../rows/row-window.ts'
import { getNeighbour } from './adjacent-row.ts'
import { saveCell, writeNew } from './cell-saving.ts'

export { preloadEditor } from '../../../product/cell-editor/RowCellEditor.tsx'

type Props = {
  projectRef: string
  table: TableDetail
  store: RowStore
  source: GridSource
  edits: ReturnType<typeof useCellEdits>
  edit: GridEdit
}

/** The editor of a cell in the grid, and the handling of its value. */
export function GridCellEditor({ projectRef, edit, table, store, source, edits }: Props) {
  const column = table.columns[edit.column]
  const { fresh, held, pending, behind, isCut, shown } = useBeginning(
    { store, source, edits },
    edit,
  )
  const stored = fresh?.row ?? held
  if (column === undefined || stored === undefined) return null
  const { name } = column
  const scope = { table, store, edits }
  const key = fresh === undefined ? keyReader(table)(stored) : null
  const isRead = isCut && pending === undefined
  const seenAs = (full: string | null) =>
    isRead ? full : (pending?.previous ?? stored[edit.column] ?? null)
  return (
    <RowCellEditor
      projectRef={projectRef}
      table={table}
      column={column}
      edit={edit}
      value={shown[edit.column] ?? null}
      isUnsaved={isRefused(pending)}
      isCut={isRead}
      rowKey={key}
      adjacent={getNeighbour(scope, key ?? [fresh?.id ?? ''], shown)}
      onSave={(typed, full) => {
        if (fresh !== undefined) void writeNew(edits, { id: fresh.id, name, typed })
        if (key === null) return undefined
        return saveCell(scope, edit, { key, column: name, typed, previous: seenAs(full), behind })
      }}
      onDefault={() => {
        if (fresh !== undefined) void writeNew(edits, { id: fresh.id, name })
        if (key === null) return
        const previous = seenAs(stored[edit.column] ?? null)
        void edits.save({ key, column: name, typed: null, isDefault: true, previous, behind })
      }}
    />
  )
}

/** Rows inserted or deleted above it change its position: it stays with its own row. */
function useBeginning(
  { store, source, edits }: Pick<Props, 'store' | 'source' | 'edits'>,
  edit: GridEdit,
) {
  const [beginning] = useState(() => ({
    fresh: edits.staged.newAt(edit.row),
    held: rowAt(store.get().window, edit.row),
    pending: edits.at(edit.row, edit.column),
    behind: edits.behind(edit.row, edit.column),
    isCut: store.isCellCut(edit.row, edit.column),
    shown: source.getRow(edit.row) ?? [],
  }))
  return beginning
}
