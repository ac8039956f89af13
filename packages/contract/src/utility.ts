import { cloudProviders } from '@basalt/catalog'
import { z } from 'zod/mini'

import { capabilities, defineRoute } from './route.ts'

const install = z.object({
  /** Optional features of this install; they decide which routes, menus and pages exist. */
  capabilities: z.array(z.enum(capabilities)),
  /** Where a project may be placed; empty for installs with one location. */
  placements: z.array(z.object({ cloud_provider: z.enum(cloudProviders), region: z.string() })),
  /** True outside production builds; the error page and duplicate-profile toast depend on it. */
  development: z.boolean(),
  version: z.string(),
  /** Features that the operator switched off, for screens before a profile is known. */
  disabled_features: z.array(z.string()),
  /** Whom people write to when they cannot get in. */
  support_email: z.string(),
})

export type Install = z.infer<typeof install>

const mail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sent_at: z.string(),
})

export type Mail = z.infer<typeof mail>

export const utility = {
  health: defineRoute({
    method: 'GET',
    path: '/api/health',
    response: z.object({ status: z.literal('ok') }),
    permission: 'public',
    isAnonymous: true,
  }),
  utcTime: defineRoute({
    method: 'GET',
    path: '/api/get-utc-time',
    response: z.object({ utcTime: z.string() }),
    permission: 'public',
    isAnonymous: true,
  }),
  install: defineRoute({
    method: 'GET',
    path: '/api/install',
    response: install,
    permission: 'public',
  }),
  /** Mails of an install without SMTP; answered to loopback addresses only. */
  outbox: defineRoute({
    method: 'GET',
    path: '/api/outbox',
    response: z.array(mail),
    permission: 'public',
    capability: 'outbox',
  }),
}
