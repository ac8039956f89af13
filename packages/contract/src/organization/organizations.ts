import { organizationKinds, organizationPlans } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { listOrganizations, organization } from './organization-list.ts'

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
  list: listOrganizations,
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
