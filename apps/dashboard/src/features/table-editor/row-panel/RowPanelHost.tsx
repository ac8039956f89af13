import { rowRights, type RowViewer, type TableDetail } from '@basalt/contract'
import { lazy, Suspense } from 'react'

import { useDenied } from '../../../lib/access.tsx'
import { cursorOf, keyReader } from '../row-key.ts'
import { findRow } from '../row-store.ts'
import { type Row, rowAt } from '../row-window.ts'
import type { useTable } from '../use-table.ts'
import type { RowParam } from './use-row-param.ts'

const loadPanel = () => import('./RowPanel.tsx')
const RowPanel = lazy(async () => ({ default: (await loadPanel()).RowPanel }))

/** Fetches the panel before it is asked for. */
export const preloadRowPanel = (): void => void loadPanel()

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
  viewer: RowViewer | undefined
  param: RowParam
  /** Gives the keys back to the grid. */
  onClosed: () => void
}

/** The panel of the row that the address names, beside the grid. */
export function RowPanelHost({ projectRef, table, rows, viewer, param, onClosed }: Props) {
  const insertDenied = useInsertDenied(table)
  const { shown } = param
  if (shown === null) return null
  const keyOf = keyReader(table)
  const isRow = (row: Row, key: readonly string[]) => cursorOf(keyOf(row) ?? []) === cursorOf(key)

  function neighbour(by: 1 | -1): readonly string[] | null {
    if (shown === null || shown.mode !== 'edit') return null
    const { window } = rows.store.get()
    const at = findRow(window, (row) => isRow(row, shown.key))
    const row = at === undefined ? undefined : rowAt(window, at + by)
    return row === undefined ? null : keyOf(row)
  }

  return (
    <Suspense>
      <RowPanel
        projectRef={projectRef}
        table={table}
        shown={shown}
        viewer={viewer}
        readOnly={rows.readOnly}
        insertDenied={insertDenied}
        staged={rows.edits.staged}
        neighbours={{ before: neighbour(-1), after: neighbour(1) }}
        onShow={(next) => {
          param.show(next)
          if (next === null) onClosed()
        }}
        onSaved={(row, key, historyId) => {
          rows.undo.say(historyId, `Row of ${table.name} saved`)
          rows.store.change((known) => (row !== undefined && isRow(known, key) ? row : known))
        }}
        onInserted={(row, historyId) => {
          if (row === undefined) void rows.refresh()
          else rows.showInserted(row, historyId)
        }}
      />
    </Suspense>
  )
}

const insertable: ReadonlySet<TableDetail['kind']> = new Set([
  'table',
  'partitioned_table',
  'foreign_table',
])

/** Why no row can be added to a table; undefined when they can. */
export function useInsertDenied({ kind }: Pick<TableDetail, 'kind'>): string | undefined {
  const denied = useDenied(rowRights.insert, 'insert rows')
  return (
    denied ?? (insertable.has(kind) ? undefined : 'Rows are inserted into tables, not into views')
  )
}
