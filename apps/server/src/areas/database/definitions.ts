import { databaseDefinitions as routes } from '@basalt/contract/database/definitions'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine, Queryable } from '@basalt/engine'
import { findTable, readStructure } from '@basalt/pg-catalog'
import { getProtection, tableDefinition, writeSchemaDefinition } from '@basalt/pg-schema'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import { getProject } from '../../http/context.ts'
import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { exportPlaces } from './export-locations.ts'

type Services = { engine: ProjectEngine; store: Store }

/** The SQL of tables and schemas, and the protection of open ones. */
export function definitionFeature({ engine, store }: Services): Endpoint[] {
  const places = exportPlaces(engine)
  return [
    serve(routes.table, async ({ params }, context) => {
      const db = await databaseFor(engine, context)
      const structure = await readStructure(db, params.id)
      if (structure === null) throw deleted()
      const sql = await tableDefinition(db, { id: params.id, ...structure }, context.signal)
      return { ...structure, sql }
    }),
    serveStream(routes.schema, async ({ params: { schema } }, context, emit) => {
      const db = await databaseFor(engine, context)
      const [known] = await db.query('select from pg_namespace where nspname = $1', [schema])
      if (known === undefined) throw new ApiError('not_found', 'This schema does not exist')
      if (context.file !== null) context.file.name = `${schema}.sql`
      const target = { kind: 'schema', id: schema, name: schema }
      await recordBefore(store, context, { action: 'schema.exported', target, details: {} })
      await places.within(getProject(context).ref, () =>
        writeSchemaDefinition(db, schema, { write: emit, signal: context.signal }),
      )
    }),
    serve(routes.protection, async ({ params }, context) => {
      const { statements, effect } = await openTable(await databaseFor(engine, context), params.id)
      return { statements, effect }
    }),
    serve(routes.protect, async ({ params }, context) => {
      const db = await databaseFor(engine, context)
      const { table, statements, effect } = await openTable(db, params.id)
      const name = `${table.schema}.${table.name}`
      const work = {
        action: 'table.protected',
        target: { kind: 'table', id: name, name },
        details: { statements },
      }
      await recordBefore(store, context, work)
      try {
        await db.transaction(async (tx) => {
          // A long wait for the lock would block every later session too.
          await tx.query("set local lock_timeout = '5s'")
          for (const statement of statements) await tx.text(statement)
        })
      } catch (error) {
        await recordFailure(store, context, work)
        throw error
      }
      return { statements, effect }
    }),
  ]
}

const deleted = () => new ApiError('not_found', 'This table does not exist')

async function openTable(db: Queryable, id: number) {
  const table = await findTable(db, id)
  if (table === null) throw deleted()
  const protection = getProtection(table)
  if (protection !== null) return { table, ...protection }
  throw new ApiError('conflict', 'There is nothing to close: it was changed by someone else')
}
