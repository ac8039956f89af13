import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

/** Within reach of every page: apart from the ways in, which load with their screens. */
export const signOutRoute = defineRoute({
  method: 'POST',
  path: '/platform/sign-out',
  response: z.object({ ok: z.literal(true) }),
  permission: 'public',
})
