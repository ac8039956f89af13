import { z } from 'zod/mini'

import { defineRoute } from './route.ts'

const category = z.object({
  slug: z.string(),
  label: z.string(),
  description: z.string(),
  isEssential: z.boolean(),
  services: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      /** The default before the user decides: essential services are on, all others off. */
      consent: z.object({ status: z.boolean() }),
    }),
  ),
})

export type ConsentCategory = z.infer<typeof category>

/** The services that need the user's consent. The choice is stored in the browser only. */
export const consent = {
  categories: defineRoute({
    method: 'GET',
    path: '/platform/consent',
    response: z.array(category),
    permission: 'public',
    capability: 'consent',
  }),
  /** Deletes the random id under which this browser's events were recorded. */
  optOut: defineRoute({
    method: 'DELETE',
    path: '/platform/consent',
    response: z.object({ ok: z.literal(true) }),
    permission: 'public',
    isRead: true,
    capability: 'consent',
  }),
}
