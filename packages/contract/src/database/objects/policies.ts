import type { PolicyDesign } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'

const expression = z.nullable(z.string().check(z.maxLength(100_000)))
const command = z.enum(['all', 'select', 'insert', 'update', 'delete'])
const rowSecurity = z.enum(['off', 'on', 'forced'])

const design = z.object({
  schema: z.string().check(z.minLength(1, 'Choose a schema')),
  table: z.string().check(z.minLength(1, 'Choose a table')),
  name: identifier,
  comment,
  command,
  is_permissive: z.boolean(),
  roles: z.array(z.string()).check(z.maxLength(1000)),
  using: expression,
  check: expression,
  row_security: rowSecurity,
}) satisfies z.ZodMiniType<PolicyDesign>

const row = z.extend(objectRow, {
  table: z.string(),
  /** The oid of the table. */
  table_id: z.int(),
  command,
  is_permissive: z.boolean(),
  /** Empty for PUBLIC. */
  roles: z.array(z.string()),
  using: z.nullable(z.string()),
  check: z.nullable(z.string()),
  row_security: rowSecurity,
})

export type PolicyRow = z.infer<typeof row>

export const databasePolicies = objectRoutes({
  kind: 'policies',
  row,
  design,
  sorts: ['table', 'command'],
})
