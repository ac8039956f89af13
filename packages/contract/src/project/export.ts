import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })

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

/**
 * The user's data in full. It stays available while the services of the organization are
 * restricted.
 */
export const projectExport = {
  tables: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/export/tables',
    params: byRef,
    response: z.array(table),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'tables' },
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
