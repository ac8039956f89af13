import { databaseTables, type TableDetail } from '@basalt/contract'
import { useQueryClient } from '@tanstack/react-query'

import { invalidate } from '../../lib/api.ts'
import { plural } from '../../lib/format.ts'
import { cursorOf, keyReader } from './row-key.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { useTable } from './use-table.ts'

type Keys = readonly (readonly string[])[]

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
}

/** The bar of the selected rows, and what becomes of the rows once they are deleted. */
export function SelectionHost({ projectRef, table, rows }: Props) {
  const client = useQueryClient()
  const { chosen, store, edits, undo } = rows

  function showDeleted(keys: Keys, historyId: string | null) {
    const gone = new Set(keys.map(cursorOf))
    const keyOf = keyReader(table)
    store.change((row) => (gone.has(cursorOf(keyOf(row) ?? [])) ? null : row))
    chosen.clear()
    undo.say(historyId, `Deleted ${plural(keys.length, 'row')}`)
    void invalidate(client, databaseTables.rows)
  }

  /** Lets rows wait to be deleted with other changes. */
  function stage(keys: Keys) {
    void edits.staged.stageDeletes(keys.map((key) => ({ key, seen: edits.rowOf(key) ?? [] })))
    chosen.clear()
  }

  return <SelectionBar {...{ projectRef, table, chosen }} onDeleted={showDeleted} onStage={stage} />
}
