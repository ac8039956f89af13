import { organizationPlans, spendEffects } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

export const organization = z.object({
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
  /**
   * The last spend limit that this period's spending has reached; null before the first one and
   * without a cap. `step` is the feature that stopped last; null when the step only notifies.
   */
  spend_cap_state: z.nullable(
    z.object({ percent: z.int(), step: z.nullable(z.enum(spendEffects)) }),
  ),
  organization_requires_mfa: z.boolean(),
  /** The caller's role, for display only; permission rules decide. */
  role: z.string(),
  /** Number of projects the caller can see. */
  project_count: z.int(),
})

export type Organization = z.infer<typeof organization>

/** Sorted by name. Apart from the other routes, which load with their screens. */
export const listOrganizations = defineRoute({
  method: 'GET',
  path: '/platform/organizations',
  response: z.array(organization),
  permission: 'signed-in',
  token: 'organizations_read',
  capability: 'organizations',
})
