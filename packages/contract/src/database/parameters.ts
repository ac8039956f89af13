import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })

const parameter = z.object({
  name: z.string(),
  description: z.string(),
  kind: z.enum(['bool', 'integer', 'real', 'string', 'enum']),
  /** Of the number: `ms`, `kB`, `8kB`; null without one. */
  unit: z.nullable(z.string()),
  min: z.nullable(z.string()),
  max: z.nullable(z.string()),
  options: z.array(z.string()),
  /** The value of the server. */
  default_value: z.string(),
  /** A change takes effect only after a restart of the server. */
  needs_restart: z.boolean(),
  /** Values for this database: for all roles (`role` is null), or for one of them. */
  values: z.array(z.object({ role: z.nullable(z.string()), value: z.string() })),
})

export type DatabaseParameter = z.infer<typeof parameter>

const change = z.object({
  name: z.string().check(z.minLength(1)),
  /** Null for all roles of this database. */
  role: z.nullable(z.string()),
  /** With a unit or without; null resets it. */
  value: z.nullable(z.string().check(z.minLength(1, 'Enter a value'), z.maxLength(1000))),
})

export const databaseParameters = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/parameters',
    params: byRef,
    response: z.array(parameter),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'parameters' },
    opensData: 'unless-restricted',
  }),
  /** The SQL of a change. */
  preview: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/parameters/preview',
    params: byRef,
    body: change,
    response: z.object({ statement: z.string() }),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'parameters' },
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /** Takes effect for sessions that begin after it. 400 with the field `value` when it is none. */
  change: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/parameters',
    params: byRef,
    body: change,
    hasForm: true,
    response: z.object({ statement: z.string() }),
    permission: { action: 'tenant:Sql:Admin:Write', resource: 'parameters' },
    opensData: 'unless-restricted',
  }),
}
