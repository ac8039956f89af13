import type { TypeDesign } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'

const oldName = z.nullable(z.string())
const sqlText = z.string().check(z.maxLength(10_000))
const optionalSql = z.nullable(sqlText)

/** PostgreSQL limits values to the length of names; an empty one is a value too. */
const enumValue = z
  .string()
  .check(
    z.refine(
      (value) => new TextEncoder().encode(value).length <= 63,
      'Use at most 63 bytes for a value',
    ),
  )

const design = z
  .object({
    schema: z.string().check(z.minLength(1, 'Choose a schema')),
    name: identifier,
    owner: z.nullable(z.string()),
    comment,
    kind: z.enum(['enum', 'composite', 'domain', 'range']),
    values: z.array(z.object({ name: enumValue, old_name: oldName })),
    attributes: z.array(
      z.object({
        name: identifier,
        old_name: oldName,
        type: sqlText.check(z.minLength(1, 'Enter a type')),
        collation: optionalSql,
      }),
    ),
    base_type: sqlText,
    default: optionalSql,
    not_null: z.boolean(),
    checks: z.array(
      z.object({
        name: identifier,
        old_name: oldName,
        expression: sqlText.check(z.minLength(1, 'Enter a condition')),
      }),
    ),
    collation: optionalSql,
    subtype: sqlText,
    operator_class: optionalSql,
    subtype_difference: optionalSql,
    multirange_name: z.nullable(identifier),
  })
  .check(
    z.refine(({ kind, base_type }) => kind !== 'domain' || base_type !== '', {
      error: 'Enter a type',
      path: ['base_type'],
    }),
    z.refine(({ kind, subtype }) => kind !== 'range' || subtype !== '', {
      error: 'Enter a type',
      path: ['subtype'],
    }),
  ) satisfies z.ZodMiniType<TypeDesign>

const row = z.extend(objectRow, {
  kind: z.enum(['enum', 'composite', 'domain', 'range']),
  /** Its parts in one line; null when it has no values or attributes. */
  definition: z.nullable(z.string()),
  /** Columns of tables that have it, or arrays of it. */
  column_count: z.int(),
})

export type TypeRow = z.infer<typeof row>

export const databaseTypes = objectRoutes({ kind: 'types', row, design, sorts: ['kind'] })
