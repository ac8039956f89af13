import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'

import { call } from '../../../lib/network/api.ts'
import { cursorReader } from '../rows/row-key.ts'
import { viewQuery } from '../tables/queries.ts'

export type Sought = {
  projectRef: string
  table: TableDetail
  view: RowView
  /** Of the columns of the key, or of the first ones. */
  values: readonly string[]
  signal?: AbortSignal
}

/** The position of a key's row, in any order; undefined when no visible row has it. */
export async function anchorOfKey({ projectRef, table, view, values, signal }: Sought) {
  const conditions = values.map((value, at) => ({
    column: table.key[at] ?? '',
    operator: 'eq' as const,
    values: [value],
  }))
  const all = [...(view.filter === undefined ? [] : [view.filter]), ...conditions]
  const search = { ...view, filter: { match: 'all' as const, conditions: all } }
  const position = {
    params: { ref: projectRef, id: table.id },
    query: { limit: 1, ...viewQuery(search) },
  }
  const { rows } = await call(databaseTables.rows, position, signal)
  const [row] = rows
  if (row === undefined) return undefined
  return { at: 'row' as const, row, cursor: cursorReader(table, view.sort)(row) }
}
