import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'

/** The lifetime of a new token; `custom` comes with a date. */
export const tokenLifetimes = ['1-hour', '1-day', '7-days', '30-days', 'never', 'custom'] as const

/** The latest date that may be chosen for a token, in days from now. */
export const maxTokenDays = 365

const tokenReaches = ['all', 'organizations', 'projects'] as const

const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** First characters, enough to recognise it. */
  prefix: z.string(),
  /** `classic` has all rights of its owner; `fine-grained` only those of its scopes. */
  kind: z.enum(['classic', 'fine-grained']),
  scopes: z.array(z.string()),
  reach: z.enum(tokenReaches),
  organizations: z.array(z.object({ slug: z.string(), name: z.string() })),
  projects: z.array(z.object({ ref: z.string(), name: z.string() })),
  created_at: z.string(),
  /** Null for a token that never expires. */
  expires_at: z.nullable(z.string()),
  is_expired: z.boolean(),
  last_used_at: z.nullable(z.string()),
})

export type AccessToken = z.infer<typeof accessToken>

const names = z._default(z.array(z.string()).check(z.maxLength(200)), [])

/**
 * An account's access tokens. No token reaches these routes, because it could create further
 * tokens.
 */
export const accessTokens = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/profile/access-tokens',
    response: z.array(accessToken),
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/profile/access-tokens',
    body: z.object({
      name: typedName(100),
      kind: z._default(z.enum(['classic', 'fine-grained']), 'classic'),
      /** Of a fine-grained token: ids of the scopes table. */
      scopes: names,
      reach: z._default(z.enum(tokenReaches), 'all'),
      organization_slugs: names,
      project_refs: names,
      expires: z._default(z.enum(tokenLifetimes), 'never'),
      /** With `expires: 'custom'`: in the future, at most a year from now. */
      expires_at: z.optional(z.iso.datetime({ offset: true, error: 'Choose a date' })),
    }),
    /** `token` is answered here once and never again; only its hash is stored. */
    response: z.extend(accessToken, { token: z.string() }),
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  revoke: defineRoute({
    method: 'DELETE',
    path: '/platform/profile/access-tokens/{id}',
    params: z.object({ id: z.string() }),
    response: z.object({ ok: z.literal(true) }),
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
}
