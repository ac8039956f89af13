import { scramVerifier } from '@basalt/engine'
import type { RoleDesign, RoleMembership } from '@basalt/pg-model'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { type Fragment, piece, secretPiece, type Step } from '../../../designs/steps.ts'
import type { ObjectKind } from '../../object-kind.ts'
import { catalogStep, commentSteps } from '../../object-steps.ts'
import { drop, listDependents } from './drop-role.ts'
import { roleSettings, settingSteps } from './role-settings.ts'

/** Roles have no owner and no schema. */
const all = /* SQL */ `
  select r.oid as id, null::text as schema, r.rolname::text as name, null::oid as owner
  from pg_roles r`

const locked = /* SQL */ `
  case
    when starts_with(page.name, 'pg_') then 'It belongs to PostgreSQL'
    when starts_with(page.name, 'basalt_') then 'It belongs to Basalt'
    when r.rolsuper then 'It is a superuser'
    when page.name = current_user then 'It is the role of your own connection'
  end`

const membership = (of: 'roleid' | 'member', other: 'roleid' | 'member') => /* SQL */ `coalesce((
  select json_agg(json_build_object('role', pg_get_userbyid(m.${other}), 'admin', m.admin_option,
    'inherit', m.inherit_option, 'set', m.set_option) order by pg_get_userbyid(m.${other}))
  from pg_auth_members m
  where m.${of} = r.oid
    -- PostgreSQL grants a new role to its creator, who could not change it without that.
    and m.grantor <> 10 and m.member <> (select u.oid from pg_roles u where u.rolname = current_user)
), '[]'::json)`

const design = /* SQL */ `
  select json_build_object(
    'name', r.rolname, 'comment', shobj_description(r.oid, 'pg_authid'),
    'can_login', r.rolcanlogin, 'creates_databases', r.rolcreatedb,
    'creates_roles', r.rolcreaterole, 'inherits', r.rolinherit, 'replicates', r.rolreplication,
    'bypasses_rls', r.rolbypassrls,
    'connection_limit', case when r.rolconnlimit < 0 then '' else r.rolconnlimit::text end,
    'valid_until', r.rolvaliduntil::text, 'password', null, 'settings', ${roleSettings},
    'member_of', ${membership('member', 'roleid')}, 'members', ${membership('roleid', 'member')}
  ) as design
  from pg_roles r
  where r.oid = $1::oid`

const attributes = {
  can_login: 'login',
  creates_databases: 'createdb',
  creates_roles: 'createrole',
  inherits: 'inherit',
  replicates: 'replication',
  bypasses_rls: 'bypassrls',
} as const

type Attribute = keyof typeof attributes

/** The attributes that CREATE ROLE sets without options. */
const standard: Pick<RoleDesign, Attribute | 'connection_limit' | 'valid_until'> = {
  can_login: false,
  creates_databases: false,
  creates_roles: false,
  inherits: true,
  replicates: false,
  bypasses_rls: false,
  connection_limit: '',
  valid_until: null,
}

function optionPieces(from: typeof standard, to: RoleDesign): Fragment {
  const found: Fragment[number][] = []
  for (const name of Object.keys(attributes) as Attribute[])
    if (from[name] !== to[name])
      found.push(' ', piece(`${to[name] ? '' : 'no'}${attributes[name]}`, name))
  if (from.connection_limit !== to.connection_limit)
    found.push(' connection limit ', piece(to.connection_limit || '-1', 'connection_limit'))
  if (from.valid_until !== to.valid_until)
    found.push(' valid until ', piece(quoteLiteral(to.valid_until ?? 'infinity'), 'valid_until'))
  return found
}

type Side = 'member_of' | 'members'

/** Memberships that differ: removed ones are revoked, the others are granted again. */
function membershipSteps(from: Pick<RoleDesign, Side> | null, to: RoleDesign, side: Side): Step[] {
  const parts = ({ role }: Pick<RoleMembership, 'role'>): [Fragment, Fragment] => {
    const other = [piece(quoteIdent(role), side)]
    return side === 'member_of' ? [other, [quoteIdent(to.name)]] : [[quoteIdent(to.name)], other]
  }
  const before = new Map((from?.[side] ?? []).map((one) => [one.role, one]))
  const kept = new Set(to[side].map(({ role }) => role))
  const revoked = [...before.values()].filter(({ role }) => !kept.has(role))
  const granted = to[side].filter((one) => {
    const old = before.get(one.role)
    return (
      old === undefined ||
      old.admin !== one.admin ||
      old.inherit !== one.inherit ||
      old.set !== one.set
    )
  })
  return [
    ...revoked.map((one) => {
      const [group, member] = parts(one)
      return catalogStep(['revoke ', ...group, ' from ', ...member])
    }),
    ...granted.map((one) => {
      const [group, member] = parts(one)
      const options = `admin ${one.admin}, inherit ${one.inherit}, set ${one.set}`
      return catalogStep(['grant ', ...group, ' to ', ...member, ` with ${options}`])
    }),
  ]
}

/** As a verifier, so that the password is in no statement and no log of PostgreSQL. */
async function passwordSteps({ name, password }: RoleDesign): Promise<Step[]> {
  if (password === null) return []
  const verifier = quoteLiteral(await scramVerifier(password))
  return [
    catalogStep([`alter role ${quoteIdent(name)} password `, secretPiece(verifier, 'password')]),
  ]
}

const create = async (to: RoleDesign): Promise<Step[]> => [
  catalogStep(['create role ', piece(quoteIdent(to.name), 'name'), ...optionPieces(standard, to)]),
  ...(await passwordSteps(to)),
  ...settingSteps([], to),
  ...membershipSteps(null, to, 'member_of'),
  ...membershipSteps(null, to, 'members'),
  ...commentSteps(`role ${quoteIdent(to.name)}`, null, to.comment),
]

async function alter(from: RoleDesign, to: RoleDesign): Promise<Step[]> {
  const subject = `role ${quoteIdent(to.name)}`
  const options = optionPieces(from, to)
  return [
    ...(from.name === to.name
      ? []
      : [
          catalogStep([
            `alter role ${quoteIdent(from.name)} rename to `,
            piece(quoteIdent(to.name), 'name'),
          ]),
        ]),
    ...(options.length === 0 ? [] : [catalogStep([`alter ${subject}`, ...options])]),
    ...(await passwordSteps(to)),
    ...settingSteps(from.settings, to),
    ...membershipSteps(from, to, 'member_of'),
    ...membershipSteps(from, to, 'members'),
    ...commentSteps(subject, from.comment, to.comment),
  ]
}

const countObjects = (type: 'o' | 'a') => /* SQL */ `(
  select count(*)::int from pg_shdepend d
  where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = '${type}'
    and d.dbid = (select oid from pg_database where datname = current_database())
)`

/** PostgreSQL tells only the number of objects that are in other databases. */
const elsewhere = /* SQL */ `
  select b.datname::text as database, count(*)::int as objects
  from pg_shdepend d
  join pg_database b on b.oid = d.dbid
  where d.refclassid = 'pg_authid'::regclass and d.refobjid = page.id
    and d.deptype in ('o', 'a', 'r') and b.datname <> current_database()
  group by b.datname`

const kept = /* SQL */ `(
  select 'It owns objects or has privileges in other databases: '
    || string_agg(format('%s (%s)', e.database, e.objects), ', ' order by e.database)
    || '. Drop or reassign them there first'
  from (${elsewhere}) e
)`

export const roles: ObjectKind<RoleDesign> = {
  kind: 'roles',
  noun: 'role',
  catalog: 'pg_authid',
  list: {
    all,
    comment: "shobj_description(page.id, 'pg_authid')",
    locked,
    // The roles of the project come before those of the system.
    computedSorts: {
      origin:
        "case when starts_with(x.name, 'pg_') or starts_with(x.name, 'basalt_') then '1' else '0' end || x.name",
    },
    kept,
    detail: {
      columns: /* SQL */ `
        r.rolcanlogin as can_login, r.rolsuper as is_superuser,
        r.rolcreatedb as creates_databases, r.rolcreaterole as creates_roles,
        r.rolreplication as replicates, r.rolbypassrls as bypasses_rls,
        (select count(*)::int from pg_stat_activity a where a.usesysid = r.oid) as connections,
        ${countObjects('o')} as owned_objects, ${countObjects('a')} as granted_objects,
        coalesce((
          select json_agg(e order by e.database) from (${elsewhere}) e
        ), '[]'::json) as other_databases,
        coalesce((
          select json_agg(json_build_object('database', b.datname, 'setting', x.setting)
            order by b.datname nulls first, x.setting)
          from pg_db_role_setting s
          left join pg_database b on b.oid = s.setdatabase
          cross join unnest(s.setconfig) x (setting)
          where s.setrole = r.oid
        ), '[]'::json) as settings`,
      joins: 'join pg_roles r on r.oid = page.id',
    },
  },
  design,
  create,
  alter,
  drop,
  listDependents,
}
