import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'

import { notify } from '../../../lib/browser/toast.ts'
import { isByCtid } from '../../../product/row-changes/sharing-values.ts'
import { anchorOfKey } from '../jump/anchor-of-key.ts'
import type { CellEdit } from './cell-edits.ts'
import { positionOfRow } from './row-position.ts'
import type { useTable } from './use-table.ts'

type Scope = {
  projectRef: string
  table: TableDetail
  view: RowView
  rows: ReturnType<typeof useTable>
}

/** Goes to the cell of an edit, at any row. */
export async function showEdit({ projectRef, table, view, rows }: Scope, edit: CellEdit) {
  const column = table.columns.findIndex(({ name }) => name === edit.column)
  const index = positionOfRow(rows, table, edit.key)
  if (index !== undefined) return rows.enter({ row: index, column })
  const search = { projectRef, table, view, values: edit.key }
  const anchor = isByCtid(table) ? undefined : await anchorOfKey(search)
  if (anchor === undefined) notify.info('This row is not in the current view')
  else await rows.jumpTo(anchor, column)
}
