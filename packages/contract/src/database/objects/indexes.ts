import type { IndexDefinition, IndexKey } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'

const sql = z.string().check(z.maxLength(100_000))
const optionalSql = z.nullable(sql)

const column = z.string().check(z.minLength(1, 'Choose a column'), z.maxLength(63))

const key = z.object({
  column: z.nullable(column),
  expression: optionalSql,
  collation: optionalSql,
  operator_class: optionalSql,
  order: z.enum(['ascending', 'descending']),
  nulls: z.enum(['first', 'last']),
  statistics: z.nullable(
    z.int().check(z.minimum(0, 'Enter 0 to 10,000'), z.maximum(10_000, 'Enter 0 to 10,000')),
  ),
}) satisfies z.ZodMiniType<IndexKey>

const design = z.object({
  schema: z.string().check(z.minLength(1, 'Choose a schema')),
  table: z.string().check(z.minLength(1, 'Choose a table')),
  name: identifier,
  comment,
  method: z.string().check(z.minLength(1, 'Choose a method'), z.maxLength(63)),
  keys: z
    .array(key)
    .check(z.minLength(1, 'Add a column or an expression'), z.maxLength(32, 'At most 32 columns')),
  include: z.array(column).check(z.maxLength(32, 'At most 32 columns')),
  where: optionalSql,
  is_unique: z.boolean(),
  nulls_not_distinct: z.boolean(),
  parameters: z
    .array(
      z.object({
        name: z.string().check(z.regex(/^[a-z_]{1,63}$/u, 'Enter the name of a parameter')),
        value: z.string().check(z.minLength(1, 'Enter a value'), z.maxLength(100)),
      }),
    )
    .check(z.maxLength(20)),
  concurrently: z.boolean(),
}) satisfies z.ZodMiniType<IndexDefinition>

const row = z.extend(objectRow, {
  table: z.string(),
  table_id: z.int(),
  method: z.string(),
  /** Its columns and expressions, in order. */
  columns: z.string(),
  where: z.nullable(z.string()),
  is_unique: z.boolean(),
  is_partitioned: z.boolean(),
  /** Queries use it, and a unique one is complete. */
  is_valid: z.boolean(),
  /** The constraint that it enforces. */
  constraint: z.nullable(z.string()),
  /** With those of the partitions. */
  size_bytes: z.number(),
  /** How often queries used it since the statistics were reset. */
  scans: z.number(),
  last_scan: z.nullable(z.string()),
  /** Since when scans are counted; null since the database was created. */
  counted_since: z.nullable(z.string()),
  /** Another index of the table that serves the same queries. */
  duplicate_of: z.nullable(z.string()),
  /** No query used it, and it enforces nothing. */
  is_unused: z.boolean(),
})

export type IndexRow = z.infer<typeof row>

export const databaseIndexes = objectRoutes({
  kind: 'indexes',
  row,
  design,
  sorts: ['table', 'method', 'size', 'scans'],
})
