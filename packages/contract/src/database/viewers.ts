import type { ViewerRoles } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })

const viewerRoles = z.object({
  /** Roles whose eyes rows can be seen with over the caller's connection, by name. */
  roles: z.array(
    z.object({
      name: z.string(),
      /** Policies do not hold for it: it sees every row that it may read. */
      bypasses_policies: z.boolean(),
    }),
  ),
  /** Makes the roles of an application's users, where one of them is missing; else null. */
  setup_sql: z.nullable(z.string()),
}) satisfies z.ZodMiniType<ViewerRoles>

/** Whose eyes a table can be seen with. */
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
   * The claims that the application's user with an e-mail address signs in with, from
   * `auth.users`; 404 where there is nobody, or no such table.
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
  /** Runs `setup_sql`: the roles `anon` and `authenticated`, which the owner may act as. */
  setUp: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/viewers',
    params: byRef,
    response: viewerRoles,
    permission: { action: 'tenant:Sql:Admin:Write', resource: 'roles' },
    opensData: 'unless-restricted',
  }),
}
