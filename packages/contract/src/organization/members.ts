import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { assignment, shownAssignment } from './roles.ts'

const member = z.extend(shownAssignment, {
  user_id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  is_mfa_enabled: z.boolean(),
  /** To the minute; null when never. */
  last_seen_at: z.nullable(z.string()),
  joined_at: z.string(),
  is_you: z.boolean(),
})

export type Member = z.infer<typeof member>

const bySlug = z.object({ slug: z.string().check(z.minLength(1, 'slug is required')) })
const byUser = z.extend(bySlug, { user_id: z.string() })
const done = z.object({ ok: z.literal(true) })

/**
 * Roles are checked one by one: adding the new one and removing the old one each need their right.
 * The permission of a route here is that of the lowest role.
 */
export const members = {
  /** Sorted by address. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/members',
    params: bySlug,
    response: z.array(member),
    permission: { action: 'read:Read', resource: 'members' },
    capability: 'organizations',
  }),
  changeRole: defineRoute({
    method: 'PUT',
    path: '/platform/organizations/{slug}/members/{user_id}/role',
    params: byUser,
    body: assignment,
    response: done,
    permission: { action: 'write:Create', resource: 'members.developer' },
    capability: 'organizations',
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/organizations/{slug}/members/{user_id}',
    params: byUser,
    response: done,
    permission: { action: 'write:Delete', resource: 'members.developer' },
    capability: 'organizations',
  }),
  /** Every member may leave, also one who does not satisfy the organization's requirements. */
  leave: defineRoute({
    method: 'POST',
    path: '/platform/organizations/{slug}/leave',
    params: bySlug,
    response: done,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'organizations',
  }),
  /** The member becomes Owner and the caller Administrator. */
  transferOwnership: defineRoute({
    method: 'POST',
    path: '/platform/organizations/{slug}/ownership',
    params: bySlug,
    body: z.object({ user_id: z.string() }),
    response: done,
    permission: { action: 'write:Update', resource: 'members.ownership' },
    capability: 'organizations',
  }),
}
