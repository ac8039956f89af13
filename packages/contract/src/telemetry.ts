import { z } from 'zod/mini'

import { defineRoute } from './route.ts'

/**
 * Usage analytics of the dashboard. `consented` names the services that the user accepted: the
 * server records only those, and forwards only to an accepted destination.
 */
export const telemetry = {
  record: defineRoute({
    method: 'POST',
    path: '/platform/telemetry/event',
    body: z.object({
      event: z.string().check(z.regex(/^[a-z_]{1,64}$/u)),
      pathname: z.string().check(z.maxLength(500)),
      properties: z.optional(z.record(z.string(), z.string().check(z.maxLength(200)))),
      consented: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20)),
    }),
    response: z.object({ ok: z.literal(true) }),
    permission: 'signed-in',
    isRead: true,
    capability: 'telemetry',
  }),
}
