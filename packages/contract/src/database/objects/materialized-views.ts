import type { MaterializedViewDesign } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'
import { viewColumns, viewQuery } from './views.ts'

const setting = z.object({
  name: z.string().check(z.regex(/^[a-z_.]+$/u, 'Enter a name such as fillfactor')),
  value: z.string().check(z.minLength(1, 'Enter a value'), z.maxLength(1000)),
})

const design = z.object({
  schema: z.string().check(z.minLength(1, 'Choose a schema')),
  name: identifier,
  owner: z.nullable(z.string()),
  comment,
  columns: viewColumns,
  query: viewQuery,
  with_data: z.boolean(),
  storage: z.array(setting).check(z.maxLength(100)),
}) satisfies z.ZodMiniType<MaterializedViewDesign>

const row = z.extend(objectRow, {
  /** Without rows it cannot be read until it is refreshed. */
  is_populated: z.boolean(),
  /** With its indexes. */
  size_bytes: z.number(),
  /** As statements. */
  indexes: z.array(
    z.object({ id: z.int(), name: z.string(), sql: z.string(), size_bytes: z.number() }),
  ),
  /** Why a refresh has to block reads; null when it does not have to. */
  concurrent_obstacle: z.nullable(z.string()),
})

export type MaterializedViewRow = z.infer<typeof row>

export const databaseMaterializedViews = objectRoutes({
  kind: 'materialized-views',
  row,
  design,
  sorts: ['is_populated'],
})
