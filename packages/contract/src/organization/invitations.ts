import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { assignment, shownAssignment } from './roles.ts'

/** Maximum number of addresses in one call. */
export const invitationLimit = 50

/** An address in its stored form: trimmed, in lower case. */
export const invitedAddress = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Enter a valid email address'))

const invitation = z.extend(shownAssignment, {
  id: z.string(),
  email: z.string(),
  /** Address of the member who sent it last. */
  invited_by: z.nullable(z.string()),
  created_at: z.string(),
  /** 24 hours after it was sent last. */
  expires_at: z.string(),
})

export type Invitation = z.infer<typeof invitation>

const result = z.object({
  email: z.string(),
  /** `undelivered`: the invitation exists, and its email can be sent again. */
  status: z.enum(['invited', 'renewed', 'already_member', 'invalid', 'undelivered']),
})

export type InvitationResult = z.infer<typeof result>

/** The state of an invitation that its link shows. */
const opened = z.discriminatedUnion('state', [
  z.extend(shownAssignment, {
    state: z.literal('valid'),
    organization: z.object({ name: z.string(), slug: z.string() }),
    email: z.string(),
    invited_by: z.nullable(z.string()),
    expires_at: z.string(),
  }),
  /** The address of the invitation is masked: `o•••@e•••.test`. */
  z.object({
    state: z.literal('wrong_account'),
    invited_address: z.string(),
    signed_in_as: z.string(),
  }),
  z.object({
    state: z.literal('already_member'),
    organization: z.object({ name: z.string(), slug: z.string() }),
  }),
  /** Expired, revoked, used or never sent: one answer. */
  z.object({ state: z.literal('invalid') }),
])

export type OpenedInvitation = z.infer<typeof opened>

const bySlug = z.object({ slug: z.string().check(z.minLength(1, 'slug is required')) })
const byId = z.extend(bySlug, { id: z.string() })
const done = z.object({ ok: z.literal(true) })
const token = z.string().check(z.minLength(1), z.maxLength(200))

export const invitations = {
  /** Open invitations, also expired ones; newest first. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/invitations',
    params: bySlug,
    response: z.array(invitation),
    permission: { action: 'read:Read', resource: 'members' },
    capability: 'organizations',
  }),
  /**
   * One result per address, in the order given. Never reveals whether an address has an account.
   */
  send: defineRoute({
    method: 'POST',
    path: '/platform/organizations/{slug}/invitations',
    params: bySlug,
    body: z.object({
      emails: z
        .array(z.string().check(z.maxLength(1000)))
        .check(
          z.minLength(1, 'Enter at least one address'),
          z.maxLength(invitationLimit, `Invite at most ${invitationLimit} people at once`),
        ),
      assignment,
    }),
    response: z.object({ results: z.array(result) }),
    permission: { action: 'write:Create', resource: 'members.developer' },
    capability: 'organizations',
  }),
  /** A new link that is valid for 24 hours; the old one stops working. */
  resend: defineRoute({
    method: 'POST',
    path: '/platform/organizations/{slug}/invitations/{id}/resend',
    params: byId,
    response: z.object({ status: z.enum(['renewed', 'undelivered']) }),
    permission: { action: 'write:Update', resource: 'user_invites' },
    capability: 'organizations',
  }),
  revoke: defineRoute({
    method: 'DELETE',
    path: '/platform/organizations/{slug}/invitations/{id}',
    params: byId,
    response: done,
    permission: { action: 'write:Delete', resource: 'user_invites' },
    capability: 'organizations',
  }),
  /** `slug` lets a member who opens a used link see that they joined already. */
  open: defineRoute({
    method: 'GET',
    path: '/platform/invitations',
    query: z.object({ token, slug: z.optional(z.string()) }),
    response: opened,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'organizations',
  }),
  accept: defineRoute({
    method: 'POST',
    path: '/platform/invitations/accept',
    body: z.object({ token }),
    response: z.object({ slug: z.string() }),
    permission: 'signed-in',
    token: 'session-only',
    capability: 'organizations',
  }),
}
