import type Stripe from 'stripe'

import { type ClosedInvoice, PaymentError } from '../../../billing/payment-provider.ts'

/** The metadata key of our invoice id in Stripe's invoice. */
export const invoiceKey = 'basalt_invoice_id'

/**
 * Creates Stripe's invoice for a closed one, or continues one that was started: each step is looked
 * up before it is done, so it can be repeated after any failure, at any time.
 */
export async function collectInvoice(stripe: Stripe, invoice: ClosedInvoice) {
  const { lines, totalCents, number } = invoice
  const sum = lines.reduce((total, { amountCents }) => total + amountCents, 0)
  if (sum !== totalCents)
    throw new PaymentError(`The lines of invoice ${number} do not add up to its total`)
  if (totalCents === 0) return { externalId: null, payUrl: null }
  const known = await findInvoice(stripe, invoice)
  const started = known ?? (await begin(stripe, invoice))
  if (started.status !== 'draft') return shown(started)
  await addLines(stripe, invoice, started.id)
  return shown(
    await stripe.invoices.finalizeInvoice(
      started.id,
      { auto_advance: true },
      { idempotencyKey: `invoice-${invoice.id}-finalize` },
    ),
  )
}

const shown = (invoice: Stripe.Invoice) => ({
  externalId: invoice.id,
  payUrl: invoice.hosted_invoice_url ?? null,
})

async function findInvoice(
  stripe: Stripe,
  { id, customerId }: ClosedInvoice,
): Promise<Stripe.Invoice | undefined> {
  for await (const one of stripe.invoices.list({ customer: customerId, limit: 100 })) {
    if (one.metadata?.[invoiceKey] === id) return one
  }
  return undefined
}

/** A card is charged by itself; who has none gets until the due date. */
async function begin(stripe: Stripe, invoice: ClosedInvoice): Promise<Stripe.Invoice> {
  const customer = await stripe.customers.retrieve(invoice.customerId)
  if (customer.deleted === true) throw new PaymentError('The customer was deleted at the provider')
  const hasMethod = customer.invoice_settings.default_payment_method !== null
  return stripe.invoices.create(
    {
      customer: invoice.customerId,
      currency: 'usd',
      // Finished only when every line is there.
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      description: `Invoice ${invoice.number}`,
      metadata: {
        [invoiceKey]: invoice.id,
        number: invoice.number,
        organization_id: String(invoice.organizationId),
      },
      ...(hasMethod
        ? { collection_method: 'charge_automatically' as const }
        : {
            collection_method: 'send_invoice' as const,
            due_date: Math.floor(invoice.dueAt.getTime() / 1000),
          }),
    },
    { idempotencyKey: `invoice-${invoice.id}${hasMethod ? '' : '-by-mail'}` },
  )
}

async function addLines(stripe: Stripe, invoice: ClosedInvoice, externalId: string): Promise<void> {
  const added = new Set<string>()
  for await (const { metadata } of stripe.invoices.listLineItems(externalId, { limit: 100 })) {
    added.add(metadata['line'] ?? '')
  }
  for (const [index, { description, amountCents }] of invoice.lines.entries()) {
    const line = String(index + 1)
    if (added.has(line)) continue
    await stripe.invoiceItems.create(
      {
        customer: invoice.customerId,
        invoice: externalId,
        currency: 'usd',
        amount: amountCents,
        description: description.slice(0, 500),
        metadata: { line },
      },
      { idempotencyKey: `invoice-${invoice.id}-line-${line}` },
    )
  }
}
