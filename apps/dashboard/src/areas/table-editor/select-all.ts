import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'

import type { useTable } from './changes/use-table.ts'
import { heldRows, knownRows, type RowWindow } from './rows/row-window.ts'
import { indexOfFirst, readKeys } from './rows/selected-keys.ts'

type Whole = {
  projectRef: string
  table: TableDetail
  rows: Pick<ReturnType<typeof useTable>, 'chosen' | 'store'>
  view: RowView
}

/** Chooses all rows of the view, also those that were never read. */
export async function selectAll({ projectRef, table, rows, view }: Whole): Promise<void> {
  const keys = await readKeys(projectRef, { table, view })
  const { window } = rows.store.get()
  rows.chosen.chooseAll(keys, keys === null ? 0 : indexOfFirst(keys, window, table))
}

/** Whether all loaded rows are selected, and there are others. */
export function hasOthers({ count, isAll }: Whole['rows']['chosen'], window: RowWindow): boolean {
  if (isAll || count < 2 || knownRows(window).isAll) return false
  return count >= heldRows(window).held.size
}
