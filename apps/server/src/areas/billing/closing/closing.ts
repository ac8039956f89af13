import type { Charge } from '@basalt/contract/billing/amounts'

import type { Period } from '../../../billing/period.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { Log } from '../../../process/log.ts'
import { recordAudit, systemOrigin } from '../../../store/audit.ts'
import { creditBalance, insertInvoice } from '../../../store/invoices.ts'
import type { Store } from '../../../store/store.ts'
import {
  listSubscriptions,
  lockSubscription,
  openPeriod,
  planSegments,
  type StoredSubscription,
} from '../../../store/subscriptions.ts'
import { findCustomer } from '../accounts/customer-store.ts'
import { meteredThrough, ratedUsage } from '../accounts/usage-store.ts'
import { toDollars } from '../rating/money.ts'
import { rate } from '../rating/rating.ts'
import { mailOnce } from './notices.ts'

export type BillingServices = {
  store: Store
  mailer: Mailer
  publicUrl: string
  log: Log
}

const origin = systemOrigin('Billing')

/**
 * Creates the invoices of all ended periods with final usage. Each period is one transaction that
 * starts with a lock, so that nothing is billed twice, for concurrent and interrupted runs.
 */
export async function closePeriods(services: BillingServices, now: Date): Promise<void> {
  const through = await meteredThrough(services.store)
  if (through === null) return
  for (const subscription of await listSubscriptions(services.store)) {
    // Most are in the middle of a period and need no lock. The check is repeated with the lock.
    if (openPeriod(subscription).end > through) continue
    const { organizationId } = subscription
    // Several have ended when this did not run for a while.
    while (await closeNext(services, { organizationId, through, now }));
  }
}

type Due = { organizationId: number; through: Date; now: Date }

async function closeNext(services: BillingServices, due: Due): Promise<boolean> {
  const { store } = services
  const closed = await store.transaction().execute(async (tx) => {
    const subscription = await lockSubscription(tx, due.organizationId)
    const period = openPeriod(subscription)
    if (period.end > due.through) return null
    const charge = await getCharge(tx, subscription, period)
    const invoice = await issue(tx, { subscription, period, charge, at: due.now })
    await tx
      .updateTable('subscriptions')
      .set({ closed_through: period.end })
      .where('organization_id', '=', due.organizationId)
      .execute()
    return { subscription, period, charge, invoice }
  })
  if (closed === null) return false
  if (closed.invoice !== null) {
    const { subscription, period, charge, invoice } = closed
    await mailOnce(services, {
      subscription,
      periodStart: period.start,
      kind: 'invoice',
      at: due.now,
      subject: `Invoice ${invoice.number}: ${toDollars(charge.total_micros)}`,
      text: `The invoice of ${subscription.name} for the past billing period is available: ${toDollars(charge.total_micros)}.\n\n${services.publicUrl}/org/${subscription.slug}/billing#invoices`,
    })
  }
  return true
}

/** The charge of a period, from stored data: deterministic. */
export async function getCharge(
  store: Store,
  { organizationId }: StoredSubscription,
  period: Period,
): Promise<Charge> {
  const segments = await planSegments(store, organizationId, period)
  return rate({
    period,
    segments,
    usage: await ratedUsage(store, { organizationId, period, segments }),
    creditMicros: await creditBalance(store, organizationId),
  })
}

type Closing = { subscription: StoredSubscription; period: Period; charge: Charge; at: Date }

/** Null when there is nothing to bill, or when a partner bills. */
async function issue(tx: Store, { subscription, period, charge, at }: Closing) {
  if (charge.lines.length === 0 || subscription.billingPartner !== null) return null
  const { organizationId, name, billingEmail } = subscription
  const customer = await findCustomer(tx, organizationId)
  const invoice = await insertInvoice(tx, {
    organizationId,
    period,
    charge,
    customer: {
      name: customer.billing_name ?? name,
      email: billingEmail,
      address: customer.address,
      tax_id: customer.tax_id,
    },
    at,
  })
  await recordAudit(tx, origin, {
    action: 'invoice.issued',
    organizationId,
    target: { kind: 'invoice', id: invoice.id, name: invoice.number },
    after: { total_micros: charge.total_micros },
  })
  return invoice
}
