import type { Queryable } from '@basalt/engine'

import type { ChangedTable, PolicyState } from './changed-table.ts'

export type Operation = 'select' | 'update' | 'delete'

export type ConcernedRole = {
  name: string
  /** A superuser, or a role with BYPASSRLS. */
  bypasses: boolean
  owns_table: boolean
  privileges: Record<Operation, boolean>
  /** Keys of the policies that are for it. */
  policies: string[]
}

/** Whether policies hold for the role. */
export const isBound = (role: ConcernedRole, { row_security }: PolicyState): boolean =>
  !role.bypasses && row_security !== 'off' && (row_security === 'forced' || !role.owns_table)

/**
 * The roles that a change is about: those of the policy. For PUBLIC, and for row-level security
 * itself, these are the roles of requests, the owner, and those with privileges on the table.
 */
export async function listConcernedRoles(
  db: Queryable,
  { id, roles, before, after }: ChangedTable,
): Promise<ConcernedRole[]> {
  const named = [roles.before, roles.after].flatMap((names) => names ?? [])
  const isForAll =
    before.row_security !== after.row_security ||
    [roles.before, roles.after].some((names) => names?.length === 0)
  const rows = await db.query<Omit<ConcernedRole, 'privileges'> & { privileges: string }>(
    rolesQuery,
    [id, named, isForAll, roles.after],
  )
  return rows.map((row) => ({
    ...row,
    privileges: JSON.parse(row.privileges) as ConcernedRole['privileges'],
  }))
}

const rolesQuery = /* SQL */ `
  select r.rolname::text as name, r.rolsuper or r.rolbypassrls as bypasses,
    pg_has_role(r.oid, c.relowner, 'usage') as owns_table,
    (
      select json_build_object(
        'select', may_use and has_any_column_privilege(r.oid, c.oid, 'SELECT'),
        'update', may_use and has_any_column_privilege(r.oid, c.oid, 'UPDATE'),
        'delete', may_use and has_table_privilege(r.oid, c.oid, 'DELETE'))
      from has_schema_privilege(r.oid, c.relnamespace, 'USAGE') as may_use
    )::text as privileges,
    array(
      select p.oid::text from pg_policy p
      where p.polrelid = c.oid and exists (
        select from unnest(p.polroles) holder where holder = 0 or pg_has_role(r.oid, holder, 'usage')
      )
      union all
      select 'new' where $4::text[] = '{}' or exists (
        select from pg_roles h where h.rolname = any ($4) and pg_has_role(r.oid, h.oid, 'usage')
      )
    ) as policies
  from pg_class c
  cross join pg_roles r
  where c.oid = $1::oid and not r.rolsuper and (
    r.rolname = any ($2)
    or $3 and r.rolname !~ '^(pg|basalt)_' and (
      r.rolname in ('anon', 'authenticated') or r.oid = c.relowner
      or exists (
        select from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) acl
        where acl.grantee in (0, r.oid) and acl.privilege_type in ('SELECT', 'UPDATE', 'DELETE')
      )
    )
  )
  order by array_position(array['anon', 'authenticated'], r.rolname::text),
    r.rolname = any ($2) desc, r.rolname`
