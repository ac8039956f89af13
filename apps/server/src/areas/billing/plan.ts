import { type OrganizationPlan, organizationPlans } from '@basalt/catalog'
import { billing } from '@basalt/contract/billing/billing'
import { ApiError } from '@basalt/contract/errors'

import { nextHour } from '../../billing/period.ts'
import type { Context } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { insertPlanChange, lockSubscription } from '../../store/subscriptions.ts'
import { readAccount } from './accounts/account.ts'
import { previewPlan, spendCapOn } from './accounts/plan-change.ts'
import { readCost } from './accounts/plan-cost-store.ts'
import { getCustomer, readable } from './customers.ts'
import { isPriced } from './rating/rating.ts'
import { type BillingFeatureServices, getOrganization } from './services.ts'
import { presentSubscription } from './subscription.ts'

export function planFeature(services: BillingFeatureServices): Endpoint[] {
  const { store, clock } = services
  return [
    serve(billing.previewPlan, async ({ query }, context) =>
      preview(services, { organizationId: getOrganization(context).id, plan: query.plan }),
    ),
    serve(billing.changePlan, async ({ body }, context) => {
      const { id } = getOrganization(context)
      await change(services, context, body.plan)
      await services.settle(id)
      return presentSubscription(services, await readAccount(store, id, clock()))
    }),
  ]
}

const hourMs = 3_600_000

type Target = { organizationId: number; plan: OrganizationPlan }

async function preview(
  { store, clock, capabilities: services }: BillingFeatureServices,
  { organizationId, plan }: Target,
) {
  const now = clock()
  const account = await readAccount(store, organizationId, now)
  const cost = await readCost(store, { organizationId, plan, now })
  const effectiveAt = await nextEffect(store, { organizationId, plan, at: now })
  return previewPlan(account, { plan, effectiveAt, cost, services })
}

async function change(services: BillingFeatureServices, context: Context, plan: OrganizationPlan) {
  const { store, clock } = services
  const { id: organizationId } = getOrganization(context)
  const { obstacles } = await preview(services, { organizationId, plan })
  const [obstacle] = obstacles
  if (obstacle !== undefined) {
    throw new ApiError('conflict', obstacle, { fields: { plan: obstacles.join(' ') } })
  }
  const subscriptionId = await followPlan(services, { organizationId, plan })
  await store.transaction().execute(async (tx) => {
    // A project may have been created or the plan changed since the preview.
    const { plan: before } = await lockSubscription(tx, organizationId)
    const { obstacles: now } = await preview({ ...services, store: tx }, { organizationId, plan })
    if (now[0] !== undefined) throw new ApiError('conflict', now[0])
    await savePlan(tx, { organizationId, plan, subscriptionId, at: clock() })
    await context.audit(tx, {
      action: 'organization.plan_changed',
      target: { kind: 'organization', id: getOrganization(context).slug },
      before: { plan: before },
      after: { plan },
    })
  })
}

async function savePlan(
  tx: Store,
  saved: Target & { subscriptionId: string | null; at: Date },
): Promise<void> {
  const { organizationId, plan, subscriptionId, at } = saved
  const cap = spendCapOn(plan, await lockedCap(tx, organizationId))
  await tx.updateTable('organizations').set({ plan }).where('id', '=', organizationId).execute()
  await tx
    .updateTable('subscriptions')
    .set({
      spend_cap: cap === null ? null : String(cap),
      ...(subscriptionId !== null && { subscription_id: subscriptionId }),
    })
    .where('organization_id', '=', organizationId)
    .execute()
  await insertPlanChange(tx, {
    organizationId,
    plan,
    effectiveAt: await nextEffect(tx, { organizationId, plan, at }),
  })
}

/**
 * The full hour from which the plan counts. A larger plan that was chosen in this hour is
 * paid for one hour, however soon it is left again.
 */
async function nextEffect(
  store: Store,
  { organizationId, plan, at }: { organizationId: number; plan: OrganizationPlan; at: Date },
): Promise<Date> {
  const next = nextHour(at)
  const chosen = await store
    .selectFrom('plan_changes')
    .select(['plan', 'effective_at'])
    .where('organization_id', '=', organizationId)
    .where('effective_at', '>=', next)
    .orderBy('effective_at', 'desc')
    .executeTakeFirst()
  if (chosen === undefined || getRank(chosen.plan) <= getRank(plan)) return next
  return new Date(chosen.effective_at.getTime() + hourMs)
}

const getRank = (plan: OrganizationPlan) => organizationPlans.indexOf(plan)

async function lockedCap(tx: Store, organizationId: number): Promise<number | null> {
  return (await lockSubscription(tx, organizationId)).spendCap
}

/** The payment provider follows: a paid plan needs a way to pay, where cards are taken. */
async function followPlan(
  services: BillingFeatureServices,
  { organizationId, plan }: Target,
): Promise<string | null> {
  const { payments, store } = services
  if (!payments.takesCards) return null
  const customerId = await getCustomer(services, organizationId)
  if (isPriced(plan) && (await readable(payments.methods(customerId))).length === 0) {
    throw new ApiError('payment_required', 'Add a payment method first', {
      fields: { plan: 'Add a payment method first' },
    })
  }
  const { subscription_id: subscriptionId } = await store
    .selectFrom('subscriptions')
    .select('subscription_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const followed = await readable(
    payments.setSubscription({ organizationId, customerId, subscriptionId, plan }),
  )
  return followed.subscriptionId
}
