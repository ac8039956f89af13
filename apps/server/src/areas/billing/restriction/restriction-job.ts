import { periodAt } from '../../../billing/period.ts'
import type { Clock } from '../../../process/clock.ts'
import { recordAudit, systemOrigin } from '../../../store/audit.ts'
import type { Store } from '../../../store/store.ts'
import { listSubscriptions, type StoredSubscription } from '../../../store/subscriptions.ts'
import type { BillingServices } from '../closing/closing.ts'
import { mailOnce } from '../closing/notices.ts'
import { restrictionMail } from './restriction-mail.ts'
import { exceededQuotas } from './restriction-quota.ts'
import { nextRestriction, type Restriction } from './restriction.ts'

const origin = systemOrigin('Quota check')

/**
 * Compares the usage of every organization with the quotas of the Free plan, and moves
 * organizations that exceed them, or no longer do, by one step. Idempotent for repeated and
 * interrupted runs: the step and its audit entry are one transaction, and the email of a state is
 * sent by any run that finds it unrecorded. A crash between the email and its record sends that
 * email again; none is ever omitted.
 */
export async function applyRestrictions(services: BillingServices, clock: Clock): Promise<void> {
  for (const subscription of await listSubscriptions(services.store)) {
    if (subscription.isDeleted) continue
    const { organizationId } = subscription
    await applyRestriction(services, subscription, clock()).catch((error: unknown) =>
      // The others do not wait for this one; the next run tries it again.
      services.log.error({ err: error, organizationId }, 'A quota could not be checked'),
    )
  }
}

/** `applyRestrictions` for one organization, for when its plan has just changed. */
export async function applyRestriction(
  services: BillingServices,
  subscription: StoredSubscription,
  now: Date,
): Promise<void> {
  const { organizationId, anchor } = subscription
  const period = periodAt(anchor, now)
  const exceeded =
    subscription.plan === 'free'
      ? await exceededQuotas(services.store, { organizationId, period })
      : []
  const restriction = await services.store.transaction().execute(async (tx) => {
    const before = await lockRestriction(tx, organizationId)
    const after = nextRestriction(before, {
      now,
      isExceeded: exceeded.length > 0,
      isPaid: before.plan !== 'free',
      periodStart: period.start,
    })
    await keep(tx, { subscription, before, after, exceeded })
    return after
  })
  const mail = restrictionMail(restriction, { subscription, exceeded, url: services.publicUrl })
  if (mail === null) return
  await mailOnce(services, {
    ...mail,
    subscription,
    includesOwners: true,
    // Of the grace period, not of today: a state that outlasts a billing period is reported once.
    periodStart: periodAt(anchor, mail.graceEnd).start,
    at: now,
  })
}

/** Lifts a restriction, in an install without billing. */
export async function liftRestriction(
  { store }: Pick<BillingServices, 'store'>,
  subscription: StoredSubscription,
): Promise<void> {
  await store.transaction().execute(async (tx) => {
    const before = await lockRestriction(tx, subscription.organizationId)
    const after = { ...before, status: null, graceEnd: null }
    await keep(tx, { subscription, before, after, exceeded: [] })
  })
}

async function lockRestriction(
  tx: Store,
  organizationId: number,
): Promise<Restriction & { plan: string }> {
  // In the lock order of a change of plan, to avoid a deadlock.
  const { grace_used_at: graceUsedAt } = await tx
    .selectFrom('subscriptions')
    .select('grace_used_at')
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const organization = await tx
    .selectFrom('organizations')
    .select(['plan', 'restriction_status', 'grace_period_end'])
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    plan: organization.plan,
    status: organization.restriction_status,
    graceEnd: organization.grace_period_end,
    graceUsedAt,
  }
}

type Stored = {
  subscription: StoredSubscription
  before: Restriction
  after: Restriction
  exceeded: readonly string[]
}

async function keep(tx: Store, { subscription, before, after, exceeded }: Stored): Promise<void> {
  const { organizationId, name } = subscription
  if (after.status === before.status && sameTime(after.graceEnd, before.graceEnd)) return
  await tx
    .updateTable('organizations')
    .set({ restriction_status: after.status, grace_period_end: after.graceEnd })
    .where('id', '=', organizationId)
    .execute()
  await tx
    .updateTable('subscriptions')
    .set({ grace_used_at: after.graceUsedAt })
    .where('organization_id', '=', organizationId)
    .execute()
  await recordAudit(tx, origin, {
    action: 'organization.restriction_changed',
    organizationId,
    target: { kind: 'organization', id: String(organizationId), name },
    before: present(before),
    after: { ...present(after), exceeded },
  })
}

const present = ({ status, graceEnd }: Restriction) => ({
  restriction_status: status,
  grace_period_end: graceEnd?.toISOString() ?? null,
})

const sameTime = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()
