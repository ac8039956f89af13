import { ApiError } from '@basalt/contract/errors'
import { members } from '@basalt/contract/organization/members'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import {
  deleteMember,
  findMember,
  hasOtherOwner,
  listMembers,
  saveMember,
  type StoredMember,
} from '../../store/members.ts'
import { usersWithMfa } from '../../store/second-factors.ts'
import type { Store } from '../../store/store.ts'
import {
  auditedAssignment,
  namesIn,
  requireAssignable,
  requireKnown,
  requireOfferedAssignment,
} from './assignments.ts'
import { inOrganization, Refusal, type CallerRights, unknownOrganization } from './caller-rights.ts'

const ok = { ok: true } as const
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const fullRole = (role: 'Owner' | 'Administrator') => ({ role, project_roles: [] })

/** The members of an organization and their roles. */
export function memberFeature({ store }: { store: Store }): Endpoint[] {
  return [
    serve(members.list, async (_, context) => presentMembers(store, context)),
    serve(members.changeRole, async ({ params, body }, context) =>
      inOrganization(store, context, async (tx, callerRights) => {
        const member = await requireMember(tx, callerRights, params.user_id)
        const names = await namesIn(tx, callerRights.organization.id)
        const shown = requireKnown(body, names)
        requireOfferedAssignment(callerRights.organization.plan, body)
        await requireAssignable(tx, callerRights, { before: member, after: body })
        if (body.role !== 'Owner') await requireOtherOwner(tx, callerRights, member)
        await saveMember(tx, getKey(callerRights, member), body)
        await context.audit(tx, {
          action: 'member.role_changed',
          target: getTarget(member),
          before: auditedAssignment(member),
          after: auditedAssignment(shown),
        })
        return ok
      }),
    ),
    serve(members.remove, async ({ params }, context) =>
      inOrganization(store, context, async (tx, callerRights) => {
        const member = await requireMember(tx, callerRights, params.user_id)
        await requireAssignable(tx, callerRights, { before: member, after: nothing })
        await removeMember(tx, callerRights, member)
        await context.audit(tx, {
          action: 'member.removed',
          target: getTarget(member),
          before: auditedAssignment(member),
        })
        return ok
      }),
    ),
    serve(members.leave, async ({ params }, context) => leave(store, params.slug, context)),
    serve(members.transferOwnership, async ({ body }, context) =>
      inOrganization(store, context, (tx, callerRights) =>
        transferOwnership(tx, { context, callerRights, userId: body.user_id }),
      ),
    ),
  ]
}

const nothing = { role: null, project_roles: [] }

async function presentMembers(store: Store, context: Context) {
  const { organization } = context
  if (organization === null) throw unknownOrganization()
  const found = await listMembers(store, organization.id)
  const withMfa = await usersWithMfa(
    store,
    found.map(({ userId }) => userId),
  )
  const { userId: caller } = getPrincipal(context)
  return found.map((member) => ({
    user_id: member.userId,
    email: member.email,
    name: member.name,
    role: member.role,
    project_roles: member.project_roles,
    is_mfa_enabled: withMfa.has(member.userId),
    last_seen_at: member.lastSeenAt?.toISOString() ?? null,
    joined_at: member.joinedAt.toISOString(),
    is_you: member.userId === caller,
  }))
}

async function leave(store: Store, slug: string, context: Context) {
  const userId = getUserId(context)
  const organization = context.access.organizations.get(slug)
  if (organization === undefined) throw unknownOrganization()
  context.organization = { id: organization.id, slug }
  return inOrganization(store, context, async (tx, callerRights) => {
    const member = await requireMember(tx, callerRights, userId)
    await removeMember(tx, callerRights, member)
    await context.audit(tx, {
      action: 'member.left',
      target: getTarget(member),
      before: auditedAssignment(member),
    })
    return ok
  })
}

type Transfer = { context: Context; callerRights: CallerRights; userId: string }

async function transferOwnership(tx: Store, { context, callerRights, userId }: Transfer) {
  const requested = members.transferOwnership.permission
  if (!callerRights.may(requested)) {
    throw new Refusal(
      `${requested.action} ${requested.resource}`,
      'You need additional permissions to transfer ownership',
      'user_id',
    )
  }
  const member = await requireMember(tx, callerRights, userId)
  if (userId === callerRights.userId) {
    const message = 'Choose another member'
    throw new ApiError('invalid_request', message, { fields: { user_id: message } })
  }
  const caller = await requireMember(tx, callerRights, callerRights.userId)
  await saveMember(tx, getKey(callerRights, member), fullRole('Owner'))
  await saveMember(tx, getKey(callerRights, caller), fullRole('Administrator'))
  await context.audit(tx, {
    action: 'ownership.transferred',
    target: getTarget(member),
    before: { owner: caller.email, [member.email]: auditedAssignment(member) },
    after: { owner: member.email, [caller.email]: { role: 'Administrator' } },
  })
  return ok
}

async function removeMember(tx: Store, callerRights: CallerRights, member: StoredMember) {
  await requireOtherOwner(tx, callerRights, member)
  await deleteMember(tx, getKey(callerRights, member))
}

/** Unknown ids and people of other organizations get the same answer. */
async function requireMember(tx: Store, { organization }: CallerRights, userId: string) {
  const member = uuid.test(userId)
    ? await findMember(tx, { organizationId: organization.id, userId })
    : null
  if (member === null) throw new ApiError('not_found', 'This member does not exist')
  return member
}

/** The organization is locked, so two owners cannot both count on each other. */
async function requireOtherOwner(tx: Store, callerRights: CallerRights, member: StoredMember) {
  if (member.role !== 'Owner' || (await hasOtherOwner(tx, getKey(callerRights, member)))) return
  throw new ApiError(
    'conflict',
    'An organization needs an owner. Make another member an owner first.',
  )
}

const getKey = ({ organization }: CallerRights, { userId }: StoredMember) => ({
  organizationId: organization.id,
  userId,
})

const getTarget = ({ userId, email }: StoredMember) => ({ kind: 'member', id: userId, name: email })
