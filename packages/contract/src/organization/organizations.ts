import { organizationKinds, organizationPlans } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const organization = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  plan: z.object({ id: z.enum(organizationPlans), name: z.string() }),
  billing_email: z.nullable(z.string()),
  billing_partner: z.nullable(z.enum(['vercel_marketplace', 'aws'])),
  /** Derived: `vercel-marketplace`, `aws-marketplace` or `basalt`. */
  managed_by: z.enum(['vercel-marketplace', 'aws-marketplace', 'basalt']),
  /** Derived: the slug without its `vercel_` prefix when it has one. */
  partner_id: z.nullable(z.string()),
  restriction_status: z.nullable(z.enum(['grace_period', 'grace_period_over', 'restricted'])),
  restriction_data: z.nullable(z.object({ grace_period_end: z.optional(z.string()) })),
  organization_requires_mfa: z.boolean(),
  /** The caller's role, for display; what it allows is decided by the permission rules. */
  role: z.string(),
  /** Number of projects the caller can see. */
  project_count: z.int(),
})

export type Organization = z.infer<typeof organization>

const customer = z.object({
  address: z.nullable(
    z.object({
      line1: z.nullable(z.string()),
      line2: z.nullable(z.string()),
      city: z.nullable(z.string()),
      postal_code: z.nullable(z.string()),
      state: z.nullable(z.string()),
      country: z.nullable(z.string()),
    }),
  ),
  billing_via_partner: z.boolean(),
})

export type Customer = z.infer<typeof customer>

const bySlug = z.object({ slug: z.string().check(z.minLength(1, 'slug is required')) })

export const organizations = {
  /** Sorted by name. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/organizations',
    response: z.array(organization),
    permission: 'signed-in',
    token: 'organizations_read',
    capability: 'organizations',
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/organizations',
    body: z.object({
      name: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Enter a name'),
          z.maxLength(64, 'Use at most 64 characters'),
        ),
      kind: z._default(z.enum(organizationKinds), 'Personal'),
      plan: z._default(z.enum(organizationPlans), 'free'),
    }),
    response: organization,
    permission: 'signed-in',
    token: 'organizations_create',
    capability: 'organizations',
  }),
  customer: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/customer',
    params: bySlug,
    response: customer,
    permission: { action: 'billing:Read', resource: 'stripe.customer' },
    capability: 'billing',
  }),
  overdueInvoices: defineRoute({
    method: 'GET',
    path: '/platform/stripe/invoices/overdue',
    response: z.array(z.object({ id: z.string(), organization_id: z.int() })),
    permission: 'signed-in',
    capability: 'billing',
  }),
}
