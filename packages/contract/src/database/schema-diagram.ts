import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const column = z.object({
  name: z.string(),
  data_type: z.string(),
  is_nullable: z.boolean(),
  /** Part of the primary key. */
  is_key: z.boolean(),
  is_unique: z.boolean(),
})

const table = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  comment: z.nullable(z.string()),
  rls: z.enum(['off', 'on', 'forced']),
  columns: z.array(column),
})

/** A foreign key; one over several columns is one edge. */
const edge = z.object({
  name: z.string(),
  /** Ids of the tables. */
  from: z.int(),
  to: z.int(),
  pairs: z.array(z.object({ column: z.string(), referenced: z.string() })),
})

const diagram = z.object({ tables: z.array(table), edges: z.array(edge) })

export type SchemaDiagram = z.infer<typeof diagram>
export type DiagramTable = z.infer<typeof table>
export type DiagramEdge = z.infer<typeof edge>

export const databaseSchemaDiagram = {
  /** The tables of a schema with their columns and foreign keys, by one statement. */
  read: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/schema-diagram',
    params: z.object({ ref: z.string() }),
    query: z.object({ schema: z.string().check(z.minLength(1)) }),
    response: diagram,
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'tables' },
    opensData: 'unless-restricted',
  }),
}
