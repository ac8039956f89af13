import type { ViewObjectDesign } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'

export const viewQuery = z.string().check(z.minLength(1, 'Enter a query'), z.maxLength(1_000_000))
export const viewColumns = z.array(identifier).check(z.maxLength(1600, 'At most 1,600 columns'))

const check = z.enum(['none', 'local', 'cascaded'])

const design = z.object({
  schema: z.string().check(z.minLength(1, 'Choose a schema')),
  name: identifier,
  owner: z.nullable(z.string()),
  comment,
  columns: viewColumns,
  query: viewQuery,
  security_invoker: z.boolean(),
  security_barrier: z.boolean(),
  check,
}) satisfies z.ZodMiniType<ViewObjectDesign>

const row = z.extend(objectRow, {
  column_count: z.int(),
  security_invoker: z.boolean(),
  /** Whether its rows can be changed by UPDATE and DELETE, triggers included. */
  is_updatable: z.boolean(),
})

export type ViewRow = z.infer<typeof row>

export const databaseViews = objectRoutes({
  kind: 'views',
  row,
  design,
  sorts: ['security_invoker'],
})
