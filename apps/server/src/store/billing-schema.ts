import type { ComputeSizeId, OrganizationPlan, UsageMetricId } from '@basalt/catalog'
import type { InvoiceLine } from '@basalt/contract/billing/amounts'
import type { Address } from '@basalt/contract/billing/customer'
import type { ColumnType, Generated } from 'kysely'

type Subscriptions = {
  organization_id: number
  anchor: Date
  closed_through: Date
  spend_cap: string | null
  spend_step: Generated<number>
  grace_used_at: Date | null
  extra_emails: Generated<string[]>
  customer_id: string | null
  subscription_id: string | null
}

type PlanChanges = {
  id: Generated<string>
  organization_id: number
  plan: OrganizationPlan
  effective_at: Date
  created_at: Generated<Date>
}

type BillingCustomers = {
  organization_id: number
  billing_name: string | null
  line1: string | null
  line2: string | null
  city: string | null
  postal_code: string | null
  state: string | null
  country: string | null
  tax_id_type: string | null
  tax_id_value: string | null
}

type ComputeIntervals = {
  id: Generated<string>
  project_id: number
  compute_size: ComputeSizeId
  started_at: Date
  seen_at: Date
  ended_at: Date | null
}

type EgressCounters = { project_id: number; hour: Date; writer: string; bytes: string }

type UsageHours = {
  project_id: number
  metric: UsageMetricId
  detail: Generated<string>
  hour: Date
  quantity: string
}

type MeterState = { is_only: Generated<boolean>; metered_through: Date }

type Invoices = {
  id: Generated<string>
  organization_id: number
  number: string
  period_start: Date
  period_end: Date
  issued_at: Date
  due_at: Date
  status: 'open' | 'paid' | 'void'
  paid_at: Date | null
  paid_by: string | null
  subtotal: string
  credit: string
  total: string
  /** JSON text when it is written. */
  customer: ColumnType<InvoicedCustomer, string, never>
  external_id: string | null
  pay_url: string | null
}

/** The customer of an invoice. */
export type InvoicedCustomer = {
  name: string
  email: string | null
  address: Address | null
  tax_id: { type: string | null; value: string } | null
}

type InvoiceLines = {
  invoice_id: string
  position: number
  kind: InvoiceLine['kind']
  description: string
  detail: string | null
  metric: UsageMetricId | null
  project_ref: string | null
  quantity: string | null
  unit_price: string | null
  amount: string
}

type CreditEntries = {
  id: Generated<string>
  organization_id: number
  amount: string
  reason: string
  invoice_id: string | null
  created_at: Date
}

type BillingNotices = {
  organization_id: number
  period_start: Date
  kind: string
  sent_at: Date
}

type PaymentEvents = { id: string; type: string; received_at: Date }

/** The tables of billing, as the migrations leave them. */
export type BillingTables = {
  subscriptions: Subscriptions
  plan_changes: PlanChanges
  billing_customers: BillingCustomers
  compute_intervals: ComputeIntervals
  egress_counters: EgressCounters
  usage_hours: UsageHours
  meter_state: MeterState
  invoices: Invoices
  invoice_lines: InvoiceLines
  credit_entries: CreditEntries
  billing_notices: BillingNotices
  payment_events: PaymentEvents
}
