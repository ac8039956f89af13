import { ApiError, databaseTables } from '@basalt/contract'
import type { ProjectDatabase, ProjectEngine } from '@basalt/engine'
import { deleteRows, insertRow, type RowTarget, updateRow } from '@basalt/pg-admin'

import type { Context } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { databaseFor } from './connection.ts'
import { onTable } from './on-table.ts'
import { recordBefore, recordFailure } from './recorded.ts'

type RowServices = { engine: ProjectEngine; store: Store }

export function rowFeature({ engine, store }: RowServices): Endpoint[] {
  const recorded = recorder(store)
  return [
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
