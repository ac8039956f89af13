import { featurePreviewKeys, releaseGateNames } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from './route.ts'

const preview = z.object({
  key: z.enum(featurePreviewKeys),
  name: z.string(),
  description: z.string(),
  changes: z.array(z.string()),
  /** Always one that can be opened: a forum, or the support form of the install. */
  discussionsUrl: z.string(),
  isNew: z.boolean(),
  isDashboardOnly: z.boolean(),
})

export type OfferedPreview = z.infer<typeof preview>

const gate = z.object({
  name: z.enum(releaseGateNames),
  is_open: z.boolean(),
  /** Null while the default of the catalogue applies. */
  changed_at: z.nullable(z.string()),
  changed_by: z.nullable(z.string()),
  previews: z.array(z.object({ key: z.string(), name: z.string(), isReleased: z.boolean() })),
})

export type ReleaseGateState = z.infer<typeof gate>

export const previews = {
  /** Previews that this install offers; each browser stores the user's choice. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/feature-previews',
    response: z.object({ discussionsUrl: z.string(), previews: z.array(preview) }),
    permission: 'signed-in',
  }),
  gates: defineRoute({
    method: 'GET',
    path: '/platform/operator/release-gates',
    response: z.array(gate),
    permission: 'operator',
  }),
  setGate: defineRoute({
    method: 'PUT',
    path: '/platform/operator/release-gates/{name}',
    params: z.object({ name: z.enum(releaseGateNames) }),
    body: z.object({ is_open: z.boolean() }),
    response: gate,
    permission: 'operator',
  }),
}
