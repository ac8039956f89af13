import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { invalidate } from '../../lib/network/api.ts'
import type { DeletedRow } from '../../product/row-changes/deletion.ts'
import { isByCtid } from '../../product/row-changes/sharing-values.ts'
import type { useTable } from './changes/use-table.ts'
import { useRowParam } from './row-panel/use-row-param.ts'
import { getCursor, keyReader } from './rows/row-key.ts'
import { hasOthers, selectAll } from './select-all.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { CurrentRow, Keys } from './use-deletion.ts'
import { isFilteredView } from './view/is-filtered.ts'

const maxInspected = 100

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
  view: RowView
}

/** The bar of the selected rows, and the updates after their deletion. */
export function SelectionHost({ projectRef, table, rows, view }: Props) {
  const client = useQueryClient()
  const { chosen, store, edits, undo } = rows
  const param = useRowParam(projectRef, table.id)

  function showDeleted(keys: Keys, historyId: string | null) {
    showNow(keys.map((key) => ({ key, current: null })))
    chosen.clear()
    undo.say(historyId, `Deleted ${plural(keys.length, 'row')}`)
    void invalidate(client, databaseTables.rows)
  }

  /** The goal is reached: no question is left. */
  function announceDeleted(keys: Keys) {
    chosen.clear()
    notify.info(
      keys.length === 1 ? 'This row was already deleted' : 'These rows were already deleted',
    )
    void invalidate(client, databaseTables.rows)
  }

  function showNow(current: readonly CurrentRow[]) {
    const now = new Map(current.map((row) => [getCursor(row.key), row.current] as const))
    const getKey = keyReader(table)
    store.change((row) => {
      const stored = now.get(getCursor(getKey(row) ?? []))
      return stored === undefined ? row : stored
    })
  }

  /** Lets rows wait to be deleted with other changes. */
  function stage(deleted: readonly DeletedRow[]) {
    void edits.staged.actions().then((actions) => actions.remove(deleted))
    chosen.clear()
  }

  /** Many rows are deleted by their keys alone, without a comparison of each. */
  function rowsToDelete(): DeletedRow[] {
    const isInspected = isByCtid(table) || chosen.keys.length <= maxInspected
    return chosen.keys.map((key) => ({ key, seen: (isInspected && edits.getRowFor(key)) || [] }))
  }

  return (
    <SelectionBar
      {...{ projectRef, table, chosen, rowsToDelete }}
      isFiltered={isFilteredView(view)}
      onDeleted={showDeleted}
      onMissing={announceDeleted}
      onChanged={showNow}
      onSelectAll={
        hasOthers(chosen, rows.window)
          ? () => selectAll({ projectRef, table, rows, view })
          : undefined
      }
      onStage={stage}
      onShowRow={(key) => param.show({ mode: 'edit', key })}
      isReadOnly={rows.readOnly !== undefined}
    />
  )
}
