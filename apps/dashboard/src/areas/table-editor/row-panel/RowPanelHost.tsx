import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { GridHandle } from '@basalt/data-grid/grid-types'
import type { RowView } from '@basalt/pg-model'
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'

import { invalidate } from '../../../lib/network/api.ts'
import { positionOfRow } from '../changes/row-position.ts'
import type { useTable } from '../changes/use-table.ts'
import { getCursor, cursorReader, keyReader } from '../rows/row-key.ts'
import { getExtent, type Row, rowAt } from '../rows/row-window.ts'
import { useInsertDenied } from './insert-rows.ts'
import { RowPanel } from './RowPanel.tsx'
import type { RowParam } from './use-row-param.ts'

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
  view: RowView
  param: RowParam
  /** Gets the keys back. */
  grid: RefObject<GridHandle | null>
}

/** The panel of the row in the address, next to the grid. */
export function RowPanelHost({ projectRef, table, rows, view, param, grid }: Props) {
  const client = useQueryClient()
  const insertDenied = useInsertDenied(table)
  const { shown } = param
  if (shown === null) return null
  const getKey = keyReader(table)
  const isInGrid = () => grid.current?.hasFocus() ?? false

  /** The new row's position in the order of the view; unknown without a key. */
  async function showInserted(row: Row, historyId: string | null | undefined) {
    const isNamed = table.key.length > 0
    const what = `Row inserted into ${table.name}`
    const outcome = isNamed ? '' : '. The table has no key, so the insert cannot be undone'
    rows.undo.say((isNamed && historyId) || null, what + outcome)
    void invalidate(client, databaseTables.rows)
    // Rows in another place would end the edit of a cell that was begun before the answer.
    if (isInGrid()) return rows.store.reread()
    const cursor = cursorReader(table, view.sort)(row)
    await rows.store.open(isNamed ? { at: 'row', row, cursor } : { at: 'start' })
    grid.current?.select({ row: 0, column: 0 })
  }

  function neighbour(by: 1 | -1): readonly string[] | null {
    if (shown === null || shown.mode !== 'edit') return null
    const at = positionOfRow(rows, table, shown.key)
    return at === undefined ? null : getKey(rowAt(rows.store.get().window, at + by) ?? [])
  }

  return (
    <RowPanel
      projectRef={projectRef}
      table={table}
      shown={shown}
      viewer={view.as}
      readOnly={rows.readOnly}
      insertDenied={insertDenied}
      staged={rows.edits.staged}
      neighbours={{ before: neighbour(-1), after: neighbour(1) }}
      onShow={(next) => {
        param.show(next)
        if (next === null && !isInGrid()) grid.current?.focus()
      }}
      onSaved={(row, key, historyId) => {
        rows.undo.say(historyId, `Row of ${table.name} saved`)
        if (row === undefined) return
        const isSaved = (known: Row) => getCursor(getKey(known) ?? []) === getCursor(key)
        rows.store.change((known) => (isSaved(known) ? row : known))
      }}
      onInserted={(row, historyId) => {
        if (row === undefined) void rows.refresh()
        else void showInserted(row, historyId)
      }}
      // Staged rows are above the others, the last one next to them.
      onStaged={() =>
        grid.current?.select({ row: getExtent(rows.store.get().window).first - 1, column: 0 })
      }
    />
  )
}
