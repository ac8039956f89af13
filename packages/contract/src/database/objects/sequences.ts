import type { SequenceDesign } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../../route.ts'
import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'

const number = z.string().check(z.regex(/^-?\d{1,19}$/u, 'Enter a whole number'), z.maxLength(20))

/** A number with the default of PostgreSQL, which an empty text stands for. */
const optionalNumber = z.union([z.literal(''), number])

const design = z.object({
  schema: z.string().check(z.minLength(1, 'Choose a schema')),
  name: identifier,
  owner: z.nullable(z.string()),
  comment,
  data_type: z.enum(['smallint', 'integer', 'bigint']),
  start: optionalNumber,
  increment: optionalNumber,
  min: optionalNumber,
  max: optionalNumber,
  cache: optionalNumber,
  cycles: z.boolean(),
  owned_by: z.nullable(z.string()),
  next: z.nullable(optionalNumber),
}) satisfies z.ZodMiniType<SequenceDesign>

const row = z.extend(objectRow, {
  data_type: z.string(),
  /** The number that was returned last; null before the first, or without the right to see it. */
  last_value: z.nullable(z.string()),
  owned_by: z.nullable(z.string()),
})

export type SequenceRow = z.infer<typeof row>

export const databaseSequences = objectRoutes({
  kind: 'sequences',
  row,
  design,
  sorts: ['data_type'],
})

const position = z.object({
  /** Of the column that owns the sequence, when its rows have numbers that will be returned again. */
  behind: z.nullable(
    z.object({
      column: z.string(),
      /** The largest number in the column; the smallest of a descending sequence. */
      reached: z.string(),
      /** The number that the sequence returns next. */
      next: z.string(),
      /** The first free one; null beyond the range of the sequence. */
      free: z.nullable(z.string()),
    }),
  ),
})

/** Compares a sequence with the column that owns it. Reads the column's largest number. */
export const databaseSequencePosition = defineRoute({
  method: 'GET',
  path: '/platform/pg-meta/{ref}/objects/sequences/{id}/position',
  params: z.object({ ref: z.string(), id: z.coerce.number().check(z.int()) }),
  response: position,
  permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
  takesLong: true,
  opensData: 'unless-restricted',
})
