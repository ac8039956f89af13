import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { relatedObject } from './related-objects.ts'

const byRef = z.object({ ref: z.string() })

const catalogs = ['pg_class', 'pg_proc', 'pg_type', 'pg_extension', 'pg_namespace'] as const

const foundObject = z.extend(relatedObject, { catalog: z.enum(catalogs) })

export type FoundObject = z.infer<typeof foundObject>

const permission = { action: 'tenant:Sql:Admin:Read', resource: 'tables' } as const

/** Which objects need one another. */
export const databaseDependencies = {
  /** Tables, views, functions, types, extensions and schemas by name; at most 100. */
  search: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/dependencies',
    params: byRef,
    query: z.object({ search: z.optional(z.string().check(z.maxLength(200))) }),
    response: z.object({ objects: z.array(foundObject), has_more: z.boolean() }),
    permission,
    opensData: 'unless-restricted',
  }),
  /** Objects that it needs, and those that DROP … CASCADE would drop with it; at most 500 each. */
  read: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/dependencies/{catalog}/{id}',
    params: z.object({
      ref: z.string(),
      catalog: z.enum(catalogs),
      id: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(4_294_967_295)),
    }),
    response: z.object({
      dependencies: z.array(relatedObject),
      dependents: z.array(relatedObject),
    }),
    permission,
    opensData: 'unless-restricted',
  }),
}
