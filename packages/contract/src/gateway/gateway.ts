import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const cursorForm = /^(?<at>.{24})_\d{1,19}$/u

/** The time and the id of a request; a time that does not exist is none. */
function isCursor(text: string): boolean {
  const at = cursorForm.exec(text)?.groups?.['at'] ?? ''
  const time = new Date(at)
  return !Number.isNaN(time.getTime()) && time.toISOString() === at
}

const gatewayHealth = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('ok'),
    database: z.object({
      /** For example `18.4`. */
      version: z.string(),
    }),
    latency_ms: z.number(),
  }),
  z.object({
    status: z.literal('unavailable'),
    /** Of the answer that clients get. */
    http_status: z.int(),
    /** For programs, as clients of the project get it: `project_paused`, `database_timeout`, … */
    code: z.string(),
    message: z.string(),
    hint: z.nullable(z.string()),
  }),
])

const gatewayRequest = z.object({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  /** Below the project's base address, without the query. */
  path: z.string(),
  status: z.int(),
  duration_ms: z.number(),
  /** The `x-request-id` that the client received. */
  request_id: z.string(),
  client_address: z.nullable(z.string()),
})

const byRef = z.object({ ref: z.string() })
const permission = { action: 'analytics:Read', resource: 'logs' } as const

/** Where a project's own clients call it, and what they called. */
export const gateway = {
  /** Asks the project's database now, as `GET /p/{ref}/health` does, and logs no request. */
  health: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/gateway/health',
    params: byRef,
    response: z.object({
      /** The base address of the project's services. */
      url: z.string(),
      health: gatewayHealth,
    }),
    permission,
  }),
  /** The newest first; how long they are kept depends on the plan. */
  requests: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/gateway/requests',
    params: byRef,
    query: z.object({
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
      /** Of the page before; what follows is older. */
      cursor: z.optional(z.string().check(z.refine(isCursor, 'Enter the cursor of a page'))),
      /** Only answers of this class. */
      status: z.optional(z.enum(['2xx', '3xx', '4xx', '5xx'])),
    }),
    response: z.object({
      requests: z.array(gatewayRequest),
      next_cursor: z.nullable(z.string()),
    }),
    permission,
  }),
}
