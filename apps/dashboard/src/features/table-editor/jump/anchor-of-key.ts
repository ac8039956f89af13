import { databaseTables, type RowView, type TableDetail } from '@basalt/contract'

import { call } from '../../../lib/api.ts'
import { viewQuery } from '../queries.ts'
import { cursorReader } from '../row-key.ts'

type Sought = { projectRef: string; table: TableDetail; view: RowView; values: readonly string[] }

/** Where the row of a key is, in whatever order; undefined when no row that is shown has it. */
export async function anchorOfKey({ projectRef, table, view, values }: Sought) {
  const conditions = table.key.map((column, at) => ({
    column,
    operator: 'eq' as const,
    values: [values[at] ?? ''],
  }))
  const all = [...(view.filter === undefined ? [] : [view.filter]), ...conditions]
  const sought = { ...view, filter: { match: 'all' as const, conditions: all } }
  const { rows } = await call(databaseTables.rows, {
    params: { ref: projectRef, id: table.id },
    query: { limit: 1, ...viewQuery(sought) },
  })
  const [row] = rows
  if (row === undefined) return undefined
  return { at: 'row' as const, row, cursor: cursorReader(table, view.sort)(row) }
}
