import type { AdvisorRule } from './rule.ts'

type Caller = { role: string; other: string; who: string }

const callable = (rule: string, { role, other, who }: Caller): AdvisorRule => ({
  rule,
  sql: /* SQL */ `
    select f.signature as key, 'warning' as level, f.schema, f.name, f.kind,
      format('%s runs with the rights of its owner, and ${who} can call it through the API.', f.signature) as detail,
      jsonb_build_object('function_id', f.oid::int8) as metadata,
      format('revoke execute on %s %s from %s;', f.kind, f.signature, case when l.is_public then 'public, ${role}' else '${role}' end)
        -- The others keep what they had through PUBLIC.
        || case when l.is_public then coalesce((
          select format(E'\\ngrant execute on %s %s to %s;', f.kind, f.signature, string_agg(quote_ident(r.rolname), ', ' order by r.rolname))
          from pg_roles r where r.rolname in ('${other}', 'service_role')
        ), '') else '' end as fix,
      format('grant execute on %s %s to %s;', f.kind, f.signature, case when l.is_public then 'public' else '${role}' end) as undo
    from functions f
    cross join lateral (
      select exists (
        select from aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a where a.grantee = 0
      ) as is_public
    ) l
    where f.is_exposed and f.prosecdef and f.${role}_uses
      and f.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and exists (
        select from pg_roles r where r.rolname = '${role}' and has_function_privilege(r.oid, f.oid, 'execute')
      )`,
})

/** Rules about functions. */
export const functionRules: readonly AdvisorRule[] = [
  {
    rule: 'function_search_path_mutable',
    sql: /* SQL */ `
      select f.signature as key, 'warning' as level, f.schema, f.name, f.kind,
        format('%s resolves names by the search path of its caller, who can put other objects in front.', f.signature) as detail,
        jsonb_build_object('function_id', f.oid::int8) as metadata,
        format('alter %s %s set search_path = pg_catalog, %I, pg_temp;', f.kind, f.signature, f.schema) as fix,
        format('alter %s %s reset search_path;', f.kind, f.signature) as undo
      from functions f
      -- A body in the SQL standard's form has resolved its names already.
      where not f.is_bound and f.language not in ('c', 'internal')
        and not exists (select from unnest(f.proconfig) c where c like 'search_path=%')`,
  },
  callable('anon_security_definer_function_executable', {
    role: 'anon',
    other: 'authenticated',
    who: 'everyone',
  }),
  callable('authenticated_security_definer_function_executable', {
    role: 'authenticated',
    other: 'anon',
    who: 'every user who is signed in',
  }),
]
