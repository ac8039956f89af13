import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { optionalName } from '../typed-name.ts'
import { bySlug, done, micros } from './amounts.ts'
import { taxIdProblem } from './tax-id.ts'

const address = z.object({
  line1: z.nullable(z.string()),
  line2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** ISO 3166-1, two letters. */
  country: z.nullable(z.string()),
})

export type Address = z.infer<typeof address>

const taxId = z.object({
  /** For example `eu_vat`; null where the country does not determine it. */
  type: z.nullable(z.string()),
  value: z.string(),
})

const customer = z.object({
  billing_name: z.nullable(z.string()),
  address: z.nullable(address),
  tax_id: z.nullable(taxId),
  billing_via_partner: z.boolean(),
})

export type Customer = z.infer<typeof customer>

const optional = (max: number) => z.nullable(optionalName(max))

const email = z.string().check(z.trim(), z.toLowerCase(), z.email('Enter an email address'))

const emails = z.object({
  billing_email: z.nullable(z.string()),
  /** Addresses that also receive invoices and warnings. */
  extra_emails: z.array(z.string()),
})

export type BillingEmails = z.infer<typeof emails>

const credits = z.object({
  balance_micros: micros,
  entries: z.array(
    z.object({
      id: z.string(),
      amount_micros: micros,
      reason: z.string(),
      invoice_number: z.nullable(z.string()),
      created_at: z.string(),
    }),
  ),
})

export type Credits = z.infer<typeof credits>

const method = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  /** `MM/YYYY`. */
  expires: z.nullable(z.string()),
  is_default: z.boolean(),
})

export type PaymentMethod = z.infer<typeof method>

const byMethod = z.object({ slug: z.string(), id: z.string() })

export const customers = {
  get: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/customer',
    params: bySlug,
    response: customer,
    permission: { action: 'billing:Read', resource: 'stripe.customer' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  /** Name, address and tax ID for the next invoice; the country determines the type of the ID. */
  update: defineRoute({
    method: 'PUT',
    path: '/platform/organizations/{slug}/customer',
    params: bySlug,
    body: z
      .object({
        billing_name: optional(120),
        address: z.nullable(
          z.object({
            line1: z
              .string()
              .check(
                z.trim(),
                z.minLength(1, 'Enter street and number'),
                z.maxLength(200, 'Use at most 200 characters'),
              ),
            line2: optional(200),
            city: optional(100),
            postal_code: optional(20),
            state: optional(100),
            country: z.string().check(z.regex(/^[A-Z]{2}$/u, 'Choose a country')),
          }),
        ),
        tax_id: z.nullable(
          z.object({
            value: z
              .string()
              .check(
                z.trim(),
                z.minLength(2, 'Enter the tax ID'),
                z.maxLength(40, 'Use at most 40 characters'),
                z.regex(/^[\p{L}\d ./&+*-]*$/u, 'Use letters, digits, spaces and . - / & + *'),
              ),
          }),
        ),
      })
      .check(({ value, issues }) => {
        const problem = taxIdRefusal(value)
        if (problem !== undefined) issues.push({ code: 'custom', input: value.tax_id, ...problem })
      }),
    hasForm: true,
    response: customer,
    permission: { action: 'billing:Write', resource: 'stripe.customer' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  emails: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/emails',
    params: bySlug,
    response: emails,
    permission: { action: 'billing:Read', resource: 'stripe.customer.email' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  updateEmails: defineRoute({
    method: 'PUT',
    path: '/platform/organizations/{slug}/billing/emails',
    params: bySlug,
    body: z.object({
      billing_email: z.nullable(email),
      extra_emails: z.array(email).check(z.maxLength(10, 'Use at most 10 addresses')),
    }),
    hasForm: true,
    response: emails,
    permission: { action: 'billing:Write', resource: 'stripe.customer.email' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  credits: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/credits',
    params: bySlug,
    response: credits,
    permission: { action: 'billing:Read', resource: 'stripe.subscriptions' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  paymentMethods: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/payment-methods',
    params: bySlug,
    response: z.array(method),
    permission: { action: 'billing:Read', resource: 'stripe.payment_methods' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  /** Leads to a page of the payment provider: no card data passes through here. */
  addPaymentMethod: defineRoute({
    method: 'POST',
    path: '/platform/organizations/{slug}/billing/payment-methods',
    params: bySlug,
    response: z.object({ url: z.string() }),
    permission: { action: 'billing:Write', resource: 'stripe.payment_methods' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  setDefaultPaymentMethod: defineRoute({
    method: 'PUT',
    path: '/platform/organizations/{slug}/billing/payment-methods/{id}/default',
    params: byMethod,
    response: done,
    permission: { action: 'billing:Write', resource: 'stripe.payment_methods' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  removePaymentMethod: defineRoute({
    method: 'DELETE',
    path: '/platform/organizations/{slug}/billing/payment-methods/{id}',
    params: byMethod,
    response: done,
    permission: { action: 'billing:Write', resource: 'stripe.payment_methods' },
    capability: 'billing',
    feature: 'billing:all',
  }),
}

type Sent = { address: { country: string } | null; tax_id: { value: string } | null }

function taxIdRefusal({ address: place, tax_id: tax }: Sent) {
  if (tax === null) return undefined
  if (place === null)
    return { path: ['address', 'country'], message: 'Choose the country of the tax ID' }
  const message = taxIdProblem(place.country, tax.value)
  return message === undefined ? undefined : { path: ['tax_id', 'value'], message }
}
