import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { optionalName } from '../typed-name.ts'

const done = z.object({ ok: z.literal(true) })

const details = z.object({
  /** The address that waits for its confirmation. */
  pending_email: z.nullable(z.string()),
  identities: z.array(
    z.object({
      provider: z.string(),
      created_at: z.string(),
      /** Null where it can be unlinked. */
      locked_reason: z.nullable(z.string()),
    }),
  ),
})

export type AccountDetails = z.infer<typeof details>

const named = z.object({ slug: z.string(), name: z.string() })

const deletionPlan = z.object({
  email: z.string(),
  /** Organizations without other members and projects: deleted with the account. */
  removed: z.array(named),
  /** Organizations that go on without the account. */
  left: z.array(named),
  /** Organizations that would lose their last owner; they block the deletion of the account. */
  blocking: z.array(z.extend(named, { members: z.int(), projects: z.int() })),
  access_tokens: z.int(),
  snippets: z.int(),
})

export type DeletionPlan = z.infer<typeof deletionPlan>

const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Enter a valid email address'))

/**
 * Routes of a user's own account. Changes to sign-in methods need a recent confirmation of
 * identity: without it they are refused with `confirmation_required`.
 */
export const account = {
  details: defineRoute({
    method: 'GET',
    path: '/platform/profile/account',
    response: details,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/platform/profile',
    feature: 'profile:show_information',
    body: z.object({
      name: z.optional(optionalName(100)),
      /** A name of the time zone database; null for the zone of the device. */
      time_zone: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    }),
    hasForm: true,
    response: done,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  /** The answer is the same whether the address belongs to another account or not. */
  changeEmail: defineRoute({
    method: 'POST',
    path: '/platform/profile/email',
    feature: 'profile:show_email',
    body: z.object({ email }),
    hasForm: true,
    response: done,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  cancelEmailChange: defineRoute({
    method: 'DELETE',
    path: '/platform/profile/email',
    response: done,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  /** Opened from the email, in any browser: the link is the proof. */
  confirmEmail: defineRoute({
    method: 'POST',
    path: '/platform/confirm-email',
    body: z.object({ token: z.string().check(z.minLength(1)) }),
    response: z.object({ email: z.string() }),
    permission: 'public',
    capability: 'accounts',
  }),
  unlinkIdentity: defineRoute({
    method: 'DELETE',
    path: '/platform/profile/identities/{provider}',
    params: z.object({ provider: z.string() }),
    response: done,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  deletionPlan: defineRoute({
    method: 'GET',
    path: '/platform/profile/deletion',
    response: deletionPlan,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  remove: defineRoute({
    method: 'POST',
    path: '/platform/profile/deletion',
    feature: 'profile:show_account_deletion',
    /** `confirm` is the account's address, typed by its owner. */
    body: z.object({ confirm: z.string() }),
    response: done,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
}
