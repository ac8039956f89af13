import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

/** The required state of one of the dashboard's logins, independent of changes by its tenant. */
export type LoginShape = {
  login: string
  /** Null for a role without a login. */
  password: string | null
  /** -1 for as many as the cluster has. */
  connectionLimit: number
  bypassesPolicies: boolean
  groups: readonly string[]
  settings: Readonly<Record<string, string>>
}

/** A login as the catalog has it. */
export type FoundLogin = {
  login: string
  verifier: string | null
  canLogin: boolean
  inherits: boolean
  bypassesPolicies: boolean
  hasExpiry: boolean
  connectionLimit: number
  groups: string[]
  /** For every database, as `name=value`. */
  settings: string[]
  /** Databases with settings for this login that Basalt did not create, next to those it did. */
  otherSettings: { database: string; canWrite: boolean }[]
  canConnect: boolean
}

/** The setting with which the spend cap exempts the dashboard's login from the read-only mode. */
const allowedInDatabase = 'default_transaction_read_only=off'

const readsAll = 'pg_read_all_data'

/** Reads logins by their names, `$1`; `$2` is the database that they connect to. */
export const findLogins = /* SQL */ `
  select a.rolname::text as login, a.rolpassword as verifier, a.rolcanlogin as "canLogin",
    a.rolinherit as inherits, a.rolbypassrls as "bypassesPolicies",
    coalesce(a.rolvaliduntil <> 'infinity', false) as "hasExpiry",
    a.rolconnlimit as "connectionLimit",
    array(
      select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid
      where m.member = a.oid order by 1
    ) as groups,
    coalesce(
      (select s.setconfig from pg_db_role_setting s where s.setrole = a.oid and s.setdatabase = 0),
      '{}'
    ) as settings,
    coalesce(
      (
        select json_agg(json_build_object(
          'database', d.datname, 'canWrite', '${allowedInDatabase}' = any (s.setconfig)
        ))
        from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where s.setrole = a.oid and s.setconfig <> array['${allowedInDatabase}']
      ),
      '[]'
    ) as "otherSettings",
    coalesce(
      (select has_database_privilege(a.oid, d.oid, 'connect') from pg_database d where d.datname = $2),
      true
    ) as "canConnect"
  from pg_authid a where a.rolname = any ($1)`

export type Repair = {
  shape: LoginShape
  /** Undefined for a login that does not exist. */
  found: FoundLogin | undefined
  /** The stored verifier is one of the password. */
  isPasswordRight: boolean
  /** The verifier to store when the password differs. */
  verifier: string | null
  database: string
  /** From PostgreSQL 16 on, membership options include whether the member may SET ROLE. */
  hasGrantOptions: boolean
}

/** The statements that repair a login; none when it is correct. */
export function repairStatements(repair: Repair): string[] {
  const { shape, found } = repair
  const role = quoteIdent(shape.login)
  if (found === undefined) return creation(repair, role)
  return [
    ...attributes(repair, found, role),
    ...memberships(repair, found.groups, role),
    ...settingStatements(shape, found, role),
    ...(found.canConnect
      ? []
      : [`grant connect on database ${quoteIdent(repair.database)} to ${role}`]),
  ]
}

function creation(repair: Repair, role: string): string[] {
  const { shape, verifier } = repair
  const policies = shape.bypassesPolicies ? 'bypassrls' : 'nobypassrls'
  const login = verifier === null ? 'nologin' : `login password ${quoteLiteral(verifier)}`
  return [
    `create role ${role} ${login} ${policies} connection limit ${shape.connectionLimit}`,
    ...memberships(repair, [], role),
    ...setEach(shape, role),
    `grant connect on database ${quoteIdent(repair.database)} to ${role}`,
  ]
}

function attributes(repair: Repair, found: FoundLogin, role: string): string[] {
  const { shape, verifier, isPasswordRight } = repair
  const words = [
    found.canLogin !== (shape.password !== null) && (shape.password === null ? 'nologin' : 'login'),
    !found.inherits && 'inherit',
    found.bypassesPolicies !== shape.bypassesPolicies &&
      (shape.bypassesPolicies ? 'bypassrls' : 'nobypassrls'),
    found.connectionLimit !== shape.connectionLimit && `connection limit ${shape.connectionLimit}`,
    found.hasExpiry && `valid until 'infinity'`,
    !isPasswordRight && `password ${verifier === null ? 'null' : quoteLiteral(verifier)}`,
  ].filter((word) => word !== false)
  return words.length === 0 ? [] : [`alter role ${role} ${words.join(' ')}`]
}

function memberships(
  { shape, hasGrantOptions }: Repair,
  found: readonly string[],
  role: string,
): string[] {
  // The group of the readers is no role to act as: it would be the same one for all of them.
  const options = (group: string) =>
    hasGrantOptions && group.startsWith('basalt_') ? ' with inherit true, set false' : ''
  const missing = shape.groups.filter((group) => !found.includes(group))
  return [
    ...missing.map((group) => `grant ${quoteIdent(group)} to ${role}${options(group)}`),
    // Earlier versions granted it, but it reveals the verifiers of all passwords.
    ...found.filter((group) => group === readsAll).map((group) => `revoke ${group} from ${role}`),
  ]
}

function settingStatements(shape: LoginShape, found: FoundLogin, role: string): string[] {
  const target = Object.entries(shape.settings).map(([name, value]) => `${name}=${value}`)
  const isRight = target.toSorted().join('\n') === found.settings.toSorted().join('\n')
  return [
    ...(isRight ? [] : [`alter role ${role} reset all`, ...setEach(shape, role)]),
    ...found.otherSettings.flatMap(({ database, canWrite }) => {
      const inDatabase = `alter role ${role} in database ${quoteIdent(database)}`
      return [
        `${inDatabase} reset all`,
        ...(canWrite ? [`${inDatabase} set ${allowedInDatabase}`] : []),
      ]
    }),
  ]
}

const setEach = ({ settings }: LoginShape, role: string): string[] =>
  Object.entries(settings).map(
    ([name, value]) => `alter role ${role} set ${name} = ${quoteLiteral(value)}`,
  )
