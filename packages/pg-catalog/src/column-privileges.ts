import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

type ColumnPrivilege = 'SELECT' | 'INSERT' | 'UPDATE'

export type ColumnPrivilegeRows = {
  table: { id: number; schema: string; name: string; owner: string }
  /** Granted to the role on the whole table, by any grantor. */
  table_wide: ColumnPrivilege[]
  columns: {
    name: string
    data_type: string
    /** Granted to the role on the column itself, by any grantor. */
    granted: ColumnPrivilege[]
    /** Effective privileges of the role: as owner, superuser, member, or through PUBLIC. */
    effective: ColumnPrivilege[]
  }[]
}

export type PrivilegeChange = {
  privilege: ColumnPrivilege
  grant: readonly string[]
  revoke: readonly string[]
  /** Revokes the grant on the whole table first. */
  revoke_table_wide: boolean
}

/** Null when there is no such relation or no such role. */
export async function readColumnPrivileges(
  db: Queryable,
  { tableId, role }: { tableId: number; role: string },
): Promise<ColumnPrivilegeRows | null> {
  const [found] = await db.query<Omit<ColumnPrivilegeRows, 'columns'>>(
    /* SQL */ `
    select
      json_build_object(
        'id', c.oid::int8, 'schema', n.nspname, 'name', c.relname,
        'owner', pg_get_userbyid(c.relowner)
      ) as "table",
      array(
        select kind from unnest(array['SELECT', 'INSERT', 'UPDATE']) kind
        where exists (
          select from aclexplode(c.relacl) acl
          where acl.grantee = r.oid and acl.privilege_type = kind
        )
      ) as table_wide
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_roles r on r.rolname = $2
    where c.oid = $1::oid and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
    [tableId, role],
    { name: 'read-table-privileges' },
  )
  if (found === undefined) return null
  const columns = await db.query<ColumnPrivilegeRows['columns'][number]>(
    /* SQL */ `
    select
      a.attname::text as name,
      format_type(a.atttypid, a.atttypmod) as data_type,
      array(
        select kind from unnest(array['SELECT', 'INSERT', 'UPDATE']) kind
        where exists (
          select from aclexplode(a.attacl) acl
          where acl.grantee = r.oid and acl.privilege_type = kind
        )
      ) as granted,
      array(
        select kind from unnest(array['SELECT', 'INSERT', 'UPDATE']) kind
        where has_column_privilege(r.oid, a.attrelid, a.attnum, kind)
      ) as effective
    from pg_attribute a
    join pg_roles r on r.rolname = $2
    where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped
    order by a.attnum`,
    [tableId, role],
    { name: 'read-column-privileges' },
  )
  return { ...found, columns }
}

/** The statements of the changes in an order that never revokes more than requested. */
export function privilegeStatements(
  table: { schema: string; name: string },
  { role, changes }: { role: string; changes: readonly PrivilegeChange[] },
): string[] {
  const target = `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`
  const grantee = quoteIdent(role)
  const on = (names: readonly string[]) => `(${names.map(quoteIdent).join(', ')})`
  return changes.flatMap(({ privilege, grant, revoke, revoke_table_wide }) => [
    // This revokes the grants on columns too, so it precedes the new grants.
    ...(revoke_table_wide ? [`revoke ${privilege} on table ${target} from ${grantee}`] : []),
    ...(revoke.length > 0
      ? [`revoke ${privilege} ${on(revoke)} on table ${target} from ${grantee}`]
      : []),
    ...(grant.length > 0
      ? [`grant ${privilege} ${on(grant)} on table ${target} to ${grantee}`]
      : []),
  ])
}

/**
 * Changes that PostgreSQL skipped without an error: it only warns when another grantor granted the
 * privilege to be revoked, and when the caller may not grant. Empty when all were applied.
 */
export function unmetChanges(
  { table_wide, columns }: Pick<ColumnPrivilegeRows, 'table_wide' | 'columns'>,
  changes: readonly PrivilegeChange[],
): string[] {
  const granted = new Map(columns.map((column) => [column.name, column.granted]))
  return changes.flatMap(({ privilege, grant, revoke, revoke_table_wide }) => {
    const holds = (name: string) => granted.get(name)?.includes(privilege) === true
    return [
      ...(revoke_table_wide && table_wide.includes(privilege)
        ? [`${privilege} on the whole table is still granted`]
        : []),
      ...revoke.filter(holds).map((name) => `${privilege} on ${name} is still granted`),
      ...grant
        .filter((name) => !holds(name))
        .map((name) => `${privilege} on ${name} was not granted`),
    ]
  })
}
