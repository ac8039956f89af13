import type { Assignment } from '@basalt/access'
import { ApiError } from '@basalt/contract/errors'
import { invitations, invitedAddress } from '@basalt/contract/organization/invitations'
import type { InvitationResult } from '@basalt/contract/organization/invitations'
import { members } from '@basalt/contract/organization/members'
import { createMailToken } from '@basalt/identity'
import { z } from 'zod/mini'

import { type Context, getPrincipal } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { memberAddresses } from '../../store/members.ts'
import type { Store } from '../../store/store.ts'
import {
  auditedAssignment,
  namesIn,
  requireAssignable,
  requireKnown,
  requireOfferedAssignment,
  showAssignment,
} from './assignments.ts'
import { inOrganization, type CallerRights, unknownOrganization } from './caller-rights.ts'
import { invitationMail } from './invitation-mail.ts'
import {
  deleteInvitation,
  findInvitation,
  listInvitations,
  saveInvitation,
  type StoredInvitation,
} from './invitation-store.ts'

type Services = { store: Store; mailer: Mailer }

/** An email that is sent once its invitation is stored. */
type Letter = { email: string; mail: ReturnType<typeof invitationMail> }

const ok = { ok: true } as const
const hourSeconds = 60 * 60
const lifetimeMs = 24 * hourSeconds * 1000
const mailsAtOnce = 5
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** Inviting people by mail, for those who manage an organization. */
export function invitationFeature(services: Services): Endpoint[] {
  const { store } = services
  const limit = createRateLimit({ points: 60, durationSeconds: hourSeconds })
  return [
    serve(invitations.list, async (_, { organization }) => {
      if (organization === null) throw unknownOrganization()
      const [found, names] = await Promise.all([
        listInvitations(store, organization.id),
        namesIn(store, organization.id),
      ])
      return found.map((one) => ({
        ...showAssignment(one.assignment, names),
        id: one.id,
        email: one.email,
        invited_by: one.invitedBy?.email ?? null,
        created_at: one.createdAt.toISOString(),
        expires_at: one.expiresAt.toISOString(),
      }))
    }),
    serve(invitations.send, async ({ body }, context) => {
      await limit.consume(getPrincipal(context).email)
      return { results: await sendInvitations(services, body, context) }
    }),
    serve(invitations.resend, async ({ params }, context) => {
      await limit.consume(getPrincipal(context).email)
      const letter = await inOrganization(store, context, async (tx, callerRights) => {
        const { email, assignment } = await requireInvitation(tx, callerRights, params.id)
        return write(tx, { context, callerRights }, { email, assignment })
      })
      const undelivered = await deliver(services.mailer, [letter])
      return { status: undelivered.size === 0 ? ('renewed' as const) : ('undelivered' as const) }
    }),
    serve(invitations.revoke, async ({ params }, context) =>
      inOrganization(store, context, async (tx, callerRights) => {
        const found = await requireInvitation(tx, callerRights, params.id)
        await deleteInvitation(tx, found.id)
        await context.audit(tx, {
          action: 'invitation.revoked',
          target: { kind: 'invitation', id: found.id, name: found.email },
        })
        return ok
      }),
    ),
  ]
}

type Sent = { emails: readonly string[]; assignment: Assignment }

async function sendInvitations(
  services: Services,
  { emails, assignment }: Sent,
  context: Context,
): Promise<InvitationResult[]> {
  const parsed = emails.map((typed) => ({
    typed,
    email: z.safeParse(invitedAddress, typed).data,
  }))
  const addresses = [...new Set(parsed.flatMap(({ email }) => email ?? []))]
  const status = new Map<string, InvitationResult['status']>()
  const letters = await inOrganization(services.store, context, async (tx, callerRights) => {
    const there = await memberAddresses(tx, callerRights.organization.id, addresses)
    const written: (Letter & { isNew: boolean })[] = []
    // A forbidden assignment is refused for any addresses.
    await requireGivable(tx, callerRights, assignment)
    for (const email of addresses) {
      if (there.has(email)) {
        // A caller who may not see the members does not learn who is one.
        status.set(email, callerRights.may(members.list.permission) ? 'already_member' : 'invited')
      } else {
        written.push(await write(tx, { context, callerRights }, { email, assignment }))
      }
    }
    if (written.length === 0) await noteEmptyCall(tx, context, emails.length)
    return written
  })
  const undelivered = await deliver(services.mailer, letters)
  for (const { email, isNew } of letters) {
    status.set(email, isNew ? 'invited' : 'renewed')
    if (undelivered.has(email)) status.set(email, 'undelivered')
  }
  return parsed.map(({ typed, email }) => ({
    email: email ?? typed,
    status: email === undefined ? 'invalid' : (status.get(email) ?? 'invalid'),
  }))
}

/** A call without a new invitation is recorded too, because it may probe addresses. */
const noteEmptyCall = (tx: Store, context: Context, count: number) =>
  context.audit(tx, {
    action: 'invitation.created',
    outcome: 'failed',
    target: { kind: 'invitation', id: '-', name: null },
    after: { invited: 0, addresses: count },
  })

async function requireGivable(tx: Store, callerRights: CallerRights, assignment: Assignment) {
  requireOfferedAssignment(callerRights.organization.plan, assignment)
  await requireAssignable(tx, callerRights, { after: assignment })
  return requireKnown(assignment, await namesIn(tx, callerRights.organization.id))
}

/** Stores the invitation with a new link and returns its email. */
async function write(
  tx: Store,
  { context, callerRights }: { context: Context; callerRights: CallerRights },
  { email, assignment }: { email: string; assignment: Assignment },
): Promise<Letter & { isNew: boolean }> {
  const shown = await requireGivable(tx, callerRights, assignment)
  const { token, ...stored } = createMailToken(lifetimeMs)
  const { organization, userId } = callerRights
  const { id, isNew } = await saveInvitation(tx, {
    organizationId: organization.id,
    email,
    assignment,
    invitedBy: userId,
    ...stored,
  })
  await context.audit(tx, {
    action: isNew ? 'invitation.created' : 'invitation.resent',
    target: { kind: 'invitation', id, name: email },
    after: auditedAssignment(shown),
  })
  const mail = invitationMail(context.pageUrl, {
    email,
    organization,
    invitedBy: getPrincipal(context).email,
    assignment: shown,
    token,
  })
  return { email, mail, isNew }
}

/** Sends a few at a time and answers whom it could not reach. */
async function deliver(mailer: Mailer, letters: readonly Letter[]): Promise<Set<string>> {
  const undelivered = new Set<string>()
  const waiting = [...letters]
  const sendNext = async (): Promise<void> => {
    const letter = waiting.shift()
    if (letter === undefined) return
    await mailer.send(letter.mail).catch(() => undelivered.add(letter.email))
    return sendNext()
  }
  await Promise.all(Array.from({ length: mailsAtOnce }, sendNext))
  return undelivered
}

async function requireInvitation(
  tx: Store,
  { organization }: CallerRights,
  id: string,
): Promise<StoredInvitation> {
  const found = uuid.test(id) ? await findInvitation(tx, organization.id, id) : null
  if (found === null) throw new ApiError('not_found', 'This invitation was used or revoked')
  return found
}
