import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

export const integrationIds = ['cron', 'webhooks', 'queues', 'vault'] as const
export type IntegrationId = (typeof integrationIds)[number]

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.enum(integrationIds) })

const integration = z.object({
  id: z.enum(integrationIds),
  /** The extension that has its SQL interface. */
  extension: z.string(),
  /** Whether its schema exists. */
  is_installed: z.boolean(),
  /** Of the extension; null where its objects were created without one. */
  version: z.nullable(z.string()),
})

export type Integration = z.infer<typeof integration>

/** The most rows of one table that are counted. */
export const countedRows = 10_000

const details = z.object({
  integration,
  schemas: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      /** At most `countedRows` + 1. */
      rows: z.int(),
    }),
  ),
  functions: z.int(),
  /** Objects outside its schemas that would be dropped with it, as PostgreSQL describes them. */
  dependents: z.array(z.string()),
})

export type IntegrationDetails = z.infer<typeof details>

const reads = { action: 'tenant:Sql:Admin:Read', resource: 'extensions' } as const
const writes = { action: 'tenant:Sql:Admin:Write', resource: 'extensions' } as const
const ok = z.object({ ok: z.literal(true) })

/** Services whose SQL interface lies in the database of a project. */
export const integrations = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/integrations',
    params: byRef,
    response: z.array(integration),
    permission: reads,
    opensData: 'unless-restricted',
  }),
  read: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/integrations/{id}',
    params: byId,
    response: details,
    permission: reads,
    opensData: 'unless-restricted',
  }),
  install: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/integrations/{id}/install',
    params: byId,
    body: z.object({}),
    response: ok,
    permission: writes,
    opensData: 'unless-restricted',
  }),
  /** Drops its schemas with all rows, and everything that depends on them. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/integrations/{id}',
    params: byId,
    response: ok,
    permission: writes,
    opensData: 'unless-restricted',
  }),
}
