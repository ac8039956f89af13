import type Stripe from 'stripe'

import { type PaymentEvent, PaymentError } from '../../../billing/payment-provider.ts'
import { invoiceKey } from './stripe-invoices.ts'

/** Older events may be replayed by an attacker. */
const toleranceSeconds = 5 * 60

type Received = { body: Buffer; signature: string | undefined; secret: string; now: Date }

/** @throws PaymentError when Stripe did not sign these bytes within the last minutes. */
export async function readStripeEvent(
  stripe: Stripe,
  received: Received,
): Promise<PaymentEvent | null> {
  const event = verified(stripe, received)
  const type = meanings.get(event.type)
  if (type === undefined) return null
  if (event.type === 'setup_intent.succeeded') await preferFirst(stripe, event.data.object)
  const about = event.data.object as { id?: string; metadata?: Stripe.Metadata | null }
  return {
    id: event.id,
    type,
    occurredAt: new Date(event.created * 1000),
    externalId: about.id ?? null,
    ...ownIds(about.metadata ?? {}),
  }
}

/** Relevant events; all others are acknowledged and ignored. */
const meanings: ReadonlyMap<string, PaymentEvent['type']> = new Map([
  ['invoice.paid', 'invoice_paid'],
  ['invoice.payment_failed', 'invoice_failed'],
  ['customer.subscription.deleted', 'subscription_ended'],
  ['setup_intent.succeeded', 'method_changed'],
  ['payment_method.attached', 'method_changed'],
  ['payment_method.detached', 'method_changed'],
  ['payment_method.updated', 'method_changed'],
])

function verified(stripe: Stripe, { body, signature, secret, now }: Received): Stripe.Event {
  if (signature === undefined) throw new PaymentError('The event is not signed')
  // The library compares with the beginning of its tolerance only.
  const [, stamp = ''] = /(?:^|,)t=(\d{1,12})(?:,|$)/u.exec(signature) ?? []
  if (Number(stamp) * 1000 > now.getTime() + toleranceSeconds * 1000) {
    throw new PaymentError('The time of the event is in the future')
  }
  try {
    return stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    )
  } catch (cause) {
    throw new PaymentError('The signature of the event is wrong, or it is too old', { cause })
  }
}

/** Our ids in the metadata of the event's object. */
function ownIds(metadata: Stripe.Metadata) {
  const { organization_id: organization, [invoiceKey]: invoiceId = null } = metadata
  const organizationId = /^\d{1,15}$/u.test(organization ?? '') ? Number(organization) : null
  return { invoiceId, organizationId }
}

/** The first card of a customer becomes the default. */
async function preferFirst(stripe: Stripe, setup: Stripe.SetupIntent): Promise<void> {
  const customerId = getId(setup.customer)
  const methodId = getId(setup.payment_method)
  if (customerId === null || methodId === null) return
  const customer = await stripe.customers.retrieve(customerId)
  if (customer.deleted === true || customer.invoice_settings.default_payment_method !== null) return
  await stripe.customers.update(customerId, {
    invoice_settings: { default_payment_method: methodId },
  })
}

const getId = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)
