import type { OrganizationPlan } from '@basalt/catalog'

export type PaymentMethod = {
  id: string
  /** `visa`, `mastercard`, `sepa_debit`: as the provider names it. */
  brand: string
  last4: string
  /** `MM/YYYY`; null without an expiry. */
  expires: string | null
  isDefault: boolean
}

export type PaymentEvent = {
  id: string
  type: 'invoice_paid' | 'invoice_failed' | 'method_changed' | 'subscription_ended'
  /** The id of our own invoice. */
  invoiceId: string | null
  organizationId: number | null
  /** The provider's own id of the object concerned. */
  externalId: string | null
  occurredAt: Date
}

/** In the form of an organization's billing profile. */
export type BillingAddress = {
  line1: string | null
  line2: string | null
  city: string | null
  postal_code: string | null
  state: string | null
  /** Two letters. */
  country: string | null
}

/** `type` is the provider's, for example `eu_vat`; null where the country does not determine it. */
export type TaxId = { type: string | null; value: string }

export type PaymentCustomer = {
  organizationId: number
  /** Null before the provider knows the organization. */
  customerId: string | null
  name: string
  email: string | null
  address: BillingAddress | null
  taxId: TaxId | null
}

export type PaymentSubscription = {
  organizationId: number
  customerId: string
  /** Null before the organization was on a plan that is paid for. */
  subscriptionId: string | null
  plan: OrganizationPlan
}

export type ClosedInvoice = {
  id: string
  number: string
  organizationId: number
  customerId: string
  dueAt: Date
  /** Add up to `totalCents`; a credit is a line below zero. */
  lines: readonly { description: string; amountCents: number }[]
  totalCents: number
}

/** Something the provider refused, in words that a customer may read. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError'
}

/**
 * Collects payments. Basalt computes the charges: a provider gets closed invoices and reports when
 * they were paid.
 */
export interface PaymentProvider {
  readonly name: 'operator' | 'stripe'
  /** Whether users can enter cards; otherwise the operator marks invoices as paid. */
  readonly takesCards: boolean
  /** Creates or updates the customer. */
  saveCustomer(customer: PaymentCustomer): Promise<{ customerId: string | null }>
  /** Follows the plan of an organization; one that is free has no subscription. */
  setSubscription(subscription: PaymentSubscription): Promise<{ subscriptionId: string | null }>
  methods(customerId: string): Promise<PaymentMethod[]>
  /** A page of the provider on which a card is entered: no card data touches Basalt. */
  beginMethod(customerId: string, returnUrl: string): Promise<{ url: string }>
  removeMethod(customerId: string, methodId: string): Promise<void>
  setDefaultMethod(customerId: string, methodId: string): Promise<void>
  /**
   * Hands a closed invoice over; handed over twice it is still collected once.
   *
   * @throws PaymentError when the lines are not the total, or the provider refuses.
   */
  collect(invoice: ClosedInvoice): Promise<{ externalId: string | null; payUrl: string | null }>
  /**
   * Withdraws an invoice that is settled here, or no longer due.
   *
   * @throws PaymentError when it was paid there already.
   */
  withdraw(externalId: string): Promise<void>
  /**
   * Parses an event of the provider; null for irrelevant ones.
   *
   * @throws PaymentError for a wrong signature, or an event that is too old.
   */
  readEvent(body: Buffer, signature: string | undefined): Promise<PaymentEvent | null>
}
