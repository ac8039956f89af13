import { ownSchemas, protectedSchemas, systemSchemas } from '@basalt/catalog'
import { databaseTables } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'
import {
  findKey,
  findTable,
  hasChildTables,
  type LastTable,
  listColumns,
  listChildTablesFor,
  listSchemas,
  listTables,
} from '@basalt/pg-catalog'
import { smallRowCounts } from '@basalt/pg-rows'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import { getShape } from './table-shape.ts'

export function tableFeature({ engine }: { engine: ProjectEngine }): Endpoint[] {
  return [
    serve(databaseTables.schemas, async (_, context) => {
      const schemas = await listSchemas(await databaseFor(engine, context), [
        ...systemSchemas,
        ...ownSchemas,
      ])
      return schemas.map((schema) => ({ ...schema, ...protection(schema.name) }))
    }),
    serve(databaseTables.list, async ({ query }, context) => {
      const tables = await listTables(await databaseFor(engine, context), {
        schemas: query.included_schemas,
        hidden: ownSchemas,
        search: query.search,
        kinds: query.kinds,
        ids: query.ids && listNumbers(query.ids),
        listPartitions: query.partitions_of,
        sort: query.sort,
        after: query.after === undefined ? undefined : lastSeen(query.after),
        limit: query.limit + 1,
      })
      return {
        tables: tables.slice(0, query.limit).map(shown),
        has_more: tables.length > query.limit,
      }
    }),
    serve(databaseTables.rowCounts, async ({ query }, context) =>
      smallRowCounts(await databaseFor(engine, context), listNumbers(query.ids)),
    ),
    serve(databaseTables.detail, async ({ params }, context) => {
      const db = await databaseFor(engine, context)
      const [table, columns, key] = await Promise.all([
        findTable(db, params.id),
        listColumns(db, params.id),
        findKey(db, params.id),
      ])
      if (table === null) throw new ApiError('not_found', 'This table does not exist')
      const childTables = hasChildTables({ key }) && {
        child_tables: await listChildTablesFor(db, params.id),
      }
      return { ...shown(table), columns, key, ...childTables, shape: getShape({ columns, key }) }
    }),
  ]
}

const largestOid = 2 ** 32 - 1
const listNumbers = (ids: readonly string[]) =>
  ids.map(Number).filter((id) => Number.isInteger(id) && id >= 0 && id <= largestOid)

const protection = (schema: string) =>
  protectedSchemas.includes(schema) ? { is_protected: true } : {}

/** Rare properties are omitted when they are false, because lists are long. */
function shown<
  Table extends {
    schema: string
    is_partition: boolean
    kind: string
    is_security_invoker: boolean
  },
>({ is_partition: isPartition, is_security_invoker: isInvoker, ...table }: Table) {
  return {
    ...table,
    ...(table.kind === 'view' && { is_security_invoker: isInvoker }),
    ...(isPartition && { is_partition: true }),
    ...protection(table.schema),
  }
}

function lastSeen(text: string): LastTable {
  const value = parsed(text)
  if (Array.isArray(value)) {
    const [name, schema, kind, rows]: unknown[] = value
    if (
      typeof name === 'string' &&
      typeof schema === 'string' &&
      typeof kind === 'string' &&
      typeof rows === 'number'
    ) {
      return { name, schema, kind, rows }
    }
  }
  throw new ApiError('invalid_request', '`after` is not the last table of a list')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
