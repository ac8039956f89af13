import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { profile, readPermissions, readProfile } from './own-profile.ts'

const passwordCheck = z.object({
  result: z.object({
    score: z.int().check(z.minimum(0), z.maximum(4)),
    feedback: z.object({ suggestions: z.array(z.string()), warning: z.string() }),
  }),
})

export type PasswordCheck = z.infer<typeof passwordCheck>['result']

const session = z.object({
  id: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
  ip_address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  is_current: z.boolean(),
})

export type Session = z.infer<typeof session>

const byId = z.object({ id: z.string() })

export const profiles = {
  get: readProfile,
  create: defineRoute({
    method: 'POST',
    path: '/platform/profile',
    response: profile,
    permission: 'signed-in',
    capability: 'accounts',
  }),
  /** Public: the sign-up form shows the score before an account exists. */
  checkPassword: defineRoute({
    method: 'POST',
    path: '/platform/profile/password-check',
    body: z.object({ password: z.string() }),
    response: passwordCheck,
    permission: 'public',
    isRead: true,
  }),
  permissions: readPermissions,
  sessions: defineRoute({
    method: 'GET',
    path: '/platform/profile/sessions',
    response: z.array(session),
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  revokeSession: defineRoute({
    method: 'DELETE',
    path: '/platform/profile/sessions/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
}
