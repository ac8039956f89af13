import { ApiError } from '@basalt/contract/errors'
import { invitations, type OpenedInvitation } from '@basalt/contract/organization/invitations'
import { hashToken } from '@basalt/identity'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { findMember, lockOrganization, saveMember } from '../../store/members.ts'
import { findOrganization } from '../../store/organizations.ts'
import { inTransaction, type Store } from '../../store/store.ts'
import {
  auditedAssignment,
  namesIn,
  requireAssignable,
  requireOfferedAssignment,
  showAssignment,
} from './assignments.ts'
import { type CallerRights, readCallerRights } from './caller-rights.ts'
import {
  deleteInvitation,
  findInvitationByToken,
  type StoredInvitation,
} from './invitation-store.ts'

const invalid = { state: 'invalid' } as const

/** The target of an invitation's link, for the user who opened it. */
export function joiningFeature({ store }: { store: Store }): Endpoint[] {
  const limit = createRateLimit({ points: 120, durationSeconds: 15 * 60 })
  return [
    serve(invitations.open, async ({ query }, context) => {
      await limit.consume(getUserId(context))
      return inTransaction(store, (tx) => open(tx, query, context))
    }),
    serve(invitations.accept, async ({ body }, context) => {
      await limit.consume(getUserId(context))
      return store.transaction().execute(async (tx) => accept(tx, body.token, context))
    }),
  ]
}

type Requested = { token: string; slug?: string | undefined }

async function open(
  tx: Store,
  { token, slug }: Requested,
  context: Context,
): Promise<OpenedInvitation> {
  const email = getEmail(context)
  const found = await findInvitationByToken(tx, hashToken(token))
  if (found !== null && found.email !== email) {
    return { state: 'wrong_account', invited_address: mask(found.email), signed_in_as: email }
  }
  const offer = found === null ? null : await getOffer(tx, found)
  const joined = await findOrganization(
    tx,
    getUserId(context),
    offer?.organization.slug ?? slug ?? '',
  )
  if (joined !== null) {
    return { state: 'already_member', organization: { name: joined.name, slug: joined.slug } }
  }
  if (found === null || offer === null) return invalid
  const { organization, assignment } = offer
  return {
    state: 'valid',
    ...assignment,
    organization: { name: organization.name, slug: organization.slug },
    email,
    invited_by: found.invitedBy?.email ?? null,
    expires_at: found.expiresAt.toISOString(),
  }
}

async function accept(tx: Store, token: string, context: Context): Promise<{ slug: string }> {
  const userId = getUserId(context)
  const seen = await findInvitationByToken(tx, hashToken(token))
  if (seen !== null && seen.email !== getEmail(context)) {
    throw new ApiError('forbidden', 'This invitation is for another email address')
  }
  const offer = seen === null ? null : await getOffer(tx, seen)
  // Read again with the lock, which excludes concurrent use.
  const found = offer === null ? null : await findInvitationByToken(tx, hashToken(token))
  if (offer === null || found === null) throw used()
  const { organization, assignment } = offer
  const key = { organizationId: organization.id, userId }
  if ((await findMember(tx, key)) !== null) {
    throw new ApiError('conflict', 'You are already a member of this organization')
  }
  await saveMember(tx, key, assignment)
  await deleteInvitation(tx, found.id)
  await context.audit(tx, {
    action: 'invitation.accepted',
    target: { kind: 'member', id: userId, name: found.email },
    organizationId: organization.id,
    after: { ...auditedAssignment(assignment), invited_by: found.invitedBy?.email ?? null },
  })
  return { slug: organization.slug }
}

/**
 * The valid part of the invitation: existing projects and roles, from a member who may assign them,
 * on a plan that has them. Null when nothing remains.
 */
async function getOffer(tx: Store, { organizationId, assignment, invitedBy }: StoredInvitation) {
  const row = await lockOrganization(tx, organizationId)
  if (row === null || invitedBy === null) return null
  const organization = { id: organizationId, ...row }
  const inviter = await readCallerRights(tx, organization, invitedBy)
  const shown = showAssignment(assignment, await namesIn(tx, organizationId))
  if (shown.role === null && shown.project_roles.length === 0) return null
  return (await isAssignable(tx, inviter, shown)) ? { organization, assignment: shown } : null
}

async function isAssignable(
  tx: Store,
  inviter: CallerRights,
  assignment: StoredInvitation['assignment'],
): Promise<boolean> {
  try {
    requireOfferedAssignment(inviter.organization.plan, assignment)
    await requireAssignable(tx, inviter, { after: assignment })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

const getEmail = (context: Context) => getPrincipal(context).email.toLowerCase()

const used = () =>
  new ApiError('not_found', 'This invitation has expired, was revoked or was already used')

/** Enough to recognise one's own address, too little to learn another one: `o•••@e•••.test`. */
export function mask(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const [host = '', ...rest] = domain.split('.')
  return `${name.charAt(0)}•••@${host.charAt(0)}•••.${rest.at(-1) ?? ''}`
}
