import { grantReading, readers, revokeReading } from './prelude.ts'
import type { AdvisorRule } from './rule.ts'

/** A kind of relation whose rows policies do not restrict. */
const unrestricted = (rule: string, kind: { code: string; name: string; why: string }) => ({
  rule,
  sql: /* SQL */ `
    select x.quoted as key, 'warning' as level, x.schema, x.name, '${kind.name}' as kind,
      format('%s can read the ${kind.name} %s through the API. ${kind.why}', ${readers}, x.quoted) as detail,
      jsonb_build_object('table_id', x.oid::int8) as metadata,
      ${revokeReading} as fix, ${grantReading} as undo
    from exposed_relations x
    where x.relkind = '${kind.code}' and (x.anon_reads or x.authenticated_reads)`,
})

const inGraphql = (rule: string, { role, who }: { role: string; who: string }): AdvisorRule => ({
  rule,
  needs: { extension: 'pg_graphql' },
  sql: /* SQL */ `
    select x.quoted as key, 'warning' as level, x.schema, x.name,
      case x.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end as kind,
      format('%s is part of the GraphQL schema of ${who}, because ${role} may read it.', x.quoted) as detail,
      jsonb_build_object('table_id', x.oid::int8) as metadata,
      format('revoke select on %s from ${role};', x.quoted) as fix,
      case when exists (
        select from aclexplode(x.relacl) a join pg_roles r on r.oid = a.grantee
        where r.rolname = '${role}' and a.privilege_type = 'SELECT'
      ) then format('grant select on %s to ${role};', x.quoted) end as undo
    from exposed_relations x where x.${role}_reads`,
})

/** Rules about relations that the API exposes. */
export const accessRules: readonly AdvisorRule[] = [
  {
    rule: 'auth_users_exposed',
    needs: { table: 'auth.users' },
    sql: /* SQL */ `
      select x.quoted as key, 'error' as level, x.schema, x.name,
        case x.relkind when 'v' then 'view' else 'materialized view' end as kind,
        format('%s shows rows of auth.users to %s through the API.', x.quoted, ${readers}) as detail,
        jsonb_build_object('table_id', x.oid::int8) as metadata,
        ${revokeReading} as fix, ${grantReading} as undo
      from exposed_relations x
      where x.relkind in ('v', 'm') and (x.anon_reads or x.authenticated_reads)
        -- Such a view reads with the rights of its reader.
        and not coalesce(x.reloptions && '{security_invoker=true,security_invoker=on,security_invoker=1}'::text[], false)
        and x.oid in (
          with recursive readers (id) as (
            select to_regclass('auth.users')::oid
            union
            select w.ev_class from readers d
            join pg_depend p on p.refclassid = 'pg_class'::regclass and p.refobjid = d.id and p.classid = 'pg_rewrite'::regclass
            join pg_rewrite w on w.oid = p.objid
          )
          select id from readers
        )`,
  },
  {
    rule: 'security_definer_view',
    sql: /* SQL */ `
      select x.quoted as key, 'error' as level, x.schema, x.name, 'view' as kind,
        format('The view %s reads with the rights of its owner, so rows that policies hide are visible to %s.', x.quoted, ${readers}) as detail,
        jsonb_build_object('table_id', x.oid::int8) as metadata,
        format('alter view %s set (security_invoker = true);', x.quoted) as fix,
        format('alter view %s reset (security_invoker);', x.quoted) as undo
      from exposed_relations x
      where x.relkind = 'v' and (x.anon_reads or x.authenticated_reads)
        and not coalesce(x.reloptions && '{security_invoker=true,security_invoker=on,security_invoker=1,security_invoker=yes}'::text[], false)`,
  },
  unrestricted('materialized_view_in_api', {
    code: 'm',
    name: 'materialized view',
    why: 'Materialized views have no row-level security.',
  }),
  unrestricted('foreign_table_in_api', {
    code: 'f',
    name: 'foreign table',
    why: 'Foreign tables have no row-level security.',
  }),
  inGraphql('pg_graphql_anon_table_exposed', { role: 'anon', who: 'everyone' }),
  inGraphql('pg_graphql_authenticated_table_exposed', {
    role: 'authenticated',
    who: 'users who are signed in',
  }),
  {
    rule: 'extension_in_public',
    sql: /* SQL */ `
      select e.extname as key, 'warning' as level, null::text as schema, e.extname::text as name,
        'extension' as kind,
        format('The extension %s is in the schema public, so the API exposes its functions. Drop it and create it in the schema extensions.', e.extname) as detail,
        jsonb_build_object('version', e.extversion) as metadata, null::text as fix, null::text as undo
      from pg_extension e where e.extnamespace = 'public'::regnamespace`,
  },
]
