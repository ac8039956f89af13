import type { Queryable } from '@basalt/engine'
import type { ViewerRoles } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

/**
 * The roles that requests of an application act as: strangers, people who signed in, and the
 * application's own server, which policies do not restrict.
 */
const requestRoles = ['anon', 'authenticated', 'service_role'] as const

/** The login of what serves these requests. It has no password, so nothing can connect as it yet. */
const loginRole = 'authenticator'

/** The roles that this connection can SET ROLE to, and the SQL that creates the missing ones. */
export async function listViewerRoles(db: Queryable): Promise<ViewerRoles> {
  const [server] = await db.query<{ version: number; bypasses: boolean }>(
    `select current_setting('server_version_num')::int as version,
       (select rolbypassrls or rolsuper from pg_roles where rolname = current_user) as bypasses`,
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
  // Only a role that policies do not restrict may create another one.
  const expected = requestRoles.filter((name) => server?.bypasses === true || !bypassing.has(name))
  const missing = expected.filter((name) => !open.some((role) => role.name === name))
  const existing = roles.map(({ name }) => name)
  const members = await listMembers(db)
  // The login acts as these; it may be older than some of them.
  const joining = expected.filter((name) => !members.includes(name))
  return {
    roles: open
      .filter(({ name }) => name !== loginRole)
      .map(({ name, bypasses_policies }) => ({ name, bypasses_policies })),
    setup_sql:
      missing.length === 0 && joining.length === 0
        ? null
        : setupSql(missing, {
            existing,
            joining,
            grant: privilege === 'SET' ? ' with set true' : '',
          }),
  }
}

const bypassing: ReadonlySet<string> = new Set(['service_role'])

/** The roles that the login is a member of. */
async function listMembers(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select granted.rolname::text as name from pg_auth_members m
     join pg_roles granted on granted.oid = m.roleid
     join pg_roles login on login.oid = m.member
     where login.rolname = $1`,
    [loginRole],
  )
  return rows.map(({ name }) => name)
}

type Present = { existing: readonly string[]; joining: readonly string[]; grant: string }

/** Their privileges are left to the owner of the tables: a role by itself reads nothing. */
function setupSql(missing: readonly string[], { existing, joining, grant }: Present): string {
  const list = (names: readonly string[]) => names.map(quoteIdent).join(', ')
  const created = missing.filter((name) => !existing.includes(name))
  return [
    ...created.map(
      (name) =>
        `create role ${quoteIdent(name)} nologin noinherit${bypassing.has(name) ? ' bypassrls' : ''};`,
    ),
    ...(missing.length === 0
      ? []
      : [
          `grant ${list(missing)} to current_user${grant};`,
          `grant usage on schema public to ${list(missing)};`,
        ]),
    ...(existing.includes(loginRole)
      ? []
      : [`create role ${quoteIdent(loginRole)} login noinherit;`]),
    ...(joining.length === 0
      ? []
      : [`grant ${list(joining)} to ${quoteIdent(loginRole)}${grant};`]),
  ].join('\n')
}
