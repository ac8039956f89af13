import type { OrganizationPlan } from '@basalt/catalog'

import { findCustomer, saveCustomer } from '../areas/billing/accounts/customer-store.ts'
import { getCharge } from '../areas/billing/closing/closing.ts'
import { getHour, hoursBetween, type Period } from '../billing/period.ts'
import { recordAudit, systemOrigin } from '../store/audit.ts'
import { insertInvoice, settleInvoice } from '../store/invoices.ts'
import type { Store } from '../store/store.ts'
import { findSubscription, insertPlanChange, openPeriod } from '../store/subscriptions.ts'

/** The state of an organization's billing in the demo. */
export type BillingScene = {
  organizationSlug: string
  plan: OrganizationPlan
  /** Days for which it has been on the plan. */
  ageDays: number
  partner: 'vercel_marketplace' | 'aws' | null
  restriction: 'grace_period' | 'grace_period_over' | 'restricted' | null
  hasAddress: boolean
  hasBillingEmail: boolean
  /** Whether the last invoice is unpaid. */
  isOverdue: boolean
}

const origin = systemOrigin('demo')
const [hourMs, dayMs] = [3_600_000, 24 * 3_600_000]
const GB = 1_073_741_824
/** The size of a database without tables. */
const emptyBytes = 7_800_000

/**
 * Sets an organization's billing state for the scene, relative to now. The displayed state follows
 * from stored data: usage beyond a quota, billed periods, an open invoice. A second call changes
 * only what depends on time. Returns the slug, which for some partners identifies the origin of the
 * organization.
 */
export async function arrangeBilling(store: Store, scene: BillingScene): Promise<string> {
  const now = new Date()
  const { id, name } = await store
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('slug', '=', scene.organizationSlug)
    .executeTakeFirstOrThrow()
  return store.transaction().execute(async (tx) => {
    if (await isNew(tx, id)) await begin(tx, id, { scene, now })
    await restrict(tx, id, { scene, now })
    await recordAudit(tx, origin, {
      action: 'organization.arranged',
      target: { kind: 'organization', id: scene.organizationSlug, name },
      organizationId: id,
      after: { ...scene },
    })
    return getSlug(scene)
  })
}

/** SPEC.md section 3: the slug of a Vercel organization starts with its partner. */
const getSlug = ({ organizationSlug: slug, partner }: BillingScene) =>
  partner === 'vercel_marketplace' && !slug.startsWith('vercel_') ? `vercel_${slug}` : slug

/** Whether an earlier start has not set up the organization. */
async function isNew(tx: Store, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('plan_changes')
    .select('id')
    .where('organization_id', '=', id)
    .where('effective_at', '<', new Date(Date.now() - dayMs))
    .executeTakeFirst()
  return row === undefined
}

type Arranging = { scene: BillingScene; now: Date }

async function begin(tx: Store, id: number, { scene, now }: Arranging): Promise<void> {
  const anchor = new Date(getHour(now).getTime() - scene.ageDays * dayMs)
  await tx
    .updateTable('organizations')
    .set({
      slug: getSlug(scene),
      plan: scene.plan,
      billing_partner: scene.partner,
      ...(!scene.hasBillingEmail && { billing_email: null }),
    })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('plan_changes').where('organization_id', '=', id).execute()
  await insertPlanChange(tx, { organizationId: id, plan: scene.plan, effectiveAt: anchor })
  await tx
    .updateTable('subscriptions')
    .set({
      anchor,
      closed_through: anchor,
      spend_cap: scene.plan === 'pro' ? '50000000' : null,
    })
    .where('organization_id', '=', id)
    .execute()
  if (scene.hasAddress) await saveCustomer(tx, id, address)
  await useSome(tx, id, { anchor, now })
  if (scene.partner === null) await billPast(tx, id, { scene, now })
}

const address = {
  billing_name: null,
  address: {
    line1: '1 Harbour Street',
    line2: null,
    city: 'Bergen',
    postal_code: '5003',
    state: null,
    country: 'NO',
  },
  tax_id: null,
}

/** A project that grows a little, and is used more by day than by night. */
async function useSome(tx: Store, id: number, { anchor, now }: { anchor: Date; now: Date }) {
  const projects = await tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', id)
    .execute()
  const hours = hoursBetween(anchor, getHour(now))
  const rows = projects.flatMap(({ id: project_id }) =>
    Array.from({ length: hours }, (_, index) => {
      const hour = new Date(anchor.getTime() + index * hourMs)
      const daylight = 1 + Math.max(0, Math.sin(((hour.getUTCHours() - 6) / 12) * Math.PI))
      return [
        {
          project_id,
          metric: 'database_size' as const,
          hour,
          quantity: String(Math.round(emptyBytes * (0.8 + (0.2 * index) / hours))),
        },
        {
          project_id,
          metric: 'egress' as const,
          hour,
          quantity: String(Math.round((daylight * GB) / 100)),
        },
      ]
    }).flat(),
  )
  for (let start = 0; start < rows.length; start += 2000) {
    await tx
      .insertInto('usage_hours')
      .values(rows.slice(start, start + 2000))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** An invoice for each period that is over, dated as if it had been made in time. */
async function billPast(tx: Store, id: number, { scene, now }: Arranging): Promise<void> {
  const periods: Period[] = []
  for (;;) {
    const subscription = await findSubscription(tx, id)
    const period = openPeriod(subscription)
    if (period.end > now) break
    periods.push(period)
    const charge = await getCharge(tx, subscription, period)
    const { address: place, tax_id } = await findCustomer(tx, id)
    if (charge.lines.length > 0) {
      const customer = {
        name: subscription.name,
        email: subscription.billingEmail,
        address: place,
        tax_id,
      }
      const invoice = await insertInvoice(tx, {
        organizationId: id,
        period,
        charge,
        customer,
        at: period.end,
      })
      const paidAt = new Date(period.end.getTime() + 3 * dayMs)
      if (!scene.isOverdue) {
        await settleInvoice(tx, invoice.id, { status: 'paid', by: 'demo', at: paidAt })
      }
    }
    await tx
      .updateTable('subscriptions')
      .set({ closed_through: period.end })
      .where('organization_id', '=', id)
      .execute()
  }
}

/** More egress than the Free plan includes, and the state that follows from it in time. */
async function restrict(tx: Store, id: number, { scene, now }: Arranging): Promise<void> {
  if (scene.restriction === null) return
  const { start } = openPeriod(await findSubscription(tx, id))
  const project = await tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', id)
    .where('status', '<>', 'REMOVED')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('usage_hours')
    .values({
      project_id: project.id,
      metric: 'cached_egress',
      hour: start,
      quantity: String(6 * GB),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (scene.restriction !== 'grace_period') {
    await tx
      .updateTable('subscriptions')
      .set({ grace_used_at: now })
      .where('organization_id', '=', id)
      .execute()
  }
  const days = { grace_period: 9, grace_period_over: 0, restricted: -3 }[scene.restriction]
  await tx
    .updateTable('organizations')
    .set({
      restriction_status: scene.restriction,
      grace_period_end: new Date(now.getTime() + days * dayMs),
    })
    .where('id', '=', id)
    .execute()
}
