import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const queryRun = z.object({
  id: z.uuid(),
  sql: z.string(),
  /** The role that it ran as; null for the connection's own. */
  role: z.nullable(z.string()),
  is_held: z.boolean(),
  started_at: z.string(),
  duration_ms: z.nullable(z.number()),
  /** Rows that its statements returned or changed, in total. */
  rows: z.nullable(z.int()),
  /** `running` also of a run whose end the server did not see. */
  state: z.enum(['running', 'done', 'failed', 'cancelled', 'committed', 'rolled_back']),
  error: z.nullable(z.string()),
})

export type QueryRun = z.infer<typeof queryRun>

/** The caller's runs in the project, latest first; the last 1,000 are stored. */
export const queryRuns = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/query-runs',
    params: z.object({ ref: z.string() }),
    query: z.object({
      /** Only runs whose text contains it, ignoring case. */
      search: z.optional(z.string().check(z.maxLength(200))),
      /** Runs before this one. */
      before: z.optional(z.uuid()),
    }),
    response: z.object({ runs: z.array(queryRun), has_more: z.boolean() }),
    permission: { action: 'tenant:Sql:Query', resource: 'queries' },
  }),
  /** Deletes all of them. */
  clear: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/query-runs',
    params: z.object({ ref: z.string() }),
    response: z.object({ ok: z.literal(true) }),
    permission: { action: 'tenant:Sql:Query', resource: 'queries' },
  }),
}
