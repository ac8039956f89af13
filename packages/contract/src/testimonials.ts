import { z } from 'zod/mini'

import { defineRoute } from './route.ts'

const testimonial = z.object({
  text: z.string(),
  url: z.string(),
  handle: z.string(),
  img_url: z.string(),
  /** Sample text written for the product, labelled as a sample. */
  is_sample: z.boolean(),
})

export const testimonials = {
  /** A few of them, other ones each time. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/testimonials',
    query: z.object({
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 1),
    }),
    response: z.array(testimonial),
    permission: 'public',
    feature: 'dashboard_auth:show_testimonial',
  }),
}
