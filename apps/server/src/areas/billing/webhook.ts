import { ApiError } from '@basalt/contract/errors'

import { type PaymentEvent, PaymentError } from '../../billing/payment-provider.ts'
import { recordAudit, systemOrigin } from '../../store/audit.ts'
import { findInvoice, settleInvoice } from '../../store/invoices.ts'
import type { Store } from '../../store/store.ts'
import type { BillingFeatureServices } from './services.ts'

export const paymentWebhookPath = '/platform/stripe/webhook'

type WebhookServices = Pick<
  BillingFeatureServices,
  'store' | 'payments' | 'clock' | 'settle' | 'log'
>

/**
 * Receives events of the payment provider. Each event is applied once and recorded, in one
 * transaction: one that fails is sent and applied again.
 */
export function paymentWebhook(services: WebhookServices) {
  const { store, payments, clock, settle, log } = services
  return async (body: Buffer, signature: string | undefined): Promise<void> => {
    const event = await readEvent(() => payments.readEvent(body, signature), log)
    if (event === null) return
    const organizationId = await store.transaction().execute(async (tx) => {
      const isNew = await noteEvent(tx, event, clock())
      return isNew ? apply(tx, event) : null
    })
    if (organizationId !== null) await settle(organizationId)
  }
}

/** The reason of a refusal is only logged, so that a forger learns nothing. */
async function readEvent(
  read: () => Promise<PaymentEvent | null>,
  log: WebhookServices['log'],
): Promise<PaymentEvent | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    log.warn({ err: error }, 'An event of the payment provider was rejected')
    throw new ApiError('invalid_request', 'The event was rejected')
  }
}

async function noteEvent(tx: Store, { id, type }: PaymentEvent, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows: rows } = await tx
    .insertInto('payment_events')
    .values({ id, type, received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return rows === 1n
}

/** Answers the organization whose restriction may have changed. */
async function apply(tx: Store, event: PaymentEvent): Promise<number | null> {
  if (event.type === 'subscription_ended') await endSubscription(tx, event)
  if (event.type !== 'invoice_paid' && event.type !== 'invoice_failed') return null
  const invoice = isUuid(event.invoiceId) ? await findInvoice(tx, event.invoiceId) : null
  // The signature is the provider's, the ids are ours: both must refer to the same invoice.
  if (invoice === null || invoice.organization_id !== event.organizationId) return null
  const isPaid = event.type === 'invoice_paid'
  const settled = { status: 'paid' as const, by: 'Stripe', at: event.occurredAt }
  // An invoice that the operator marked as paid in between is not changed.
  if (isPaid && !(await settleInvoice(tx, invoice.id, settled))) return null
  await recordAudit(tx, systemOrigin('Stripe'), {
    action: isPaid ? 'invoice.paid' : 'invoice.payment_failed',
    outcome: isPaid ? 'done' : 'failed',
    organizationId: invoice.organization_id,
    target: { kind: 'invoice', id: invoice.id, name: invoice.number },
    before: { status: invoice.status },
    after: { status: isPaid ? 'paid' : invoice.status },
  })
  return isPaid ? invoice.organization_id : null
}

/** Only that subscription: a newer one continues. */
async function endSubscription(tx: Store, { organizationId, externalId }: PaymentEvent) {
  if (organizationId === null || externalId === null) return
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set({ subscription_id: null })
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', externalId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await recordAudit(tx, systemOrigin('Stripe'), {
    action: 'subscription.ended',
    organizationId,
    target: { kind: 'subscription', id: externalId },
  })
}

const isUuid = (text: string | null): text is string =>
  text !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(text)
