import { defaultSpendCap, type OrganizationPlan } from '@basalt/catalog'
import { sql } from 'kysely'

import { getHour, nextHour, type Period, periodAt, type PlanSegment } from '../billing/period.ts'
import type { Store } from './store.ts'

export type StoredSubscription = {
  organizationId: number
  slug: string
  name: string
  plan: OrganizationPlan
  billingEmail: string | null
  billingPartner: 'vercel_marketplace' | 'aws' | null
  anchor: Date
  closedThrough: Date
  /** Micro-dollars; null without a cap. */
  spendCap: number | null
  spendStep: number
  extraEmails: string[]
  customerId: string | null
  subscriptionId: string | null
  isDeleted: boolean
}

const readSubscriptions = (store: Store) =>
  store
    .selectFrom('subscriptions')
    .innerJoin('organizations', 'organizations.id', 'subscriptions.organization_id')
    .selectAll('subscriptions')
    .select(['slug', 'name', 'plan', 'billing_email', 'billing_partner', 'deleted_at'])

type Row = Awaited<ReturnType<ReturnType<typeof readSubscriptions>['executeTakeFirstOrThrow']>>

const present = (row: Row): StoredSubscription => ({
  organizationId: row.organization_id,
  slug: row.slug,
  name: row.name,
  plan: row.plan,
  billingEmail: row.billing_email,
  billingPartner: row.billing_partner,
  anchor: row.anchor,
  closedThrough: row.closed_through,
  spendCap: row.spend_cap === null ? null : Number(row.spend_cap),
  spendStep: row.spend_step,
  extraEmails: row.extra_emails,
  customerId: row.customer_id,
  subscriptionId: row.subscription_id,
  isDeleted: row.deleted_at !== null,
})

/** Starts the billing of a new organization, in the transaction that creates it. */
export async function insertSubscription(
  tx: Store,
  subscription: {
    organizationId: number
    plan: OrganizationPlan
    hasSpendCap: boolean
    at: Date
  },
): Promise<void> {
  const { organizationId, plan, hasSpendCap } = subscription
  const anchor = getHour(subscription.at)
  const cap = hasSpendCap ? defaultSpendCap[plan] : null
  await tx
    .insertInto('subscriptions')
    .values({
      organization_id: organizationId,
      anchor,
      closed_through: anchor,
      spend_cap: cap === null ? null : String(cap),
      grace_used_at: null,
      customer_id: null,
      subscription_id: null,
    })
    .execute()
  await insertPlanChange(tx, { organizationId, plan: 'free', effectiveAt: anchor })
  await insertPlanChange(tx, { organizationId, plan, effectiveAt: nextHour(subscription.at) })
}

/** The last choice of an hour is the one that counts. */
export async function insertPlanChange(
  tx: Store,
  change: { organizationId: number; plan: OrganizationPlan; effectiveAt: Date },
): Promise<void> {
  await tx
    .insertInto('plan_changes')
    .values({
      organization_id: change.organizationId,
      plan: change.plan,
      effective_at: change.effectiveAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'effective_at']).doUpdateSet({ plan: change.plan }),
    )
    .execute()
}

export async function findSubscription(
  store: Store,
  organizationId: number,
): Promise<StoredSubscription> {
  const row = await readSubscriptions(store)
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return present(row)
}

/** The step that spending has reached, in percent of the cap; 0 below the first. */
export async function findSpendStep(store: Store, organizationId: number): Promise<number> {
  const row = await store
    .selectFrom('subscriptions')
    .select('spend_step')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.spend_step ?? 0
}

/** As `findSubscription`; others who lock it wait until this transaction ends. */
export async function lockSubscription(
  tx: Store,
  organizationId: number,
): Promise<StoredSubscription> {
  const row = await readSubscriptions(tx)
    .where('organization_id', '=', organizationId)
    .forUpdate('subscriptions')
    .executeTakeFirstOrThrow()
  return present(row)
}

/** Every organization's, also of deleted ones whose last period is not billed yet. */
export async function listSubscriptions(store: Store): Promise<StoredSubscription[]> {
  const rows = await readSubscriptions(store).orderBy('organization_id').execute()
  return rows.map(present)
}

/** The plans of a period in order of time, from the one that is in force at its start. */
export async function planSegments(
  store: Store,
  organizationId: number,
  period: Period,
): Promise<PlanSegment[]> {
  const rows = await store
    .selectFrom('plan_changes')
    .select(['plan', 'effective_at as from'])
    .where('organization_id', '=', organizationId)
    .where('effective_at', '<', period.end)
    .where(
      'effective_at',
      '>=',
      sql<Date>`coalesce((
        select max(effective_at) from plan_changes
        where organization_id = ${organizationId} and effective_at <= ${period.start}
      ), '-infinity')`,
    )
    .orderBy('effective_at')
    .execute()
  return rows
}

/** The next period to bill: it starts where the last invoice ended. */
export const openPeriod = ({ anchor, closedThrough }: StoredSubscription): Period =>
  periodAt(anchor, closedThrough)
