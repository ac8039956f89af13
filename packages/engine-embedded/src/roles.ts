import { createHash } from 'node:crypto'

import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import type { LoginShape } from './login-repair.ts'

/** The control plane's superuser: health checks and role maintenance, never a user's statement. */
export const controlRole = 'basalt_control'
/** The only database in which the superuser runs statements; no other role may connect to it. */
export const controlDatabase = 'basalt'
/** The user's role and database. */
export const ownerRole = 'postgres'
export const userDatabase = 'postgres'
/**
 * The login of the dashboard, which acts as the owner. It has a separate password, so it is not
 * affected when the user changes the owner's.
 */
export const dashboardRole = 'basalt_dashboard'
/** The group role of the logins of `readerLogin`, with read-only access. */
const readOnlyRole = 'basalt_read_only'
/** Its members connect where others find no place left. From PostgreSQL 16 on. */
const reservedRole = 'pg_use_reserved_connections'

export const readerPrefix = 'basalt_reader_'
/** Matches the names of `readerLogin` in `like`. */
export const readerPattern = 'basalt\\_reader\\_%'

/**
 * The login of one reader. With one login for all, PostgreSQL would let each of them read, cancel
 * and end the statements of the others.
 */
export const readerLogin = (actorId: string): string =>
  `${readerPrefix}${createHash('sha256').update(actorId).digest('hex').slice(0, 16)}`

/** The login with which jobs of a database role run. */
export const jobLogin = (role: string): string =>
  `basalt_job_${createHash('sha256').update(role).digest('hex').slice(0, 16)}`

/** Connections of one login: the pool's, and those that are just ending. */
const dashboardConnections = 12
const readerConnections = 8
/** Of the jobs of one role; see the limit of runs of a project. */
export const jobConnections = 26

/** The required state of the dashboard's logins, see `repairStatements`. */
export function loginShapes(
  major: number,
  getPassword: (login: string) => string,
): readonly LoginShape[] {
  const reserved = major >= 16 ? [reservedRole] : []
  return [
    {
      login: dashboardRole,
      password: getPassword(dashboardRole),
      connectionLimit: dashboardConnections,
      bypassesPolicies: false,
      groups: [ownerRole, ...reserved],
      settings: {
        role: ownerRole,
        ...(major >= 16 && { createrole_self_grant: 'set' }),
      },
    },
    {
      login: readOnlyRole,
      password: null,
      connectionLimit: -1,
      bypassesPolicies: true,
      groups: reserved,
      settings: { default_transaction_read_only: 'on' },
    },
  ]
}

/**
 * A login for jobs: a member of their role and nothing else, so that leaving the role, for example
 * by `reset role`, gives no further right.
 */
export const jobShape = (role: string, password: string) =>
  ({
    login: jobLogin(role),
    password,
    connectionLimit: jobConnections,
    bypassesPolicies: false,
    groups: [role],
    settings: { role },
  }) satisfies LoginShape

/** A reader's login; `statementMs` ends statements that take longer. */
export const readerShape = (login: string, secret: { password: string; statementMs: number }) =>
  ({
    login,
    password: secret.password,
    connectionLimit: readerConnections,
    bypassesPolicies: true,
    groups: [readOnlyRole],
    settings: {
      default_transaction_read_only: 'on',
      statement_timeout: String(secret.statementMs),
    },
  }) satisfies LoginShape

/**
 * The rights of a new cluster's roles. No role but `basalt_control` is a superuser or may read
 * files, write files or run programs on the host, and none can grant itself these rights.
 *
 * Up to PostgreSQL 15 a role with CREATEROLE may grant membership in every role that is no
 * superuser, including `pg_execute_server_program`, which is a shell on the host: there the owner
 * cannot create roles. Since 16 it needs the admin option on the role it grants.
 *
 * REPLICATION has a gap that PostgreSQL cannot close: a logical slot names its output plugin, and
 * an absolute path is loaded as a library. SQL cannot write such a file. Therefore no part of the
 * product may store bytes of a user in a file that PostgreSQL's operating user can read.
 */
export function roleStatements(major: number): string[] {
  const createRole = major >= 16 ? 'createrole' : 'nocreaterole'
  return [
    `create role ${ownerRole} login createdb ${createRole} replication bypassrls`,
    `grant pg_monitor, pg_signal_backend to ${ownerRole}`,
    `create role ${dashboardRole} login inherit connection limit ${dashboardConnections}
       in role ${ownerRole}`,
    // Objects that the dashboard creates belong to the owner, not to its login.
    `alter role ${dashboardRole} set role = ${ownerRole}`,
    // The creator of a role may SET ROLE to it, as they could grant themselves that anyway.
    ...(major >= 16
      ? [ownerRole, dashboardRole].map(
          (role) => `alter role ${role} set createrole_self_grant = 'set'`,
        )
      : []),
    // Read access includes rows that policies hide from an application's users. The owner grants
    // the objects, see `shareStatement`: pg_read_all_data would include the password verifiers of
    // pg_authid and the secrets of foreign servers.
    `create role ${readOnlyRole} nologin bypassrls`,
    `alter role ${readOnlyRole} set default_transaction_read_only = on`,
    ...(major >= 16 ? [`grant ${reservedRole} to ${dashboardRole}, ${readOnlyRole}`] : []),
    `alter database ${userDatabase} owner to ${ownerRole}`,
    // Every role may make temporary tables by default; the read-only one must not.
    `revoke temporary on database ${userDatabase} from public`,
    // The owner may clone the template without connecting to it.
    'revoke connect, temporary on database template1 from public',
    `create database ${controlDatabase} template template0`,
    `revoke all on database ${controlDatabase} from public`,
  ]
}

/**
 * Returns the statements, one per row, by which the owner grants the read-only role access to
 * further objects: schemas, and every relation in them that the owner may grant. Basalt's own
 * schemas, with the history and dropped tables, are not shared.
 */
export const shareStatement = `
  with shared as (
    select n.oid, n.nspname, n.nspowner
    from pg_catalog.pg_namespace n
    where n.nspname !~ '^pg_'
      and n.nspname not in ('information_schema', 'basalt', 'basalt_trash')
  )
  select pg_catalog.format('grant usage on schema %I to ${readOnlyRole}', nspname) as statement
  from shared
  where pg_catalog.pg_has_role(nspowner, 'usage')
    and not pg_catalog.has_schema_privilege('${readOnlyRole}', oid, 'usage')
  union all
  select pg_catalog.format('grant select on %I.%I to ${readOnlyRole}', nspname, c.relname)
  from shared
  join pg_catalog.pg_class c on c.relnamespace = shared.oid
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and pg_catalog.pg_has_role(c.relowner, 'usage')
    and case
      when c.relkind = 'S'
      then not pg_catalog.has_sequence_privilege('${readOnlyRole}', c.oid, 'select')
      else not pg_catalog.has_table_privilege('${readOnlyRole}', c.oid, 'select')
    end`

export function passwordStatements(passwords: ReadonlyMap<string, string>): string[] {
  return Array.from(
    passwords,
    ([role, password]) => `alter role ${quoteIdent(role)} password ${quoteLiteral(password)}`,
  )
}

/**
 * The rules of pg_hba.conf. The superuser connects only over the control plane's socket or
 * loopback, and only to its own database. Physical replication is refused for all roles.
 *
 * A role with REPLICATION can still take a base backup over a logical connection and read the
 * password verifiers in it. A verifier is no password: with long random secrets it gives no access.
 */
export function hostBasedAccess(control: 'socket' | 'loopback'): string {
  const lines = [
    'local replication all reject',
    'host replication all all reject',
    control === 'socket'
      ? `local ${controlDatabase} ${controlRole} scram-sha-256`
      : `host ${controlDatabase} ${controlRole} 127.0.0.1/32 scram-sha-256`,
    `local all ${controlRole} reject`,
    `host all ${controlRole} all reject`,
    `local ${controlDatabase} all reject`,
    `host ${controlDatabase} all all reject`,
    // The dashboard's logins connect over the socket, whose directory is closed to other users.
    ...(control === 'socket' ? [`host all ${dashboardRole},+${readOnlyRole} all reject`] : []),
    'local all all scram-sha-256',
    'host all all 127.0.0.1/32 scram-sha-256',
  ]
  return `${lines.join('\n')}\n`
}
