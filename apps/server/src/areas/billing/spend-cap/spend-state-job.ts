import { spendPauseReason, getSpendStep, stoppedAt } from '../../../billing/spend-state.ts'
import type { Clock } from '../../../process/clock.ts'
import { recordAudit, systemOrigin } from '../../../store/audit.ts'
import type { Store } from '../../../store/store.ts'
import {
  findSubscription,
  listSubscriptions,
  lockSubscription,
  openPeriod,
  type StoredSubscription,
} from '../../../store/subscriptions.ts'
import { getSpend, type Spending } from '../accounts/account.ts'
import type { BillingServices } from '../closing/closing.ts'
import { mailOnce } from '../closing/notices.ts'
import { isPriced } from '../rating/rating.ts'
import { applyRestriction } from '../restriction/restriction-job.ts'
import { spendMail } from './spend-state-mail.ts'
import { type ProjectServices, settleProjects } from './spend-state-projects.ts'

const origin = systemOrigin('Spend cap')

/** Features that the install does not offer cannot stop. */
type Offered = { capabilities: readonly string[] }

export type SpendLimitServices = BillingServices & ProjectServices & Offered

/**
 * Moves every organization to the spend limit that its spending has reached: up, and down again
 * when the cap is raised or switched off, or a new period starts. The step and its audit entry are
 * one transaction; every run checks the effects of the step, so an interrupted run is completed by
 * the next one. Data is never deleted.
 */
export async function applySpendLimits(services: SpendLimitServices, clock: Clock): Promise<void> {
  const unsettled = await listUnsettled(services.store)
  for (const subscription of await listSubscriptions(services.store)) {
    const { organizationId, spendCap, spendStep, isDeleted } = subscription
    const isFree = spendCap === null && spendStep === 0 && !unsettled.has(organizationId)
    if (isDeleted || isFree) continue
    await applySpendStep(services, subscription, clock()).catch((error: unknown) =>
      // The others do not wait for this one; the next run tries it again.
      services.log.error({ err: error, organizationId }, 'A spend cap could not be applied'),
    )
  }
}

/** Organizations with a project that the spend cap has restricted and not released yet. */
async function listUnsettled(store: Store): Promise<Set<number>> {
  const rows = await store
    .selectFrom('projects')
    .select('organization_id')
    .distinct()
    .where('status', '<>', 'REMOVED')
    .where((project) =>
      project.or([
        project('is_read_only', '=', true),
        project('status_reason', '=', spendPauseReason),
      ]),
    )
    .execute()
  return new Set(rows.map((row) => row.organization_id))
}

/**
 * Applies the effects of another plan or cap at once, without waiting for the next run. It never
 * fails: the next run completes it.
 */
export async function settle(
  services: SpendLimitServices,
  organizationId: number,
  now: Date,
): Promise<void> {
  try {
    const subscription = await findSubscription(services.store, organizationId)
    await applyRestriction(services, subscription, now)
    await applySpendStep(services, subscription, now)
  } catch (error) {
    services.log.error(
      { err: error, organizationId },
      'A change of plan or cap waits for its effects',
    )
  }
}

/**
 * Removes every organization from the spend limits, in an install without billing: there the cap
 * could not be raised.
 */
export async function liftSpendCaps(services: SpendLimitServices): Promise<void> {
  const { store, capabilities } = services
  const unsettled = await listUnsettled(store)
  for (const { organizationId, spendStep, isDeleted } of await listSubscriptions(store)) {
    if (isDeleted || (spendStep === 0 && !unsettled.has(organizationId))) continue
    const before = await store.transaction().execute(async (tx) => {
      const locked = await lockSubscription(tx, organizationId)
      await keepStep(tx, locked, { spendStep: 0, spending: null, capabilities })
      return locked
    })
    await settleProjects(services, { ...before, spendStep: 0 })
  }
}

async function applySpendStep(
  services: SpendLimitServices,
  { organizationId }: Pick<StoredSubscription, 'organizationId'>,
  now: Date,
): Promise<void> {
  const { store, capabilities } = services
  const { subscription, spending } = await store.transaction().execute(async (tx) => {
    const before = await lockSubscription(tx, organizationId)
    const spent = await spendingUnderCap(tx, before, now)
    const spendStep = spent === null ? 0 : getSpendStep(spent, capabilities)
    await keepStep(tx, before, { spendStep, spending: spent, capabilities })
    return { subscription: { ...before, spendStep }, spending: spent }
  })
  if (spending !== null && subscription.spendStep > 0) {
    await mailOnce(services, {
      ...spendMail(subscription, { ...spending, capabilities, url: services.publicUrl }),
      subscription,
      includesOwners: true,
      periodStart: openPeriod(subscription).start,
      at: now,
    })
  }
  await settleProjects(services, subscription)
}

type CappedSpending = Spending & { capMicros: number }

/** Null without a limit: no cap, or a plan without a price. */
async function spendingUnderCap(
  tx: Store,
  subscription: StoredSubscription,
  now: Date,
): Promise<CappedSpending | null> {
  if (subscription.spendCap === null || !isPriced(subscription.plan)) return null
  const spending = await getSpend(tx, subscription.organizationId, now)
  return { ...spending, capMicros: subscription.spendCap }
}

async function keepStep(
  tx: Store,
  { organizationId, name, spendStep: before }: StoredSubscription,
  {
    spendStep,
    spending,
    capabilities,
  }: Offered & {
    spendStep: number
    spending: CappedSpending | null
  },
): Promise<void> {
  if (spendStep === before) return
  await tx
    .updateTable('subscriptions')
    .set({ spend_step: spendStep })
    .where('organization_id', '=', organizationId)
    .execute()
  await recordAudit(tx, origin, {
    action: 'organization.spend_step_changed',
    organizationId,
    target: { kind: 'organization', id: String(organizationId), name },
    before: { percent: before, stopped: stoppedAt(before, capabilities) },
    after: {
      percent: spendStep,
      stopped: stoppedAt(spendStep, capabilities),
      spent_micros: spending?.spentMicros ?? null,
      cap_micros: spending?.capMicros ?? null,
    },
  })
}
