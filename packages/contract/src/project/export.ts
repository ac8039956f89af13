import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the table's oid. */
const byId = z.object({ ref: z.string(), id: z.coerce.number() })

const table = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  /** With its indexes; of a partitioned table, all partitions together. */
  size_bytes: z.number(),
  /** The planner's estimate; null before the first analyse. */
  row_estimate: z.nullable(z.number()),
})

export type ExportTable = z.infer<typeof table>

/** One's own data to take away. It stays open while the services of the organization are restricted. */
export const projectExport = {
  tables: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/export/tables',
    params: byRef,
    response: z.array(table),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'tables' },
    opensData: 'always',
  }),
  /** RFC 4180 with a line of names; NULL is an empty field, an empty text is `""`. */
  csv: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/export/tables/{id}/csv',
    params: byId,
    response: z.string(),
    stream: true,
    file: { type: 'text/csv; charset=utf-8', name: 'table.csv' },
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'always',
  }),
  /** Statements that make the same tables with the same rows in an empty database. */
  sql: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/export/sql',
    params: byRef,
    response: z.string(),
    stream: true,
    file: { type: 'application/sql; charset=utf-8', name: 'database.sql' },
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'always',
  }),
}
