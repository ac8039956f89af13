import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { relatedObject } from './related-objects.ts'

const byRef = z.object({ ref: z.string() })

const catalogs = ['pg_class', 'pg_proc', 'pg_type', 'pg_extension', 'pg_namespace'] as const

const foundObject = z.extend(relatedObject, { catalog: z.enum(catalogs) })

export type FoundObject = z.infer<typeof foundObject>

const graph = z.object({
  nodes: z.array(
    z.object({
      key: z.string(),
      /** Its kind as PostgreSQL names it. */
      type: z.string(),
      description: z.string(),
      /** `named` are functions whose text names the object: they stay, and fail when they run. */
      role: z.enum(['root', 'dropped', 'needed', 'named']),
      /** The object with a page: that of a constraint is its table. */
      page: z.object({ type: z.string(), id: z.int() }),
    }),
  ),
  /** From an object to one that depends on it. */
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Objects that CASCADE drops, also those beyond the limit of nodes. */
  dropped: z.int(),
  /** There are too many to follow, so `dropped` is the least. */
  is_cut: z.boolean(),
})

export type DependencyGraph = z.infer<typeof graph>

const byObject = z.object({
  ref: z.string(),
  catalog: z.enum(catalogs),
  id: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(4_294_967_295)),
})

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
    params: byObject,
    response: z.object({
      dependencies: z.array(relatedObject),
      dependents: z.array(relatedObject),
    }),
    permission,
    opensData: 'unless-restricted',
  }),
  /**
   * The same as a graph, over any number of steps, by one statement; at most 200 objects that would
   * be dropped, the nearest first. 404 `not_found` when there is no such object.
   */
  graph: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/dependencies/{catalog}/{id}/graph',
    params: byObject,
    response: graph,
    permission,
    opensData: 'unless-restricted',
  }),
}
