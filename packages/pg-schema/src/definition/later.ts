import { followsParents } from './relations.ts'

/**
 * $1 are relations, $2 types, $3 routines, $4 those of both whose defaults and checks are added
 * later.
 */
export const relations = /* SQL */ `
  (
    select c.*, format('%I.%I', n.nspname, c.relname) as title, n.nspname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid = any ($1::oid[])
  ) c`

const getState = (column: string) => /* SQL */ `
  case ${column} when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end`

/** Children that were made already get them too, and are set right afterwards. */
const expressions = /* SQL */ `
  select format('alter %s %s alter column %I set default %s',
    case c.relkind when 'v' then 'view' when 'f' then 'foreign table' else 'table' end,
    c.title, a.attname, pg_get_expr(d.adbin, d.adrelid)) as statement
  from pg_attrdef d
  join ${relations} on c.oid = d.adrelid
  join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
  where a.attgenerated = '' and (c.relkind = 'v' or c.oid = any ($4::oid[])) and (a.attislocal or not ${followsParents})
  order by c.title, a.attnum`

/** Constraints that are not valid are declared so, which CREATE TABLE cannot do. */
const checks = /* SQL */ `
  select format('alter table %s add constraint %I %s', c.title, k.conname, pg_get_constraintdef(k.oid)) as statement
  from pg_constraint k join ${relations} on c.oid = k.conrelid
  where ((k.contype = 'c' and (c.oid = any ($4::oid[]) or not k.convalidated)) or (k.contype = 'n' and not k.convalidated))
    and k.conislocal
  order by c.title, k.conname`

const domainChecks = /* SQL */ `
  select format('alter domain %I.%I add constraint %I %s', n.nspname, t.typname, k.conname, pg_get_constraintdef(k.oid)) as statement
  from pg_constraint k
  join pg_type t on t.oid = k.contypid
  join pg_namespace n on n.oid = t.typnamespace
  where t.oid = any ($2::oid[]) and k.contype = 'c' and (t.oid = any ($4::oid[]) or not k.convalidated)
  order by n.nspname, t.typname, k.conname`

/** Child tables that override inherited properties. */
const takenOver = /* SQL */ `
  select format('alter table only %s alter column %I %s', c.title, a.attname, x.what) as statement
  from ${relations}
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and not a.attislocal
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  left join lateral (
    select pa.attnotnull, pg_get_expr(pd.adbin, pd.adrelid) as expression
    from pg_inherits h
    join pg_attribute pa on pa.attrelid = h.inhparent and pa.attname = a.attname and not pa.attisdropped
    left join pg_attrdef pd on pd.adrelid = pa.attrelid and pd.adnum = pa.attnum
    where h.inhrelid = c.oid order by h.inhseqno limit 1
  ) parent on true
  cross join lateral (
    select coalesce('set default ' || pg_get_expr(d.adbin, d.adrelid), 'drop default') as what
    where a.attgenerated = '' and pg_get_expr(d.adbin, d.adrelid) is distinct from parent.expression
    union all
    select 'set not null' where a.attnotnull and not parent.attnotnull
  ) x
  where ${followsParents}
  order by c.title, a.attnum, x.what`

const columnSettings = /* SQL */ `
  select format('alter table only %s alter column %I %s', c.title, a.attname, x.what) as statement
  from ${relations}
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  cross join lateral (
    -- Columns that are not part of the statement that makes the relation.
    select 'set compression ' || case a.attcompression when 'p' then 'pglz' else 'lz4' end as what
    where a.attcompression <> '' and (c.relkind = 'm' or (${followsParents} and not a.attislocal))
    union all
    select 'set storage ' || case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'x' then 'extended' else 'main' end
    where a.attstorage <> t.typstorage and c.relkind in ('r', 'p', 'm')
    union all select 'set statistics ' || a.attstattarget where a.attstattarget >= 0
    union all select format('set (%s)', array_to_string(a.attoptions, ', ')) where a.attoptions is not null
  ) x
  where c.relkind in ('r', 'p', 'm', 'f')
  order by c.title, a.attnum, x.what`

const ownedSequences = /* SQL */ `
  select format('alter sequence %s owned by %I.%I.%I', c.title, tn.nspname, t.relname, a.attname) as statement
  from pg_depend d
  join ${relations} on c.oid = d.objid and c.relkind = 'S'
  join pg_class t on t.oid = d.refobjid
  join pg_namespace tn on tn.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype = 'a'
  order by c.title`

/** Of partitions too: their own ones are taken as parts of the whole table's, under their names. */
const indexes = /* SQL */ `
  select pg_get_indexdef(i.indexrelid) as statement
  from pg_index i
  join ${relations} on c.oid = i.indrelid
  join pg_class x on x.oid = i.indexrelid
  where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.title, x.relname`

/** From the top down: a partition hands the identity of its columns on when it is attached itself. */
const inheritance = /* SQL */ `
  select case when c.relispartition
    then format('alter table %I.%I attach partition %s %s', pn.nspname, p.relname, c.title, pg_get_expr(c.relpartbound, c.oid))
    else format('alter %s %s inherit %I.%I', case c.relkind when 'f' then 'foreign table' else 'table' end, c.title, pn.nspname, p.relname)
  end as statement
  from pg_inherits i
  join ${relations} on c.oid = i.inhrelid
  join pg_class p on p.oid = i.inhparent
  join pg_namespace pn on pn.oid = p.relnamespace
  where c.relkind in ('r', 'p', 'f') and not ${followsParents}
  order by (select count(*) from pg_partition_ancestors(c.oid)), c.title, i.inhseqno`

const indexUses = /* SQL */ `
  select format('alter table %s %s', c.title, x.what) as statement
  from ${relations}
  cross join lateral (
    select case c.relreplident when 'f' then 'replica identity full' when 'n' then 'replica identity nothing' end as what
    union all
    select format('%s %I', which.words, x.relname)
    from pg_index i join pg_class x on x.oid = i.indexrelid
    cross join lateral (
      select 'cluster on' as words where i.indisclustered
      union all select 'replica identity using index' where i.indisreplident and c.relreplident = 'i'
    ) which
    where i.indrelid = c.oid
  ) x
  where x.what is not null and c.relkind in ('r', 'p', 'm')
  order by c.title, x.what`

/**
 * Of all tables, so that they may reference each other in cycles. Inherited keys of a partition
 * come with the whole table; with a different name they have to exist before.
 */
const foreignKeys = /* SQL */ `
  select format('alter table %s add constraint %I %s', c.title, k.conname, pg_get_constraintdef(k.oid)) as statement
  from pg_constraint k
  join ${relations} on c.oid = k.conrelid
  left join pg_constraint whole on whole.oid = k.conparentid
  where k.contype = 'f' and (k.conparentid = 0 or (whole.conrelid <> k.conrelid and whole.conname <> k.conname))
  order by k.conparentid = 0, c.title, k.conname`

const statistics = /* SQL */ `
  select x.statement
  from pg_statistic_ext s join ${relations} on c.oid = s.stxrelid
  join pg_namespace sn on sn.oid = s.stxnamespace
  cross join lateral (
    select 0 as place, pg_get_statisticsobjdef(s.oid) as statement
    union all
    select 1, format('alter statistics %I.%I set statistics %s', sn.nspname, s.stxname, s.stxstattarget)
    where s.stxstattarget >= 0
  ) x
  order by c.title, s.stxname, x.place`

/** Settings that neither an index's definition nor a constraint's includes. */
const indexSettings = /* SQL */ `
  select format('alter index %I.%I %s', xn.nspname, x.relname, set_to.what) as statement
  from pg_index i
  join ${relations} on c.oid = i.indrelid
  join pg_class x on x.oid = i.indexrelid
  join pg_namespace xn on xn.oid = x.relnamespace
  cross join lateral (
    select 0 as place, format('set (%s)', array_to_string(x.reloptions, ', ')) as what
    where x.relkind = 'i' and x.reloptions is not null
      and exists (select from pg_constraint k where k.conindid = x.oid and k.contype in ('p', 'u', 'x'))
    union all
    select a.attnum, format('alter column %s set statistics %s', a.attnum, a.attstattarget)
    from pg_attribute a where a.attrelid = x.oid and a.attstattarget >= 0
  ) set_to
  order by 1, set_to.place`

const typedTables = /* SQL */ `
  select format('alter table %s of %I.%I', c.title, tn.nspname, t.typname) as statement
  from ${relations} join pg_type t on t.oid = c.reloftype join pg_namespace tn on tn.oid = t.typnamespace
  where c.relkind in ('r', 'p')
  order by c.title`

const rules = /* SQL */ `
  select x.statement
  from pg_rewrite r join ${relations} on c.oid = r.ev_class
  cross join lateral (
    select 0 as place, rtrim(pg_get_ruledef(r.oid), ';') as statement
    union all
    select 1, format('alter table %s %s rule %I', c.title, ${getState('r.ev_enabled')}, r.rulename)
    where r.ev_enabled <> 'O'
  ) x
  where r.rulename <> '_RETURN' order by c.title, r.rulename, x.place`

/** Partitions get a trigger with the whole table; its state is a matter of each of them. */
const triggers = /* SQL */ `
  select x.statement
  from pg_trigger t
  join ${relations} on c.oid = t.tgrelid
  cross join lateral (
    select 0 as place, pg_get_triggerdef(t.oid) as statement where t.tgparentid = 0
    union all
    select 1, format('alter table only %s %s trigger %I', c.title, ${getState('t.tgenabled')}, t.tgname)
    where t.tgenabled <> 'O'
  ) x
  where not t.tgisinternal
  order by x.place, c.title, t.tgname`

const rowSecurity = /* SQL */ `
  select format('alter table %s %s row level security', c.title, x.what) as statement
  from ${relations}
  cross join lateral (
    select 'enable' as what where c.relrowsecurity union all select 'force' where c.relforcerowsecurity
  ) x
  order by c.title, x.what`

const policies = /* SQL */ `
  select format('create policy %I on %s as %s for %s to %s%s%s', p.polname, c.title,
    case when p.polpermissive then 'permissive' else 'restrictive' end,
    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    (
      select string_agg(case when r = 0 then 'public' else quote_ident(pg_get_userbyid(r)) end, ', ' order by r)
      from unnest(p.polroles) r
    ),
    ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')',
    ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') as statement
  from pg_policy p join ${relations} on c.oid = p.polrelid
  order by c.title, p.polname`

/**
 * Added once everything exists, in dependency order: keys and indexes of partitions before they are
 * attached, because they then keep their own names.
 */
export const laterQueries: readonly string[] = [
  expressions,
  checks,
  domainChecks,
  takenOver,
  typedTables,
  columnSettings,
  ownedSequences,
  indexes,
  inheritance,
  indexUses,
  indexSettings,
  foreignKeys,
  statistics,
  rules,
  rowSecurity,
  policies,
  triggers,
]
