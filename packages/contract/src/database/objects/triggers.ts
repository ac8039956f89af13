import type { TriggerDesign } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'

const optionalName = z.nullable(identifier)
const enabled = z.enum(['origin', 'always', 'replica', 'disabled'])

const design = z.object({
  schema: z.string().check(z.minLength(1, 'Choose a schema')),
  table: z.string().check(z.minLength(1, 'Enter a table')),
  name: identifier,
  comment,
  timing: z.enum(['before', 'after', 'instead of']),
  events: z
    .array(z.enum(['insert', 'update', 'delete', 'truncate']))
    .check(z.minLength(1, 'Choose an event')),
  columns: z.array(identifier),
  level: z.enum(['row', 'statement']),
  when: z.nullable(z.string().check(z.maxLength(100_000))),
  function: z.string().check(z.minLength(1, 'Enter a function')),
  arguments: z.array(z.string()),
  old_table: optionalName,
  new_table: optionalName,
  is_constraint: z.boolean(),
  deferrable: z.enum(['no', 'immediate', 'deferred']),
  referenced: z.nullable(z.string()),
  enabled,
}) satisfies z.ZodMiniType<TriggerDesign>

const row = z.extend(objectRow, {
  table: z.string(),
  function: z.string(),
  /** For example `before insert, update`. */
  events: z.string(),
  enabled,
  /** On the partitions of its table. */
  copies: z.array(z.object({ table: z.string(), table_id: z.int(), enabled })),
})

export type TriggerRow = z.infer<typeof row>

export const databaseTriggers = objectRoutes({
  kind: 'triggers',
  row,
  design,
  sorts: ['table', 'function', 'enabled'],
})
