import type { EventTriggerDesign } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'

const event = z.enum(['ddl_command_start', 'ddl_command_end', 'sql_drop', 'table_rewrite', 'login'])
const enabled = z.enum(['origin', 'always', 'replica', 'disabled'])

const design = z.object({
  name: identifier,
  owner: z.nullable(z.string()),
  comment,
  event,
  tags: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(300)),
  function: z.string().check(z.minLength(1, 'Choose a function'), z.maxLength(300)),
  enabled,
}) satisfies z.ZodMiniType<EventTriggerDesign>

const row = z.extend(objectRow, {
  event,
  /** Empty for all commands. */
  tags: z.array(z.string()),
  function: z.string(),
  enabled,
})

export type EventTriggerRow = z.infer<typeof row>

export const databaseEventTriggers = objectRoutes({
  kind: 'event-triggers',
  row,
  design,
  sorts: ['event', 'function', 'enabled'],
})
