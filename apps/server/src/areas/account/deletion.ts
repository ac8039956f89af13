import { account } from '@basalt/contract/account/account'
import { ApiError } from '@basalt/contract/errors'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import type { OpenCalls } from '../../http/open-calls.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { deleteMember } from '../../store/members.ts'
import { closeOrganization } from '../../store/organization-settings.ts'
import type { Store } from '../../store/store.ts'
import { lockOrganizations, planDeletion, type PlannedDeletion } from './deletion-store.ts'
import { requireConfirmation } from './proofs.ts'
import { deleteUser } from './user-store.ts'

type DeletionServices = {
  store: Store
  mailer: Mailer
  openCalls: OpenCalls
}

/** Deletes an account with everything that is its owner's alone. */
export function deletionFeature(services: DeletionServices): Endpoint[] {
  const { store, mailer, openCalls } = services
  const getActor = (context: Context) => ({
    id: getUserId(context),
    email: getPrincipal(context).email,
  })
  return [
    serve(account.deletionPlan, async (_, context) => {
      const { plan } = await planDeletion(store, getActor(context))
      return plan
    }),
    serve(account.remove, async ({ body }, context) => {
      const user = getActor(context)
      if (body.confirm !== user.email) {
        const message = `Type ${user.email} to confirm`
        throw new ApiError('invalid_request', message, { fields: { confirm: message } })
      }
      await requireConfirmation(store, context)
      await store.transaction().execute(async (tx) => {
        await lockOrganizations(tx, user.id)
        const planned = await planDeletion(tx, user)
        refuseBlocked(planned)
        await leaveOrganizations(tx, planned, context)
        await context.audit(tx, {
          action: 'account.deleted',
          target: { kind: 'account', id: user.id, name: user.email },
          accountId: user.id,
          before: { organizations: planned.plan.removed.map(({ slug }) => slug) },
        })
        await deleteUser(tx, user.id)
      })
      await context.session.end()
      openCalls.endAccount(user.id)
      await mailer.send({
        to: user.email,
        subject: 'Your Basalt account was deleted',
        text: 'Your Basalt account was deleted, with its access tokens and saved queries. This address can be used for a new account.',
      })
      return { ok: true as const }
    }),
  ]
}

function refuseBlocked({ plan: { blocking } }: PlannedDeletion) {
  if (blocking.length === 0) return
  const names = blocking.map(({ name }) => name).join(', ')
  throw new ApiError(
    'conflict',
    `You are the last owner of ${names}. Make another member an owner there, or delete it first.`,
  )
}

async function leaveOrganizations(tx: Store, planned: PlannedDeletion, context: Context) {
  const { id: userId, name: email } = { id: getUserId(context), name: getPrincipal(context).email }
  for (const { id, name, slug } of planned.removed) {
    await closeOrganization(tx, id)
    await context.audit(tx, {
      action: 'organization.deleted',
      organizationId: id,
      target: { kind: 'organization', id: String(id), name },
      before: { name, slug },
    })
  }
  for (const { id, role } of planned.left) {
    await deleteMember(tx, { organizationId: id, userId })
    await context.audit(tx, {
      action: 'member.left',
      organizationId: id,
      target: { kind: 'member', id: userId, name: email },
      before: { role },
    })
  }
}
