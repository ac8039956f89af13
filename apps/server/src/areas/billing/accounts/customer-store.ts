import type { BillingEmails, Credits, Customer } from '@basalt/contract/billing/customer'

import { creditBalance } from '../../../store/invoices.ts'
import type { Store } from '../../../store/store.ts'

/** The customer of the bill; all values are null before they were entered. */
export async function findCustomer(store: Store, organizationId: number): Promise<Customer> {
  const row = await store
    .selectFrom('organizations')
    .leftJoin('billing_customers', 'billing_customers.organization_id', 'organizations.id')
    .select(['billing_partner', 'billing_name', 'line1', 'line2', 'city', 'postal_code', 'state'])
    .select(['country', 'tax_id_type', 'tax_id_value'])
    .where('organizations.id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const { line1, line2, city, postal_code, state, country } = row
  return {
    billing_name: row.billing_name,
    address: line1 === null ? null : { line1, line2, city, postal_code, state, country },
    tax_id: row.tax_id_value === null ? null : { type: row.tax_id_type, value: row.tax_id_value },
    billing_via_partner: row.billing_partner !== null,
  }
}

export async function saveCustomer(
  tx: Store,
  organizationId: number,
  customer: Pick<Customer, 'billing_name' | 'address' | 'tax_id'>,
): Promise<void> {
  const values = {
    billing_name: customer.billing_name === '' ? null : customer.billing_name,
    line1: customer.address?.line1 ?? null,
    line2: customer.address?.line2 ?? null,
    city: customer.address?.city ?? null,
    postal_code: customer.address?.postal_code ?? null,
    state: customer.address?.state ?? null,
    country: customer.address?.country ?? null,
    tax_id_type: customer.tax_id?.type ?? null,
    tax_id_value: customer.tax_id?.value ?? null,
  }
  await tx
    .insertInto('billing_customers')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}

export async function findBillingEmails(
  store: Store,
  organizationId: number,
): Promise<BillingEmails> {
  return store
    .selectFrom('organizations')
    .innerJoin('subscriptions', 'subscriptions.organization_id', 'organizations.id')
    .select(['billing_email', 'extra_emails'])
    .where('organizations.id', '=', organizationId)
    .executeTakeFirstOrThrow()
}

export async function saveBillingEmails(
  tx: Store,
  organizationId: number,
  { billing_email, extra_emails }: BillingEmails,
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ billing_email })
    .where('id', '=', organizationId)
    .execute()
  await tx
    .updateTable('subscriptions')
    .set({ extra_emails: [...new Set(extra_emails)] })
    .where('organization_id', '=', organizationId)
    .execute()
}

/** Newest first. */
export async function listCredits(store: Store, organizationId: number): Promise<Credits> {
  const rows = await store
    .selectFrom('credit_entries')
    .leftJoin('invoices', 'invoices.id', 'credit_entries.invoice_id')
    .select(['credit_entries.id', 'amount', 'reason', 'number', 'created_at'])
    .where('credit_entries.organization_id', '=', organizationId)
    .orderBy('credit_entries.id', 'desc')
    .execute()
  return {
    balance_micros: await creditBalance(store, organizationId),
    entries: rows.map((row) => ({
      id: row.id,
      amount_micros: Number(row.amount),
      reason: row.reason,
      invoice_number: row.number,
      created_at: row.created_at.toISOString(),
    })),
  }
}
