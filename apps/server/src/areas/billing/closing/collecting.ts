import type { PaymentProvider } from '../../../billing/payment-provider.ts'
import type { Log } from '../../../process/log.ts'
import { listInvoiceLines } from '../../../store/invoices.ts'
import type { Store } from '../../../store/store.ts'
import { centMicros } from '../rating/money.ts'

/**
 * Sends invoices to the payment provider, until each is recorded as sent. The provider recognises
 * an invoice that it received before.
 */
export async function handOver(services: {
  store: Store
  payments: PaymentProvider
  log: Log
}): Promise<void> {
  const { store, payments, log } = services
  if (!payments.takesCards) return
  const waiting = await store
    .selectFrom('invoices')
    .innerJoin('subscriptions', 'subscriptions.organization_id', 'invoices.organization_id')
    .select(['invoices.id', 'number', 'invoices.organization_id', 'due_at', 'credit', 'total'])
    .select('customer_id')
    .where('status', '=', 'open')
    .where('external_id', 'is', null)
    .where('customer_id', 'is not', null)
    .execute()
  for (const invoice of waiting) {
    try {
      const lines = await listInvoiceLines(store, invoice.id)
      const credit = Number(invoice.credit)
      const { externalId, payUrl } = await payments.collect({
        id: invoice.id,
        number: invoice.number,
        organizationId: invoice.organization_id,
        customerId: invoice.customer_id ?? '',
        dueAt: invoice.due_at,
        lines: [
          ...lines.map((line) => ({
            description: line.description,
            amountCents: line.amount_micros / centMicros,
          })),
          ...(credit > 0 ? [{ description: 'Credits', amountCents: -credit / centMicros }] : []),
        ],
        totalCents: Number(invoice.total) / centMicros,
      })
      await store
        .updateTable('invoices')
        .set({ external_id: externalId, pay_url: payUrl })
        .where('id', '=', invoice.id)
        .execute()
    } catch (error) {
      log.error({ err: error, invoice: invoice.number }, 'An invoice could not be handed over')
    }
  }
}
