import type { PolicyGains } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../../route.ts'
import { databasePolicies } from './policies.ts'

/** As text, in the order of `columns`. */
const rows = z.array(z.array(z.nullable(z.string())))

const operationGains = z.object({
  operation: z.enum(['select', 'update', 'delete']),
  gained: z.int(),
  lost: z.int(),
  gained_examples: rows,
  lost_examples: rows,
})

const roleGains = z.object({
  role: z.string(),
  note: z.nullable(z.string()),
  error: z.nullable(z.string()),
  operations: z.array(operationGains),
})

const gains = z.object({
  columns: z.array(z.string()),
  rows: z.nullable(z.int()),
  sample: z.nullable(z.enum(['random', 'first'])),
  row_estimate: z.nullable(z.number()),
  roles: z.array(roleGains),
  omitted: z.array(z.string()),
  hints: z.array(z.string()),
}) satisfies z.ZodMiniType<PolicyGains>

export const databasePolicyGains = {
  /**
   * The rows that roles gain and lose by a change of a policy, before it is applied. Needs the right
   * to read rows as well. Conditions are evaluated as other roles, so it is for those who may apply
   * the change. Changes nothing; tables above 100,000 rows are sampled.
   */
  compare: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/policy-gains',
    params: z.object({ ref: z.string() }),
    body: z.object({
      change: databasePolicies.preview.body,
      /** Of the token of every role but `anon`; the role is added to them. */
      claims: z.nullable(z.record(z.string(), z.unknown())),
    }),
    response: gains,
    permission: { action: 'tenant:Sql:Admin:Write', resource: 'policies' },
    takesLong: true,
    opensData: 'unless-restricted',
    isRead: true,
  }),
}
