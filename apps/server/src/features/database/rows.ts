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

import type { Context } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { databaseFor } from './connection.ts'
import { recordBefore, recordFailure } from './recorded.ts'

type RowServices = { engine: ProjectEngine; store: Store }

export function rowFeature({ engine, store }: RowServices): Endpoint[] {
  const recorded = recorder(store)
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
      const row = await onTable(db, params.id, (target) => {
        // A key that the database makes is not known before.
        const key = target.key.map((name) => body.values[name] ?? null)
        const change = { action: 'rows.inserted', target, keys: [key] }
        return recorded(context, change, () => insertRow(db, target, body.values))
      })
      return { row }
    }),
    serve(databaseTables.updateRow, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      const change = { key: body.key, values: body.values, previous: body.previous ?? {} }
      const row = await onTable(db, params.id, (target) =>
        recorded(
          context,
          {
            action: 'rows.updated',
            target,
            keys: [body.key],
            columns: Object.keys(body.values),
          },
          async () => (await updateRow(db, target, change)) ?? changedMeanwhile(),
        ),
      )
      return { row }
    }),
    serve(databaseTables.deleteRows, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      return onTable(db, params.id, (target) =>
        recorded(context, { action: 'rows.deleted', target, keys: body.keys }, () =>
          deleteAll(db, target, body.keys),
        ),
      )
    }),
  ]
}

type RowChange = {
  action: string
  target: RowTarget
  keys: readonly (readonly (string | null)[])[]
  columns?: readonly string[]
}

/** More keys than these are only counted. */
const keysNoted = 100

/** Says which rows of which table, and never what is in them. */
const recorder =
  (store: Store) =>
  async <T>(
    context: Context,
    { action, target: table, keys, columns }: RowChange,
    run: () => Promise<T>,
  ): Promise<T> => {
    const name = `${table.schema}.${table.name}`
    const work = {
      action,
      target: { kind: 'table', id: name, name },
      details: {
        key: table.key,
        rows: keys.slice(0, keysNoted),
        ...(columns !== undefined && { columns }),
        ...(keys.length > keysNoted && { count: keys.length }),
      },
    }
    await recordBefore(store, context, work)
    try {
      return await run()
    } catch (error) {
      await recordFailure(store, context, work)
      throw error
    }
  }

function changedMeanwhile(): never {
  throw new ApiError(
    'conflict',
    'This row was changed or deleted meanwhile. Load it again to see what it holds now.',
  )
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
