import { own } from './before-data.ts'

const relation = /* SQL */ `
  join pg_class c on c.oid = x.relation
  join pg_namespace n on n.oid = c.relnamespace`

const constraints = (kinds: string) => /* SQL */ `
  select format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as statement
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where k.contype in (${kinds}) and c.relkind in ('r', 'p') and k.conparentid = 0 and k.conislocal
    and ${own('pg_class', 'c')}
  order by case k.contype when 'p' then 0 when 'u' then 1 else 2 end, k.oid`

/** Where the counting went on; a sequence that was never asked begins where it was made to. */
const sequenceValues = /* SQL */ `
  select format('select pg_catalog.setval(%L, %s, true)', format('%I.%I', n.nspname, c.relname), pg_sequence_last_value(c.oid)) as statement
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and ${own('pg_class', 'c')}
    and case when has_sequence_privilege(c.oid, 'select') then pg_sequence_last_value(c.oid) end is not null
  order by n.nspname, c.relname`

/** A view after those that it is made of. */
const views = /* SQL */ `
  with recursive uses (id, used) as (
    select distinct r.ev_class, d.refobjid
    from pg_rewrite r
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
      and d.refclassid = 'pg_class'::regclass and d.refobjid <> r.ev_class
    join pg_class v on v.oid = d.refobjid and v.relkind in ('v', 'm')
  ), depths (id, depth) as (
    select c.oid, 0 from pg_class c where c.relkind in ('v', 'm')
    union
    select uses.id, depths.depth + 1 from uses join depths on depths.id = uses.used
  )
  select format('create %sview %I.%I%s as %s',
    case c.relkind when 'm' then 'materialized ' else '' end, n.nspname, c.relname,
    case when c.reloptions is null then '' else format(' with (%s)', array_to_string(c.reloptions, ', ')) end,
    rtrim(pg_get_viewdef(c.oid), ';')) as statement
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm') and ${own('pg_class', 'c')}
  order by (select max(depth) from depths where depths.id = c.oid), c.oid`

const indexes = /* SQL */ `
  select replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as statement
  from pg_index i
  join pg_class x on x.oid = i.indexrelid
  join pg_class c on c.oid = i.indrelid
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'm') and not x.relispartition and ${own('pg_class', 'c')}
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by i.indexrelid`

const triggers = /* SQL */ `
  select pg_get_triggerdef(t.oid) as statement
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and t.tgparentid = 0 and ${own('pg_class', 'c')}
  order by t.oid`

const rowSecurity = /* SQL */ `
  select format('alter table %I.%I %s row level security', n.nspname, c.relname, x.what) as statement
  from (
    select oid as relation, 'enable' as what from pg_class where relrowsecurity
    union all select oid, 'force' from pg_class where relforcerowsecurity
  ) x ${relation}
  where ${own('pg_class', 'c')}
  order by c.oid, x.what`

const policies = /* SQL */ `
  select format('create policy %I on %I.%I as %s for %s to %s%s%s',
    policyname, schemaname, tablename, permissive, cmd,
    (select string_agg(case role when 'public' then 'public' else quote_ident(role) end, ', ') from unnest(roles) as role),
    coalesce(' using (' || qual || ')', ''), coalesce(' with check (' || with_check || ')', '')) as statement
  from pg_policies
  where schemaname !~ '^pg_' and schemaname <> 'information_schema'
  order by schemaname, tablename, policyname`

const comments = /* SQL */ `
  select case
    when d.objsubid > 0 then format('comment on column %I.%I.%I is %L', n.nspname, c.relname, a.attname, d.description)
    else format('comment on %s %I.%I is %L',
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      n.nspname, c.relname, d.description)
  end as statement
  from pg_description d
  join pg_class c on c.oid = d.objoid and c.relkind in ('r', 'p', 'v', 'm', 'S')
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
  where d.classoid = 'pg_class'::regclass and ${own('pg_class', 'c')}
  order by c.oid, d.objsubid`

/**
 * Queries that answer one statement a row: what rows are written faster without, and what
 * would stand in their way, in an order in which each finds what it needs.
 */
export const afterData: readonly string[] = [
  sequenceValues,
  constraints(`'p', 'u', 'x', 'c'`),
  views,
  indexes,
  constraints(`'f'`),
  triggers,
  rowSecurity,
  policies,
  comments,
]
