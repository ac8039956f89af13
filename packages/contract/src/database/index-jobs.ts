import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), job: z.uuid() })

const indexJob = z.object({
  id: z.string(),
  action: z.enum(['create', 'rebuild', 'drop']),
  schema: z.string(),
  table: z.string(),
  name: z.string(),
  /** The oid of the index: of a rebuilt one that of the new one, null before a new one is complete. */
  index_id: z.nullable(z.int()),
  /** Jobs of a project run one after another. */
  state: z.enum(['waiting', 'running', 'cancelling', 'done', 'failed', 'cancelled']),
  /** PostgreSQL's message. */
  error: z.nullable(z.string()),
  /** In PostgreSQL's words; null where it reports none. */
  phase: z.nullable(z.string()),
  /** Of the phase. */
  percent: z.nullable(z.number()),
  /** Transactions that the phase waits for. */
  waits_for: z.nullable(z.number()),
  /** Of a partitioned table: partitions whose index is built, and all of them. */
  part: z.nullable(z.int()),
  parts: z.nullable(z.int()),
  created_by: z.string(),
  created_at: z.string(),
  ended_at: z.nullable(z.string()),
})

export type IndexJob = z.infer<typeof indexJob>

const writes = { action: 'tenant:Sql:Admin:Write', resource: 'indexes' }

/**
 * Jobs that build, rebuild or drop an index without blocking writes. They go on when the client has
 * left, and when the server was restarted. `apply` of the indexes begins builds and drops.
 */
export const databaseIndexJobs = {
  /** Those under way, and those that ended within a day, latest first. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/index-jobs',
    params: byRef,
    response: z.array(indexJob),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'indexes' },
    opensData: 'unless-restricted',
  }),
  rebuild: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/index-jobs',
    params: byRef,
    body: z.object({ id: z.int() }),
    response: z.object({ job: z.string() }),
    permission: writes,
    opensData: 'unless-restricted',
  }),
  /** Leaves the indexes as they were; a drop that has started is completed. */
  cancel: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/index-jobs/{job}/cancel',
    params: byId,
    response: z.object({}),
    permission: writes,
    opensData: 'unless-restricted',
  }),
  /** Removes an ended job from the list. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/index-jobs/{job}',
    params: byId,
    response: z.object({}),
    permission: writes,
    opensData: 'unless-restricted',
  }),
}
