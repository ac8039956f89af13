import { ApiError, databaseTables } from '@basalt/contract'
import type { ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'
import {
  countRows,
  deleteRows,
  findKey,
  findTable,
  insertRow,
  listColumns,
  type PageRequest,
  readPage,
  RowError,
  type RowTarget,
  updateRow,
} from '@basalt/pg-admin'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from './connection.ts'

export function rowFeature({ engine }: { engine: ProjectEngine }): Endpoint[] {
  return [
    serve(databaseTables.rows, async ({ params, query }, context) => {
      const db = await databaseFor(engine, context)
      const request = { ...pageRequest(query), signal: context.signal }
      return onTable(db, params.id, (target) => readPage(db, target, request))
    }),
    serve(databaseTables.count, async ({ params }, context) => {
      const db = await databaseFor(engine, context)
      const count = await onTable(db, params.id, (target) =>
        countRows(db, target, { signal: context.signal }),
      )
      return { count }
    }),
    serve(databaseTables.insertRow, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      return { row: await onTable(db, params.id, (target) => insertRow(db, target, body.values)) }
    }),
    serve(databaseTables.updateRow, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      const change = { key: body.key, values: body.values, previous: body.previous ?? {} }
      const row = await onTable(db, params.id, (target) => updateRow(db, target, change))
      if (row !== null) return { row }
      throw new ApiError(
        'conflict',
        'This row was changed or deleted meanwhile. Load it again to see what it holds now.',
      )
    }),
    serve(databaseTables.deleteRows, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      return onTable(db, params.id, (target) => deleteAll(db, target, body.keys))
    }),
  ]
}

/** All or none: a key that matches nothing means that the caller saw something else. */
const deleteAll = (db: ProjectDatabase, target: RowTarget, keys: string[][]) =>
  db.transaction(async (tx) => {
    const deleted = await deleteRows(tx, target, keys)
    if (deleted === keys.length) return { deleted }
    throw new ApiError(
      'conflict',
      'Some of these rows are gone already, so none was deleted. Load the table again.',
    )
  })

/** Names and types come from the catalog of this moment, never from the caller. */
async function onTable<T>(
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

type RowsQuery = {
  limit: number
  cursor?: string | undefined
  direction: 'forward' | 'backward'
  at: 'start' | 'end'
  filter_column?: string | undefined
  filter_value?: string | undefined
}

function pageRequest(query: RowsQuery): PageRequest {
  const { filter_column: column, filter_value: value } = query
  if ((column === undefined) !== (value === undefined)) {
    throw new ApiError('invalid_request', 'filter_column and filter_value go together')
  }
  return {
    limit: query.limit,
    direction: query.direction,
    at: query.at,
    cursor: query.cursor === undefined ? null : parseCursor(query.cursor),
    filter: column === undefined || value === undefined ? null : { column, value },
  }
}

function parseCursor(text: string): string[] {
  try {
    const cursor: unknown = JSON.parse(text)
    if (Array.isArray(cursor) && cursor.every((part) => typeof part === 'string')) return cursor
  } catch {
    // Answered below, like every other cursor that is none.
  }
  throw new ApiError('invalid_request', 'The cursor is not a JSON array of texts')
}
