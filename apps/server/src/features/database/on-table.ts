import { ApiError } from '@basalt/contract'
import type { Queryable } from '@basalt/engine'
import { findKey, findTable, listColumns, RowError, type RowTarget } from '@basalt/pg-admin'

/** Names and types come from the catalog of this moment, never from the caller. */
export async function onTable<T>(
  db: Queryable,
  id: number,
  work: (target: RowTarget) => Promise<T>,
): Promise<T> {
  const [table, columns, key] = await Promise.all([
    findTable(db, id),
    listColumns(db, id),
    findKey(db, id),
  ])
  if (table === null) throw new ApiError('not_found', 'This table does not exist')
  try {
    return await work({ schema: table.schema, name: table.name, columns, key })
  } catch (error) {
    if (error instanceof RowError)
      throw new ApiError('invalid_request', error.message, { cause: error })
    throw error
  }
}
