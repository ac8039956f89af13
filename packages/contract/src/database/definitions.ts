import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { tableRights } from './table-rights.ts'

/** `id` is the table's oid. */
const byId = z.object({ ref: z.string(), id: z.coerce.number() })

/** The fields of SPEC.md section 3, "Table schema for SQL export". */
const definition = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      data_type: z.string(),
      is_identity: z.boolean(),
      is_nullable: z.boolean(),
      default_value: z.nullable(z.string()),
      is_unique: z.boolean(),
      check: z.nullable(z.string()),
    }),
  ),
  primary_keys: z.array(z.object({ name: z.string() })),
  relationships: z.array(
    z.object({
      constraint_name: z.string(),
      source_table_name: z.string(),
      source_column_name: z.string(),
      target_table_schema: z.string(),
      target_table_name: z.string(),
      target_column_name: z.string(),
    }),
  ),
  /** Statements that make it again, with the types and functions that it needs. */
  sql: z.string(),
})

const protection = z.object({
  statements: z.array(z.string()),
  /** The effect on readers of the table. */
  effect: z.string(),
})

export const databaseDefinitions = {
  table: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/definition',
    params: byId,
    response: definition,
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'tables' },
    opensData: 'unless-restricted',
  }),
  /** A file of statements that make everything in the schema again. */
  schema: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/schemas/{schema}/definition',
    params: z.object({ ref: z.string(), schema: z.string().check(z.minLength(1)) }),
    response: z.string(),
    stream: true,
    file: { type: 'application/sql; charset=utf-8', name: 'schema.sql' },
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'tables' },
    opensData: 'unless-restricted',
  }),
  /**
   * SQL that protects an open table: enables row level security, or `security_invoker` for a view.
   * 409 `conflict` when the table is protected already.
   */
  protection: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/protection',
    params: byId,
    response: protection,
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'tables' },
    opensData: 'unless-restricted',
  }),
  /** Runs the statements of `protection` in one transaction. */
  protect: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/tables/{id}/protection',
    params: byId,
    response: protection,
    ...tableRights.change,
    opensData: 'unless-restricted',
  }),
}
