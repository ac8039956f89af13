import { paymentTermDays } from '@basalt/catalog'
import type { Charge, InvoiceLine } from '@basalt/contract/billing/amounts'
import type { Invoice } from '@basalt/contract/billing/invoices'
import { sql } from 'kysely'

import type { Period } from '../billing/period.ts'
import type { InvoicedCustomer } from './billing-schema.ts'
import type { Store } from './store.ts'

const dayMs = 24 * 3_600_000

const readInvoices = (store: Store) =>
  store
    .selectFrom('invoices')
    .innerJoin('organizations', 'organizations.id', 'invoices.organization_id')
    .selectAll('invoices')
    .select(['organizations.slug', 'organizations.name'])

export type StoredInvoice = Awaited<
  ReturnType<ReturnType<typeof readInvoices>['executeTakeFirstOrThrow']>
>

export const presentInvoice = (row: StoredInvoice, now: Date): Invoice => ({
  id: row.id,
  number: row.number,
  organization_slug: row.slug,
  organization_name: row.name,
  period_start: row.period_start.toISOString(),
  period_end: row.period_end.toISOString(),
  issued_at: row.issued_at.toISOString(),
  due_at: row.due_at.toISOString(),
  status: row.status === 'open' && row.due_at < now ? 'overdue' : row.status,
  paid_at: row.paid_at?.toISOString() ?? null,
  subtotal_micros: Number(row.subtotal),
  credit_micros: Number(row.credit),
  total_micros: Number(row.total),
  pay_url: row.status === 'open' ? row.pay_url : null,
})

/** Newest first. */
export const listInvoices = (store: Store, organizationId: number): Promise<StoredInvoice[]> =>
  readInvoices(store)
    .where('organization_id', '=', organizationId)
    .orderBy('period_start', 'desc')
    .execute()

/** Of every organization, newest first. */
export const listAllInvoices = (store: Store): Promise<StoredInvoice[]> =>
  readInvoices(store).orderBy('issued_at', 'desc').orderBy('number').limit(500).execute()

export async function findInvoice(store: Store, id: string): Promise<StoredInvoice | null> {
  return (await readInvoices(store).where('invoices.id', '=', id).executeTakeFirst()) ?? null
}

export async function listInvoiceLines(store: Store, invoiceId: string): Promise<InvoiceLine[]> {
  const rows = await store
    .selectFrom('invoice_lines')
    .select([
      'kind',
      'description',
      'detail',
      'metric',
      'project_ref',
      'quantity',
      'unit_price',
      'amount',
    ])
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute()
  return rows.map(({ amount, ...line }) => ({ ...line, amount_micros: Number(amount) }))
}

/** Open invoices after their due date, of these organizations. */
export async function listOverdue(
  store: Store,
  organizationIds: readonly number[],
  now: Date,
): Promise<StoredInvoice[]> {
  if (organizationIds.length === 0) return []
  return readInvoices(store)
    .where('organization_id', 'in', organizationIds)
    .where('status', '=', 'open')
    .where('due_at', '<', now)
    .orderBy('due_at')
    .execute()
}

export const hasOverdueInvoices = async (
  store: Store,
  organizationId: number,
  now: Date,
): Promise<boolean> => (await listOverdue(store, [organizationId], now)).length > 0

type NewInvoice = {
  organizationId: number
  period: Period
  charge: Charge
  customer: InvoicedCustomer
  at: Date
}

/** Writes an invoice with its lines and its use of credits; one for each period. */
export async function insertInvoice(
  tx: Store,
  invoice: NewInvoice,
): Promise<{ id: string; number: string }> {
  const { organizationId, period, charge, customer, at } = invoice
  const isPaid = charge.total_micros === 0
  const { id, number } = await tx
    .insertInto('invoices')
    .values({
      organization_id: organizationId,
      number: sql<string>`(
        select lpad(${organizationId}::text, 5, '0') || '-' || lpad((count(*) + 1)::text, 4, '0')
        from invoices where organization_id = ${organizationId}
      )`,
      period_start: period.start,
      period_end: period.end,
      issued_at: at,
      due_at: new Date(at.getTime() + paymentTermDays * dayMs),
      status: isPaid ? 'paid' : 'open',
      paid_at: isPaid ? at : null,
      paid_by: isPaid ? 'Credits' : null,
      subtotal: String(charge.subtotal_micros),
      credit: String(charge.credit_micros),
      total: String(charge.total_micros),
      customer: JSON.stringify(customer),
      external_id: null,
      pay_url: null,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('invoice_lines')
    .values(
      charge.lines.map(({ amount_micros, ...line }, index) => ({
        ...line,
        invoice_id: id,
        position: index + 1,
        amount: String(amount_micros),
      })),
    )
    .execute()
  if (charge.credit_micros > 0) {
    await tx
      .insertInto('credit_entries')
      .values({
        organization_id: organizationId,
        amount: String(-charge.credit_micros),
        reason: `Invoice ${number}`,
        invoice_id: id,
        created_at: at,
      })
      .execute()
  }
  return { id, number }
}

/** False when it is not open any more. */
export async function settleInvoice(
  tx: Store,
  id: string,
  settled: { status: 'paid' | 'void'; by: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invoices')
    .set({
      status: settled.status,
      paid_by: settled.by,
      ...(settled.status === 'paid' && { paid_at: settled.at }),
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The credits of an organization, in micro-dollars. */
export async function creditBalance(store: Store, organizationId: number): Promise<number> {
  const { balance } = await store
    .selectFrom('credit_entries')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('balance'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(balance)
}
