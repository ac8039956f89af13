import type { Assignment } from '@basalt/access'
import type { OrganizationPlan } from '@basalt/catalog'

import { getHour } from '../billing/period.ts'
import { runOperatorCommand } from '../commands/operator-command.ts'
import { recordAudit, systemOrigin } from '../store/audit.ts'
import { findMember, saveMember } from '../store/members.ts'
import type { Store } from '../store/store.ts'
import { insertPlanChange } from '../store/subscriptions.ts'

export { arrangeBilling } from './demo-billing.ts'

/** Makes a user an operator of the install. */
export async function makeOperator(store: Store, email: string): Promise<void> {
  await runOperatorCommand(store, { email, isOperator: true }, () => undefined)
}

const origin = systemOrigin('demo')

/**
 * Adds an existing user as a member, for the demo's fixtures. Everything else goes through the API
 * like any user's work.
 */
export async function grantRole(
  store: Store,
  member: { email: string; organizationSlug: string; assignment: Assignment },
): Promise<void> {
  await store.transaction().execute(async (tx) => {
    const organization = await bySlug(tx, member.organizationSlug)
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', member.email)
      .executeTakeFirstOrThrow()
    const key = { organizationId: organization.id, userId: user.id }
    if ((await findMember(tx, key)) !== null) return
    await saveMember(tx, key, member.assignment)
    await recordAudit(tx, origin, {
      action: 'member.joined',
      target: { kind: 'user', id: user.id, name: member.email },
      organizationId: organization.id,
      after: { ...member.assignment },
    })
  })
}

/**
 * Sets an organization's plan without payment, and its requirement of multi-factor authentication.
 */
export async function arrangeOrganization(
  store: Store,
  target: { organizationSlug: string; plan: OrganizationPlan; requiresMfa: boolean },
): Promise<void> {
  await store.transaction().execute(async (tx) => {
    const { id, plan, organization_requires_mfa } = await bySlug(tx, target.organizationSlug)
    const after = { plan: target.plan, organization_requires_mfa: target.requiresMfa }
    if (plan === after.plan && organization_requires_mfa === target.requiresMfa) return
    await tx.updateTable('organizations').set(after).where('id', '=', id).execute()
    await insertPlanChange(tx, {
      organizationId: id,
      plan: target.plan,
      effectiveAt: getHour(new Date()),
    })
    await recordAudit(tx, origin, {
      action: 'organization.arranged',
      target: { kind: 'organization', id: target.organizationSlug },
      organizationId: id,
      before: { plan, organization_requires_mfa },
      after,
    })
  })
}

const bySlug = (tx: Store, slug: string) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'plan', 'organization_requires_mfa'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
