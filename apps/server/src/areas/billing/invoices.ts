import { invoices } from '@basalt/contract/billing/invoices'
import { ApiError } from '@basalt/contract/errors'

import type { Context } from '../../http/context.ts'
import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import {
  findInvoice,
  listInvoiceLines,
  listInvoices,
  listOverdue,
  presentInvoice,
  type StoredInvoice,
} from '../../store/invoices.ts'
import type { InvoiceDocument } from './invoice-pdf/invoice-pdf.ts'
import { type BillingFeatureServices, getOrganization } from './services.ts'

/** Users with access to billing are notified of overdue invoices. */
const reading = { action: 'billing:Read', resource: 'stripe.invoices' }

export function invoiceFeature(services: BillingFeatureServices): Endpoint[] {
  const { store, clock } = services
  return [
    serve(invoices.list, async (_, context) => {
      const rows = await listInvoices(store, getOrganization(context).id)
      return rows.map((row) => presentInvoice(row, clock()))
    }),
    serve(invoices.get, async ({ params }, context) => {
      const row = await getInvoice(services, params.id, context)
      return {
        invoice: presentInvoice(row, clock()),
        lines: await listInvoiceLines(store, row.id),
      }
    }),
    serveStream(invoices.pdf, async ({ params }, context, emit) => {
      const row = await getInvoice(services, params.id, context)
      if (context.file !== null) context.file.name = `invoice-${row.number}.pdf`
      await emit(await getDocument(services, row, 'invoice'))
    }),
    serveStream(invoices.receipt, async ({ params }, context, emit) => {
      const row = await getInvoice(services, params.id, context)
      if (row.status !== 'paid') {
        throw new ApiError('conflict', 'The receipt is available once the invoice is paid')
      }
      if (context.file !== null) context.file.name = `receipt-${row.number}.pdf`
      await emit(await getDocument(services, row, 'receipt'))
    }),
    serve(invoices.overdue, async (_, context) => {
      const seen = [...context.access.organizations].filter(([slug]) =>
        context.may(reading, { organizationSlug: slug }),
      )
      const rows = await listOverdue(
        store,
        seen.map(([, { id }]) => id),
        clock(),
      )
      return rows.map((row) => ({
        id: row.id,
        organization_id: row.organization_id,
        number: row.number,
        total_micros: Number(row.total),
        due_at: row.due_at.toISOString(),
      }))
    }),
  ]
}

async function getInvoice(
  { store }: BillingFeatureServices,
  id: string,
  context: Context,
): Promise<StoredInvoice> {
  const row = await findInvoice(store, id)
  if (row === null || row.organization_id !== getOrganization(context).id) {
    throw new ApiError('not_found', 'This invoice does not exist')
  }
  return row
}

async function getDocument(
  { store, supportEmail }: BillingFeatureServices,
  row: StoredInvoice,
  kind: InvoiceDocument['kind'],
): Promise<Uint8Array> {
  const lines = await listInvoiceLines(store, row.id)
  // Drawing needs fonts and a library that no other route needs.
  const { invoicePdf } = await import('./invoice-pdf/invoice-pdf.ts')
  return invoicePdf({
    kind,
    number: row.number,
    issuedAt: row.issued_at,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    dueAt: row.due_at,
    paidAt: row.paid_at,
    issuer: { name: 'Basalt', email: supportEmail },
    customer: {
      name: row.customer.name,
      email: row.customer.email,
      address: row.customer.address,
      taxId: row.customer.tax_id,
    },
    lines: lines.map((line) => ({
      description: line.description,
      detail: line.detail,
      quantity: line.quantity,
      unitPrice: line.unit_price,
      amountMicros: line.amount_micros,
    })),
    subtotalMicros: Number(row.subtotal),
    creditMicros: Number(row.credit),
    totalMicros: Number(row.total),
  })
}
