import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { RowViewer } from '@basalt/pg-model'

import { query } from '../../../lib/network/api.ts'
import { rowsQuery } from '../tables/queries.ts'

/** One row by its key, in the form of the page. */
export function rowQuery(
  { ref, table }: { ref: string; table: Pick<TableDetail, 'id' | 'key'> },
  key: readonly string[],
  viewer?: RowViewer,
) {
  const conditions = table.key.map((column, at) => ({
    column,
    operator: 'eq' as const,
    values: [key[at] ?? ''],
  }))
  const view = { filter: { match: 'all' as const, conditions }, ...(viewer && { as: viewer }) }
  return rowsQuery({ ref, id: table.id }, view, { limit: 1 })
}

/** One full value. */
export const cellQuery = (
  { ref, id }: { ref: string; id: number },
  { column, key }: { column: string; key: readonly string[] },
) =>
  query(databaseTables.cell, { params: { ref, id }, query: { column, key: JSON.stringify(key) } })
