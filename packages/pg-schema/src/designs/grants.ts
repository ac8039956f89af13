import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { type Fragment, type Step, step } from './steps.ts'

const catalogStep = (fragment: Fragment): Step => step(fragment, null)

type Granted = {
  kind: keyof typeof sources
  /** Finds the present object: its name in SQL, of a function with the types of its inputs. */
  name: string
  /** The new object as GRANT names it: `sequence "public"."ids"`. */
  subject: string
  /** The columns that stay: their names now and afterwards. */
  columns?: readonly (readonly [string, string])[]
  /** The owner of the new object, where it is another one. */
  owner?: string | null
}

type Grant = {
  column: string | null
  privilege: string
  grantor: string
  /** Null stands for PUBLIC. */
  grantee: string | null
  is_grantable: boolean
  /** Whether the role of the connection can grant as the grantor. */
  is_reachable: boolean
}

type Found = {
  owner: string
  is_default: boolean
  /** Some privileges of the owner were revoked. */
  is_owner_limited: boolean
  /** A new object has privileges for PUBLIC. */
  has_public: boolean
  /** There are default privileges for objects of its type, which may also revoke some. */
  has_defaults: boolean
  /** Roles that default privileges grant something to. */
  defaults: string[]
  grants: Grant[]
}

/**
 * The steps that give a new object the grants that an object has now, by the roles that granted
 * them: a copy of it, or the same one that is created again. Default privileges may grant more to a
 * new object, so these are revoked before.
 */
export async function grantSteps(db: Queryable, granted: Granted): Promise<Step[]> {
  const { kind, name, subject, columns = [] } = granted
  const kept = JSON.stringify(columns.map(([was, is]) => ({ was, is })))
  const [found] = await db.query<Found>(grantsQuery(sources[kind]), [name, kept])
  if (found === undefined || (found.is_default && !found.has_defaults)) return []
  const { owner, is_owner_limited, has_public } = found
  const newOwner = granted.owner === '' ? owner : (granted.owner ?? owner)
  const rename = (role: string) => (role === owner ? newOwner : role)
  const revoked = [
    ...(has_public ? ['public'] : []),
    ...found.defaults.map(quoteIdent),
    ...(is_owner_limited ? [quoteIdent(rename(owner))] : []),
  ]
  const grants = found.grants.filter(({ grantee }) => grantee !== owner || is_owner_limited)
  return [
    ...(revoked.length === 0
      ? []
      : [catalogStep([`revoke all on ${subject} from ${[...new Set(revoked)].join(', ')}`])]),
    ...joined(sorted(owner, grants)).flatMap((one) => {
      const { grantee, is_grantable } = one.of
      const to = grantee === null ? 'public' : quoteIdent(rename(grantee))
      const option = is_grantable ? ' with grant option' : ''
      const grant = `grant ${one.privileges.join(', ')} on ${subject} to ${to}${option}`
      return stepsAs(one.of, owner, grant)
    }),
  ]
}

function stepsAs({ grantor, is_reachable }: Grant, owner: string, grant: string): Step[] {
  if (grantor === owner) return [catalogStep([grant])]
  if (!is_reachable)
    return [catalogStep([`-- Granted by ${grantor} before, as whom you cannot act.\n`, grant])]
  return [
    catalogStep([`set role ${quoteIdent(grantor)}`]),
    catalogStep([grant]),
    catalogStep(['reset role']),
  ]
}

/** A role can grant only after it has got the option to: those of the owner come first. */
function sorted(owner: string, grants: readonly Grant[]): Grant[] {
  const ready: Grant[] = []
  let waiting = [...grants]
  while (waiting.length > 0) {
    const next = waiting.filter(
      ({ grantor, privilege, column }) =>
        grantor === owner ||
        ready.some(
          (one) =>
            one.is_grantable &&
            one.grantee === grantor &&
            one.privilege === privilege &&
            (one.column === null || one.column === column),
        ),
    )
    // PostgreSQL keeps no grant of a role without the option; this ends the loop all the same.
    if (next.length === 0) return [...ready, ...waiting]
    ready.push(...next)
    waiting = waiting.filter((one) => !next.includes(one))
  }
  return ready
}

/** Neighbours that differ in their privileges only share a statement. */
function joined(grants: readonly Grant[]): { of: Grant; privileges: string[] }[] {
  const statements: { of: Grant; privileges: string[] }[] = []
  for (const one of grants) {
    const { column, privilege, grantor, grantee, is_grantable } = one
    const written = column === null ? privilege : `${privilege} (${quoteIdent(column)})`
    const last = statements.at(-1)
    const isSame =
      last?.of.grantor === grantor &&
      last.of.grantee === grantee &&
      last.of.is_grantable === is_grantable
    if (isSame) last.privileges.push(written)
    else statements.push({ of: one, privileges: [written] })
  }
  return statements
}

type Source = { from: string; builtIn: string; defaults: string }

const relation = /* SQL */ `
  select oid, relacl as acl, relowner as owner from pg_class where oid = to_regclass($1)`

/** The letters of acldefault and of pg_default_acl are not always the same. */
const sources = {
  relation: { from: relation, builtIn: 'r', defaults: 'r' },
  sequence: { from: relation, builtIn: 's', defaults: 'S' },
  function: {
    from: 'select oid, proacl as acl, proowner as owner from pg_proc where oid = to_regprocedure($1)',
    builtIn: 'f',
    defaults: 'f',
  },
  type: {
    from: 'select oid, typacl as acl, typowner as owner from pg_type where oid = to_regtype($1)',
    builtIn: 'T',
    defaults: 'T',
  },
} satisfies Record<string, Source>

const grantsQuery = ({ from, builtIn, defaults }: Source) => /* SQL */ `
  with object as (
    select o.*, acldefault('${builtIn}', o.owner) as built_in from (${from}) o
  ), entries as (
    select null::text as "column", a.*
    from object, aclexplode(coalesce(object.acl, object.built_in)) a
    union all
    select kept."is", a.*
    from object
    join pg_attribute c on c.attrelid = object.oid and object.oid = to_regclass($1)
    join json_to_recordset($2::json) kept (was text, "is" text) on kept.was = c.attname
    cross join aclexplode(c.attacl) a
  ), granted_by_default as (
    select a.grantee from pg_default_acl d, aclexplode(d.defaclacl) a, object
    where d.defaclobjtype = '${defaults}' and a.grantee <> object.owner
  )
  select pg_get_userbyid(object.owner)::text as owner,
    object.acl is null and not exists (select from entries where "column" is not null) as is_default,
    exists (
      select from aclexplode(object.built_in) a where a.grantee = object.owner and not exists (
        select from entries e where e."column" is null and e.grantee = object.owner
          and e.privilege_type = a.privilege_type
      )
    ) as is_owner_limited,
    exists (select from pg_default_acl d where d.defaclobjtype = '${defaults}') as has_defaults,
    exists (select from aclexplode(object.built_in) a where a.grantee = 0)
      or exists (select from granted_by_default where grantee = 0) as has_public,
    coalesce((
      select json_agg(distinct r.rolname)
      from granted_by_default d join pg_roles r on r.oid = d.grantee
    ), '[]') as defaults,
    coalesce((
      select json_agg(json_build_object(
        'column', e."column", 'privilege', lower(e.privilege_type), 'grantor', g.rolname,
        'grantee', r.rolname, 'is_grantable', e.is_grantable, 'is_reachable', pg_has_role(g.oid, 'set')
      ) order by g.rolname, r.rolname nulls first, e.is_grantable, e."column" nulls first, e.privilege_type)
      from entries e
      join pg_roles g on g.oid = e.grantor
      left join pg_roles r on r.oid = e.grantee
      where r.oid is not null or e.grantee = 0
    ), '[]') as grants
  from object`
