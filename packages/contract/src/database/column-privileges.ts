import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
/** `id` is the table's oid. */
const byId = z.object({ ref: z.string(), id: z.coerce.number() })

/** Column privileges that users change here; REFERENCES is left to SQL. */
export const columnPrivilegeKinds = ['SELECT', 'INSERT', 'UPDATE'] as const

export type ColumnPrivilegeKind = (typeof columnPrivilegeKinds)[number]

const kind = z.enum(columnPrivilegeKinds)

const role = z.object({ name: z.string(), can_login: z.boolean(), is_superuser: z.boolean() })

const privileges = z.object({
  table: z.object({ id: z.int(), schema: z.string(), name: z.string(), owner: z.string() }),
  role: z.string(),
  /** Privileges that the role was granted on the whole table, which cover every column. */
  table_wide: z.array(kind),
  columns: z.array(
    z.object({
      name: z.string(),
      data_type: z.string(),
      /** Privileges that the role was granted on this column itself. */
      granted: z.array(kind),
      /** Effective privileges of the role: also as the owner, by membership, or through PUBLIC. */
      effective: z.array(kind),
    }),
  ),
})

export type ColumnPrivileges = z.infer<typeof privileges>

const columnNames = z.array(z.string().check(z.minLength(1))).check(z.maxLength(1600))

const change = z.object({
  privilege: kind,
  grant: columnNames,
  revoke: columnNames,
  /** Revokes the table-wide grant first; `grant` then names the columns that keep the privilege. */
  revoke_table_wide: z.boolean(),
})

export type ColumnPrivilegeChange = z.infer<typeof change>

const changes = z.object({
  role: z.string().check(z.minLength(1)),
  changes: z.array(change).check(z.minLength(1), z.maxLength(3)),
})

const statements = z.object({ statements: z.array(z.string()) })

export const databaseColumnPrivileges = {
  /** Roles that can be granted something; those of PostgreSQL itself (`pg_*`) are left out. */
  roles: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/roles',
    params: byRef,
    response: z.array(role),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'roles' },
    opensData: 'unless-restricted',
  }),
  read: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/tables/{id}/column-privileges',
    params: byId,
    query: z.object({ role: z.string().check(z.minLength(1)) }),
    response: privileges,
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'column-privileges' },
    opensData: 'unless-restricted',
  }),
  /** The SQL that `change` would run. */
  preview: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/tables/{id}/column-privileges/preview',
    params: byId,
    body: changes,
    response: statements,
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'column-privileges' },
    opensData: 'unless-restricted',
    isRead: true,
  }),
  /**
   * Applies everything in one transaction; 409 `conflict` when PostgreSQL accepted the statements
   * and the resulting privileges still differ from the request.
   */
  change: defineRoute({
    method: 'PATCH',
    path: '/platform/pg-meta/{ref}/tables/{id}/column-privileges',
    params: byId,
    body: changes,
    response: statements,
    permission: { action: 'tenant:Sql:Admin:Write', resource: 'column-privileges' },
    opensData: 'unless-restricted',
  }),
}
