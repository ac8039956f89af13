import type { Queryable } from '@basalt/engine'
import type { ViewerRoles } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

/** The roles that requests of an application act as: strangers, and people who signed in. */
const applicationRoles = ['anon', 'authenticated']

/** The roles that this connection can SET ROLE to, and the SQL that creates the missing ones. */
export async function listViewerRoles(db: Queryable): Promise<ViewerRoles> {
  const [server] = await db.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  // Since PostgreSQL 16 being a member of a role does not mean that one may act as it.
  const privilege = (server?.version ?? 0) >= 160_000 ? 'SET' : 'MEMBER'
  const roles = await db.query<{ name: string; bypasses_policies: boolean; may: boolean }>(
    /* SQL */ `
    select rolname::text as name, rolbypassrls or rolsuper as bypasses_policies,
      pg_has_role(session_user, oid, $1) or rolname = current_user as may
    from pg_roles
    where rolname !~ '^(pg|basalt)_' and not rolsuper
    order by rolname`,
    [privilege],
  )
  const open = roles.filter(({ may }) => may)
  const missing = applicationRoles.filter((name) => !open.some((role) => role.name === name))
  return {
    roles: open.map(({ name, bypasses_policies }) => ({ name, bypasses_policies })),
    setup_sql:
      missing.length === 0
        ? null
        : setupSql(missing, {
            existing: roles.map(({ name }) => name),
            grant: privilege === 'SET' ? ' with set true' : '',
          }),
  }
}

/** Their privileges are left to the owner of the tables: a role by itself reads nothing. */
function setupSql(
  missing: readonly string[],
  { existing, grant }: { existing: readonly string[]; grant: string },
): string {
  const created = missing.filter((name) => !existing.includes(name))
  const names = missing.map(quoteIdent).join(', ')
  return [
    ...created.map((name) => `create role ${quoteIdent(name)} nologin noinherit;`),
    `grant ${names} to current_user${grant};`,
    `grant usage on schema public to ${names};`,
  ].join('\n')
}
