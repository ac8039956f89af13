import type { RoleDesign, RoleMembership } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'

const membership = z.object({
  role: z.string().check(z.minLength(1, 'Choose a role')),
  admin: z.boolean(),
  inherit: z.boolean(),
  set: z.boolean(),
}) satisfies z.ZodMiniType<RoleMembership>

const memberships = z.array(membership).check(z.maxLength(1000))

const design = z.object({
  name: identifier,
  comment,
  can_login: z.boolean(),
  creates_databases: z.boolean(),
  creates_roles: z.boolean(),
  inherits: z.boolean(),
  replicates: z.boolean(),
  bypasses_rls: z.boolean(),
  connection_limit: z.string().check(z.regex(/^\d{0,9}$/u, 'Enter a whole number')),
  valid_until: z.nullable(z.string().check(z.maxLength(100))),
  password: z.nullable(
    z
      .string()
      .check(
        z.regex(/^[ -~]+$/u, 'Use ASCII letters, digits and symbols'),
        z.maxLength(200, 'At most 200 characters'),
      ),
  ),
  settings: z
    .array(
      z.object({
        database: z.nullable(z.string()),
        name: z.string().check(z.minLength(1, 'Choose a parameter')),
        value: z.string().check(z.maxLength(10_000)),
      }),
    )
    .check(z.maxLength(200)),
  member_of: memberships,
  members: memberships,
}) satisfies z.ZodMiniType<RoleDesign>

const row = z.extend(objectRow, {
  can_login: z.boolean(),
  is_superuser: z.boolean(),
  creates_databases: z.boolean(),
  creates_roles: z.boolean(),
  replicates: z.boolean(),
  bypasses_rls: z.boolean(),
  /** Open connections, of any database. */
  connections: z.int(),
  /** Objects of this database that it owns. */
  owned_objects: z.int(),
  /** Objects of this database that it has privileges on. */
  granted_objects: z.int(),
  /** Objects that it owns or has privileges on, by the other databases that they are in. */
  other_databases: z.array(z.object({ database: z.string(), objects: z.int() })),
  /** Settings that its sessions start with, as `name=value`; of one database with its name. */
  settings: z.array(z.object({ database: z.nullable(z.string()), setting: z.string() })),
})

export type RoleRow = z.infer<typeof row>

export const databaseRoles = objectRoutes({ kind: 'roles', row, design, sorts: ['origin'] })
