import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

export const profile = z.object({
  id: z.string(),
  primary_email: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  /** In which times are shown; null for the zone of the device. */
  time_zone: z.nullable(z.string()),
  disabled_features: z.array(z.string()),
  is_mfa_enabled: z.boolean(),
  /** Whether the user operates this install. */
  is_operator: z.boolean(),
})

export type Profile = z.infer<typeof profile>

const permissionRule = z.object({
  organization_slug: z.string(),
  actions: z.array(z.string()),
  resources: z.array(z.string()),
  project_refs: z.array(z.string()),
  restrictive: z.boolean(),
  condition: z.nullable(z.unknown()),
})

/** Every page calls it: separate from the other routes, so that those load with their screens. */
export const readProfile = defineRoute({
  method: 'GET',
  path: '/platform/profile',
  response: profile,
  permission: 'signed-in',
})

export const readPermissions = defineRoute({
  method: 'GET',
  path: '/platform/profile/permissions',
  response: z.array(permissionRule),
  permission: 'signed-in',
  capability: 'accounts',
})
