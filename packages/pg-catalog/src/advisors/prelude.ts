/**
 * Expressions that the rules share, each read at most once in a run. `$1` are the schemas that the API exposes,
 * `$2` the schemas of services and of Basalt, whose objects are not the user's. Objects of extensions
 * are left out.
 *
 * The privileges of the API's roles count only where the role may use the schema too.
 */
export const prelude = /* SQL */ `
  user_schemas as materialized (
    select n.oid, n.nspname, n.nspname = any ($1::text[]) as is_exposed,
      coalesce((select has_schema_privilege(r.oid, n.oid, 'usage') from pg_roles r where r.rolname = 'anon'), false) as anon_uses,
      coalesce((select has_schema_privilege(r.oid, n.oid, 'usage') from pg_roles r where r.rolname = 'authenticated'), false) as authenticated_uses
    from pg_namespace n
    where n.nspname <> all ($2::text[]) and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  ), extension_members as materialized (
    select d.classid, d.objid from pg_depend d where d.deptype = 'e'
  ), relations as materialized (
    select c.oid, n.nspname as schema, c.relname as name, c.relkind, c.relrowsecurity as has_rls,
      c.relispartition, c.reloptions, c.relacl, n.is_exposed, n.anon_uses, n.authenticated_uses,
      format('%I.%I', n.nspname, c.relname) as quoted
    from pg_class c join user_schemas n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relpersistence <> 't'
      and not exists (
        select from extension_members e where e.classid = 'pg_class'::regclass and e.objid = c.oid
      )
  ), exposed_relations as materialized (
    select x.*,
      x.anon_uses and coalesce((select has_any_column_privilege(r.oid, x.oid, 'select') from pg_roles r where r.rolname = 'anon'), false) as anon_reads,
      x.authenticated_uses and coalesce((select has_any_column_privilege(r.oid, x.oid, 'select') from pg_roles r where r.rolname = 'authenticated'), false) as authenticated_reads,
      exists (
        select from pg_roles r
        where (r.rolname = 'anon' and x.anon_uses or r.rolname = 'authenticated' and x.authenticated_uses)
          and (has_any_column_privilege(r.oid, x.oid, 'select, insert, update') or has_table_privilege(r.oid, x.oid, 'delete, truncate'))
      ) as is_reachable
    from relations x where x.is_exposed
  ), policies as materialized (
    select p.oid, p.polname as name, p.polcmd as command, p.polpermissive as is_permissive,
      p.polroles as roles, pg_get_expr(p.polqual, p.polrelid) as condition,
      pg_get_expr(p.polwithcheck, p.polrelid) as new_condition,
      c.oid as table_id, c.schema, c.name as table_name, c.quoted, c.has_rls
    from pg_policy p join relations c on c.oid = p.polrelid
  ), functions as materialized (
    select p.oid, n.nspname as schema, p.proname as name, p.oid::regprocedure::text as signature,
      case p.prokind when 'p' then 'procedure' else 'function' end as kind, p.prosecdef, p.proconfig,
      p.prosqlbody is not null as is_bound, p.prorettype, p.proacl, p.proowner, l.lanname as language,
      n.is_exposed, n.anon_uses, n.authenticated_uses
    from pg_proc p join user_schemas n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where p.prokind in ('f', 'p', 'w')
      and not exists (
        select from extension_members e where e.classid = 'pg_proc'::regclass and e.objid = p.oid
      )
  )`

/** The readers among the API's roles as words, for a row of `exposed_relations`. */
export const readers = /* SQL */ `
  concat_ws(' and ', case when x.anon_reads then 'anon' end, case when x.authenticated_reads then 'authenticated' end)`

/** Statements that take reading from the API's roles, for a row of `exposed_relations`. */
export const revokeReading = /* SQL */ `
  format('revoke select on %s from %s;', x.quoted, (
    select string_agg(named, ', ' order by named) from (
      select quote_ident(r.rolname) as named from pg_roles r where r.rolname in ('anon', 'authenticated')
      union all
      select 'public' where exists (
        select from aclexplode(x.relacl) a where a.grantee = 0 and a.privilege_type = 'SELECT'
      )
    ) named
  ))`

/** Statements that grant again what `revokeReading` takes; null where single columns were granted. */
export const grantReading = /* SQL */ `
  case when not exists (select from pg_attribute a where a.attrelid = x.oid and a.attacl is not null) then (
    select string_agg(format('grant select on %s to %s;', x.quoted, coalesce(quote_ident(r.rolname), 'public')), E'\\n' order by r.rolname)
    from aclexplode(x.relacl) a left join pg_roles r on r.oid = a.grantee
    where a.privilege_type = 'SELECT' and (a.grantee = 0 or r.rolname in ('anon', 'authenticated'))
  ) end`
