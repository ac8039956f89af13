import { z } from 'zod/mini'

import { defineRoute } from './route.ts'

/** Events stay on this server: nothing is handed on. */
export const telemetry = {
  record: defineRoute({
    method: 'POST',
    path: '/platform/telemetry/event',
    body: z.object({
      event: z.string().check(z.regex(/^[a-z_]{1,64}$/u)),
      pathname: z.string().check(z.maxLength(500)),
      properties: z.optional(z.record(z.string(), z.string().check(z.maxLength(200)))),
    }),
    response: z.object({ ok: z.literal(true) }),
    permission: 'signed-in',
    isRead: true,
    capability: 'telemetry',
  }),
}
