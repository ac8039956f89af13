import type { ViewerRoles } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })

const viewerRoles = z.object({
  /** Roles that can be impersonated over the caller's connection, by name. */
  roles: z.array(
    z.object({
      name: z.string(),
      /** Policies do not apply to it: it sees every row that it may read. */
      bypasses_policies: z.boolean(),
    }),
  ),
  /** SQL that creates the roles of an application's users; null when none is missing. */
  setup_sql: z.nullable(z.string()),
}) satisfies z.ZodMiniType<ViewerRoles>

/** Roles that can be impersonated to read a table. */
export const databaseViewers = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/viewers',
    params: byRef,
    response: viewerRoles,
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'roles' },
    opensData: 'unless-restricted',
  }),
  /**
   * The claims of the application's user with an email address, from `auth.users`; 404 without such
   * a user or table.
   */
  user: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/viewers/user',
    params: byRef,
    query: z.object({
      email: z.string().check(z.trim(), z.minLength(1, 'Enter an email address'), z.maxLength(254)),
    }),
    response: z.object({ claims: z.record(z.string(), z.unknown()) }),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  /**
   * Runs `setup_sql`: the roles `anon`, `authenticated` and `service_role`, which the owner may act
   * as, and their login `authenticator`.
   */
  setUp: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/viewers',
    params: byRef,
    response: viewerRoles,
    permission: { action: 'tenant:Sql:Admin:Write', resource: 'roles' },
    opensData: 'unless-restricted',
  }),
}
