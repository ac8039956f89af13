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
      /** What holds until somebody decides: essential services are on, all others off. */
      consent: z.object({ status: z.boolean() }),
    }),
  ),
})

export type ConsentCategory = z.infer<typeof category>

/** What a browser is asked to agree to. The choice itself is the browser's and stays there. */
export const consent = {
  categories: defineRoute({
    method: 'GET',
    path: '/platform/consent',
    response: z.array(category),
    permission: 'public',
    capability: 'consent',
  }),
  /** Forgets the random id under which this browser's events were noted. */
  optOut: defineRoute({
    method: 'DELETE',
    path: '/platform/consent',
    response: z.object({ ok: z.literal(true) }),
    permission: 'public',
    isRead: true,
    capability: 'consent',
  }),
}
