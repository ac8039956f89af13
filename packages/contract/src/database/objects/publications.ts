import type { PublicationDesign } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'

const optionalSql = z.nullable(z.string().check(z.maxLength(10_000)))

const design = z.object({
  name: identifier,
  owner: z.nullable(z.string()),
  comment,
  all_tables: z.boolean(),
  schemas: z.array(identifier),
  tables: z.array(
    z.object({
      table: z.string().check(z.minLength(1, 'Enter a table'), z.maxLength(300)),
      columns: optionalSql,
      filter: optionalSql,
    }),
  ),
  inserts: z.boolean(),
  updates: z.boolean(),
  deletes: z.boolean(),
  truncates: z.boolean(),
  via_root: z.boolean(),
  generated_columns: z.boolean(),
}) satisfies z.ZodMiniType<PublicationDesign>

const row = z.extend(objectRow, {
  all_tables: z.boolean(),
  table_count: z.int(),
  schema_count: z.int(),
  /** Separated by commas; empty when it publishes nothing. */
  operations: z.string(),
  via_root: z.boolean(),
})

export type PublicationRow = z.infer<typeof row>

export const databasePublications = objectRoutes({ kind: 'publications', row, design, sorts: [] })
