import type { TableDetail } from '@basalt/contract'
import { useState } from 'react'

import { RowCellEditor } from '../../../lib/cell-editor/RowCellEditor.tsx'
import type { GridEdit, GridSource } from '../../../ui/grid/grid-types.ts'
import { isRefused } from '../changes/refused-edit.ts'
import { keyReader } from '../row-key.ts'
import type { RowStore } from '../row-store.ts'
import { rowAt } from '../row-window.ts'
import type { useCellEdits } from '../use-cell-edits.ts'
import { saveCell, useKeeping, writeNew } from './cell-saving.ts'
import { besideOf } from './row-beside.ts'

export { preloadEditor } from '../../../lib/cell-editor/RowCellEditor.tsx'

type Props = {
  projectRef: string
  table: TableDetail
  store: RowStore
  source: GridSource
  edits: ReturnType<typeof useCellEdits>
  edit: GridEdit
}

/** The editor of a cell in the grid, and what becomes of its value. */
export function GridCellEditor({ projectRef, edit, table, store, source, edits }: Props) {
  const column = table.columns[edit.column]
  const keeping = useKeeping(edits.staged.left)
  const { left, fresh, held, pending, isCut, shown } = useBeginning({ store, source, edits }, edit)
  const stored = fresh?.row ?? held
  if (column === undefined || stored === undefined) return null
  const { name } = column
  const place = { table, store, edits }
  const key = fresh === undefined ? keyReader(table)(stored) : null
  const behind = pending?.underWay
  const isRead = isCut && pending === undefined
  const seenAs = (whole: string | null) =>
    isRead ? whole : (pending?.previous ?? stored[edit.column] ?? null)
  const row = key === null ? { key: [fresh?.id ?? ''] } : { key, keyedBy: table.key }
  const cell = { ...row, column: name }
  function keep(typed: string | undefined, whole: string | null) {
    const previous = left?.previous ?? seenAs(whole)
    if (typed === undefined) keeping.end(cell)
    else keeping.type({ ...cell, typed, previous, state: 'typed', seen: left?.seen ?? stored })
  }
  return (
    <RowCellEditor
      projectRef={projectRef}
      table={table}
      column={column}
      edit={{
        ...edit,
        typed: edit.typed ?? left?.typed ?? undefined,
        close: (end, isChanged) => {
          keeping.end(cell)
          edit.close(end, isChanged)
        },
      }}
      value={shown[edit.column] ?? null}
      isUnsaved={isRefused(pending)}
      isCut={isRead}
      rowKey={key}
      beside={besideOf(place, row.key, shown)}
      onType={keeping.isReady ? keep : undefined}
      onSave={(typed, whole) => {
        if (fresh !== undefined) void writeNew(edits, { id: fresh.id, name, typed })
        if (key === null) return undefined
        const previous = left === undefined ? seenAs(whole) : left.previous
        const sent = { key, column: name, typed, previous, seen: left?.seen, behind }
        const saving = saveCell(place, edit, sent)
        keeping.sent(cell)
        return saving
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

/** Rows that come or go above it move it to the place of another row: it stays with its own. */
function useBeginning(
  { store, source, edits }: Pick<Props, 'store' | 'source' | 'edits'>,
  edit: GridEdit,
) {
  const [beginning] = useState(() => ({
    // What was typed before is what this edit began with, whatever becomes of it.
    left: edits.typedAt(edit.row, edit.column),
    fresh: edits.staged.newAt(edit.row),
    held: rowAt(store.get().window, edit.row),
    pending: edits.at(edit.row, edit.column),
    isCut: store.isCellCut(edit.row, edit.column),
    shown: source.getRow(edit.row) ?? [],
  }))
  return beginning
}
