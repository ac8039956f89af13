import { companySizes, organizationKinds, organizationPlans } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'
import { listOrganizations, organization } from './organization-list.ts'

export const organizations = {
  list: listOrganizations,
  create: defineRoute({
    method: 'POST',
    path: '/platform/organizations',
    body: z.object({
      name: typedName(64),
      kind: z._default(z.enum(organizationKinds), 'Personal'),
      /** Of a company. */
      size: z.optional(z.enum(companySizes)),
      plan: z._default(z.enum(organizationPlans), 'free'),
      /** Whether a paid plan starts with a spend cap. */
      spend_cap: z._default(z.boolean(), true),
    }),
    hasForm: true,
    response: organization,
    permission: 'signed-in',
    token: 'organizations_create',
    capability: 'organizations',
  }),
}
