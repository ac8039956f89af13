import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { bySlug, done, lines, micros } from './amounts.ts'

const invoice = z.object({
  id: z.string(),
  number: z.string(),
  organization_slug: z.string(),
  organization_name: z.string(),
  period_start: z.string(),
  period_end: z.string(),
  issued_at: z.string(),
  due_at: z.string(),
  /** `overdue`: open after its due date. */
  status: z.enum(['open', 'overdue', 'paid', 'void']),
  paid_at: z.nullable(z.string()),
  subtotal_micros: micros,
  credit_micros: micros,
  total_micros: micros,
  /** The payment page; null when the operator settles the invoice. */
  pay_url: z.nullable(z.string()),
})

export type Invoice = z.infer<typeof invoice>

const byInvoice = z.object({ slug: z.string(), id: z.uuid() })

export const invoices = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/invoices',
    params: bySlug,
    response: z.array(invoice),
    permission: { action: 'billing:Read', resource: 'stripe.invoices' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  get: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/invoices/{id}',
    params: byInvoice,
    response: z.object({ invoice, lines }),
    permission: { action: 'billing:Read', resource: 'stripe.invoices' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  pdf: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/invoices/{id}/pdf',
    params: byInvoice,
    response: z.custom<Uint8Array>(),
    stream: true,
    file: { type: 'application/pdf', name: 'invoice.pdf' },
    permission: { action: 'billing:Read', resource: 'stripe.invoices' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  /** Of a paid invoice. */
  receipt: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/invoices/{id}/receipt',
    params: byInvoice,
    response: z.custom<Uint8Array>(),
    stream: true,
    file: { type: 'application/pdf', name: 'receipt.pdf' },
    permission: { action: 'billing:Read', resource: 'stripe.invoices' },
    capability: 'billing',
    feature: 'billing:all',
  }),
  overdue: defineRoute({
    method: 'GET',
    path: '/platform/stripe/invoices/overdue',
    response: z.array(
      z.object({
        id: z.string(),
        organization_id: z.int(),
        number: z.string(),
        total_micros: micros,
        due_at: z.string(),
      }),
    ),
    permission: 'signed-in',
    capability: 'billing',
    feature: 'billing:all',
  }),
}

/** Routes for operators: invoices of all organizations, payments and credits. */
export const operatorBilling = {
  invoices: defineRoute({
    method: 'GET',
    path: '/platform/operator/invoices',
    query: z.object({ status: z.optional(z.enum(['open', 'overdue', 'paid', 'void'])) }),
    response: z.array(invoice),
    permission: 'operator',
    capability: 'billing',
    feature: 'billing:all',
  }),
  markPaid: defineRoute({
    method: 'POST',
    path: '/platform/operator/invoices/{id}/paid',
    params: z.object({ id: z.uuid() }),
    response: invoice,
    permission: 'operator',
    capability: 'billing',
    feature: 'billing:all',
  }),
  void: defineRoute({
    method: 'POST',
    path: '/platform/operator/invoices/{id}/void',
    params: z.object({ id: z.uuid() }),
    response: invoice,
    permission: 'operator',
    capability: 'billing',
    feature: 'billing:all',
  }),
  /** Grants credits to an organization; a negative amount removes some. */
  grantCredit: defineRoute({
    method: 'POST',
    path: '/platform/operator/credits',
    body: z.object({
      organization_slug: z.string().check(z.minLength(1, 'Name an organization')),
      amount_micros: z.int().check(
        z.multipleOf(10_000, 'Use whole cents'),
        z.refine((amount) => amount !== 0, 'Enter an amount other than $0'),
        z.minimum(-10_000_000_000, 'Enter at most $10,000'),
        z.maximum(10_000_000_000, 'Enter at most $10,000'),
      ),
      reason: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Say what it is for'),
          z.maxLength(200, 'Use at most 200 characters'),
        ),
    }),
    hasForm: true,
    response: done,
    permission: 'operator',
    capability: 'billing',
    feature: 'billing:all',
  }),
}
