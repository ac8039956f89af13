import { systemSchemas } from '@basalt/catalog'
import { ApiError, databaseTables } from '@basalt/contract'
import type { ProjectEngine } from '@basalt/engine'
import { findKey, findTable, listColumns, listSchemas, listTables } from '@basalt/pg-admin'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from './connection.ts'

export function tableFeature({ engine }: { engine: ProjectEngine }): Endpoint[] {
  return [
    serve(databaseTables.schemas, async (_, context) =>
      listSchemas(await databaseFor(engine, context), systemSchemas),
    ),
    serve(databaseTables.list, async ({ query }, context) => {
      const tables = await listTables(await databaseFor(engine, context), {
        schemas: query.included_schemas,
        search: query.search,
        after: query.after,
        limit: query.limit + 1,
      })
      return { tables: tables.slice(0, query.limit), has_more: tables.length > query.limit }
    }),
    serve(databaseTables.detail, async ({ params }, context) => {
      const db = await databaseFor(engine, context)
      const [table, columns, key] = await Promise.all([
        findTable(db, params.id),
        listColumns(db, params.id),
        findKey(db, params.id),
      ])
      if (table === null) throw new ApiError('not_found', 'This table does not exist')
      return { ...table, columns, key }
    }),
  ]
}
