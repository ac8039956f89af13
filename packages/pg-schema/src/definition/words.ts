import { relations } from './later.ts'

const relationWord = /* SQL */ `
  case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
    when 'f' then 'foreign table' else 'table' end`

/** Everything that can carry a comment, with the words that stand before it. */
const comments = /* SQL */ `
  with commented (classid, objid, objsubid, place, subject) as (
    select 'pg_namespace'::regclass, n.oid, 0, 0, format('schema %I', n.nspname)
    from pg_namespace n where n.nspname = any ($4)
    union all
    select 'pg_class'::regclass, c.oid, 0, 2, format('%s %s', ${relationWord}, c.title) from ${relations}
    union all
    select 'pg_class'::regclass, c.oid, a.attnum, 3, format('column %s.%I', c.title, a.attname)
    from ${relations} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    union all
    select 'pg_constraint'::regclass, k.oid, 0, 4, format('constraint %I on %s', k.conname, c.title)
    from ${relations} join pg_constraint k on k.conrelid = c.oid
    union all
    select 'pg_class'::regclass, i.indexrelid, 0, 5, format('index %I.%I', c.nspname, x.relname)
    from ${relations} join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
    union all
    select 'pg_trigger'::regclass, t.oid, 0, 6, format('trigger %I on %s', t.tgname, c.title)
    from ${relations} join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
    union all
    select 'pg_policy'::regclass, p.oid, 0, 7, format('policy %I on %s', p.polname, c.title)
    from ${relations} join pg_policy p on p.polrelid = c.oid
    union all
    select 'pg_rewrite'::regclass, r.oid, 0, 8, format('rule %I on %s', r.rulename, c.title)
    from ${relations} join pg_rewrite r on r.ev_class = c.oid
    union all
    select 'pg_statistic_ext'::regclass, s.oid, 0, 9, format('statistics %I.%I', n.nspname, s.stxname)
    from ${relations} join pg_statistic_ext s on s.stxrelid = c.oid join pg_namespace n on n.oid = s.stxnamespace
    union all
    select 'pg_type'::regclass, t.oid, 0, 1, format('%s %I.%I', case t.typtype when 'd' then 'domain' else 'type' end, n.nspname, t.typname)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.oid = any ($2::oid[])
    union all
    select 'pg_class'::regclass, t.typrelid, a.attnum, 1, format('column %I.%I.%I', n.nspname, t.typname, a.attname)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    join pg_attribute a on a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
    where t.oid = any ($2::oid[])
    union all
    select 'pg_constraint'::regclass, k.oid, 0, 1, format('constraint %I on domain %I.%I', k.conname, n.nspname, t.typname)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_constraint k on k.contypid = t.oid
    where t.oid = any ($2::oid[])
    union all
    select 'pg_proc'::regclass, p.oid, 0, 1, 'routine ' || p.oid::regprocedure from pg_proc p where p.oid = any ($3::oid[])
  )
  select format('comment on %s is %L', c.subject, d.description) as statement
  from commented c
  join pg_description d on d.classoid = c.classid and d.objoid = c.objid and d.objsubid = c.objsubid
  order by c.place, c.subject`

/**
 * Privileges that differ from the owner's defaults: grants, and revokes from the owner and PUBLIC.
 * Basalt manages its own logins.
 */
const privileges = /* SQL */ `
  with granted (place, subject, acl, standard) as (
    select 0, format('schema %I', n.nspname), n.nspacl, acldefault('n', n.nspowner)
    from pg_namespace n where n.nspname = any ($4)
    union all
    select 1, format('type %I.%I', n.nspname, t.typname), t.typacl, acldefault('T', t.typowner)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.oid = any ($2::oid[])
    union all
    select 2, 'routine ' || p.oid::regprocedure, p.proacl, acldefault('f', p.proowner)
    from pg_proc p where p.oid = any ($3::oid[])
    union all
    select 3, case c.relkind when 'S' then 'sequence ' else 'table ' end || c.title, c.relacl,
      acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner)
    from ${relations}
  ), changed as (
    select place, subject, 'revoke' as verb, s.privilege_type, s.grantee, false as is_grantable, '' as of_column
    from granted, aclexplode(standard) s
    where acl is not null and not exists (
      select from aclexplode(acl) a where a.grantee = s.grantee and a.privilege_type = s.privilege_type
    )
    union all
    select place, subject, 'grant', a.privilege_type, a.grantee, a.is_grantable, ''
    from granted, aclexplode(acl) a
    where not exists (
      select from aclexplode(standard) s
      where s.grantee = a.grantee and s.privilege_type = a.privilege_type and s.is_grantable = a.is_grantable
    )
    union all
    select 4, 'table ' || c.title, 'grant', g.privilege_type, g.grantee, g.is_grantable, format(' (%I)', a.attname)
    from ${relations}
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join aclexplode(a.attacl) g
  )
  select format('%s %s on %s %s %s%s', c.verb,
    string_agg(lower(c.privilege_type) || c.of_column, ', ' order by c.privilege_type, c.of_column), c.subject,
    case c.verb when 'grant' then 'to' else 'from' end,
    case when c.grantee = 0 then 'public' else quote_ident(r.rolname) end,
    case when c.is_grantable then ' with grant option' else '' end) as statement
  from changed c
  left join pg_roles r on r.oid = c.grantee
  where c.grantee = 0 or (r.rolname is not null and r.rolname !~ '^basalt_')
  group by c.place, c.subject, c.verb, c.grantee, r.rolname, c.is_grantable
  order by c.place, c.subject, c.verb desc, r.rolname nulls first, c.is_grantable`

/** Roles in policies and grants, which have to exist before. */
export const namedRolesQuery = /* SQL */ `
  select distinct r.rolname::text as name
  from (
    select a.grantee from pg_class c, aclexplode(c.relacl) a where c.oid = any ($1::oid[]) and a.grantee <> c.relowner
    union all
    select a.grantee from pg_attribute c, aclexplode(c.attacl) a where c.attrelid = any ($1::oid[])
    union all
    select role from pg_policy p, unnest(p.polroles) role where p.polrelid = any ($1::oid[])
    union all
    select a.grantee from pg_type t, aclexplode(t.typacl) a where t.oid = any ($2::oid[]) and a.grantee <> t.typowner
    union all
    select a.grantee from pg_proc p, aclexplode(p.proacl) a where p.oid = any ($3::oid[]) and a.grantee <> p.proowner
    union all
    select a.grantee from pg_namespace n, aclexplode(n.nspacl) a
    where n.nspname = any ($4::text[]) and a.grantee <> n.nspowner
    union all
    select unnest(array[a.grantee, d.defaclrole]) from pg_default_acl d
    join pg_namespace n on n.oid = d.defaclnamespace, aclexplode(d.defaclacl) a where n.nspname = any ($4::text[])
  ) named (id)
  join pg_roles r on r.oid = named.id
  where r.rolname !~ '^(basalt|pg)_' and r.rolname <> 'postgres'
    and r.oid <> (select datdba from pg_database where datname = current_database())
  order by 1`

/** Default privileges of roles in a schema: they can only add to the global ones. */
const defaultPrivileges = /* SQL */ `
  select format('alter default privileges for role %I in schema %I grant %s on %s to %s%s', owner.rolname, n.nspname,
    string_agg(lower(a.privilege_type), ', ' order by a.privilege_type),
    case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' else 'types' end,
    case when a.grantee = 0 then 'public' else quote_ident(r.rolname) end,
    case when a.is_grantable then ' with grant option' else '' end) as statement
  from pg_default_acl d
  join pg_namespace n on n.oid = d.defaclnamespace
  join pg_roles owner on owner.oid = d.defaclrole
  cross join aclexplode(d.defaclacl) a
  left join pg_roles r on r.oid = a.grantee
  where n.nspname = any ($4::text[]) and owner.rolname !~ '^basalt_'
    and (a.grantee = 0 or (r.rolname is not null and r.rolname !~ '^basalt_'))
  group by owner.rolname, n.nspname, d.defaclobjtype, a.grantee, r.rolname, a.is_grantable
  order by 1`

/** Comments and privileges of objects. */
export const wordQueries: readonly string[] = [comments, privileges, defaultPrivileges]
