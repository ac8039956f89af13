/** Objects of people's own: not PostgreSQL's, and not part of an extension. */
export const own = (catalog: string, alias: string) => /* SQL */ `
  n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and not exists (
    select from pg_depend e
    where e.classid = '${catalog}'::regclass and e.objid = ${alias}.oid and e.deptype = 'e'
  )`

/** A function whose signature or body names a table can only be made after the tables. */
const needsTables = /* SQL */ `(
  p.prosqlbody is not null
  or exists (
    select from unnest(p.proargtypes::oid[] || coalesce(p.proallargtypes, '{}') || p.prorettype) as used (id)
    join pg_type t on t.oid = used.id
    left join pg_type element on element.oid = t.typelem
    join pg_class c on c.oid in (t.typrelid, element.typrelid)
    where c.relkind <> 'c'
  )
)`

const functions = (when: string) => /* SQL */ `
  select pg_get_functiondef(p.oid) as statement
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_language l on l.oid = p.prolang
  where p.prokind in ('f', 'p', 'w') and l.lanname not in ('internal', 'c') and ${when} and ${own('pg_proc', 'p')}
  order by p.oid`

const column = /* SQL */ `
  format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
  || case when a.attcollation <> 0 and a.attcollation <> ty.typcollation
       then format(' collate %I.%I', cn.nspname, co.collname) else '' end
  || case
       when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
       when a.attgenerated = 'v' then format(' generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid))
       when a.attidentity <> '' and not c.relispartition then format(
         ' generated %s as identity (sequence name %I.%I start with %s increment by %s minvalue %s maxvalue %s cache %s%s)',
         case a.attidentity when 'a' then 'always' else 'by default' end,
         sn.nspname, sc.relname, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
         case when s.seqcycle then ' cycle' else '' end)
       when d.adbin is not null then format(' default %s', pg_get_expr(d.adbin, d.adrelid))
       else ''
     end
  || case when a.attnotnull then ' not null' else '' end`

const tables = /* SQL */ `
  select format(
    'create %stable %I.%I (%s)%s',
    case when c.relpersistence = 'u' then 'unlogged ' else '' end,
    n.nspname, c.relname,
    (
      select string_agg(${column}, ', ' order by a.attnum)
      from pg_attribute a
      join pg_type ty on ty.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation co on co.oid = a.attcollation
      left join pg_namespace cn on cn.oid = co.collnamespace
      left join pg_depend i on i.classid = 'pg_class'::regclass and i.deptype = 'i'
        and i.refclassid = 'pg_class'::regclass and i.refobjid = a.attrelid and i.refobjsubid = a.attnum
        and a.attidentity <> ''
      left join pg_class sc on sc.oid = i.objid and sc.relkind = 'S'
      left join pg_namespace sn on sn.oid = sc.relnamespace
      left join pg_sequence s on s.seqrelid = sc.oid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ),
    case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end
  ) as statement
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and c.relpersistence <> 't' and ${own('pg_class', 'c')}
  order by c.oid`

const types = /* SQL */ `
  select case t.typtype
    when 'e' then format('create type %I.%I as enum (%s)', n.nspname, t.typname, (
      select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
      from pg_enum e where e.enumtypid = t.oid
    ))
    when 'd' then format('create domain %I.%I as %s%s%s%s', n.nspname, t.typname,
      format_type(t.typbasetype, t.typtypmod),
      coalesce(' default ' || t.typdefault, ''),
      case when t.typnotnull then ' not null' else '' end,
      (
        select string_agg(format(' constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), '' order by k.oid)
        from pg_constraint k where k.contypid = t.oid and k.contype = 'c'
      ))
    when 'c' then format('create type %I.%I as (%s)', n.nspname, t.typname, (
      select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
    ))
    else format('create type %I.%I as range (subtype = %s)', n.nspname, t.typname, (
      select format_type(r.rngsubtype, null) from pg_range r where r.rngtypid = t.oid
    ))
  end as statement
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  left join pg_class c on c.oid = t.typrelid
  where (t.typtype in ('e', 'd', 'r') or (t.typtype = 'c' and c.relkind = 'c')) and ${own('pg_type', 't')}
  order by t.oid`

const sequences = /* SQL */ `
  select format(
    'create sequence %I.%I as %s start with %s increment by %s minvalue %s maxvalue %s cache %s%s',
    n.nspname, c.relname, format_type(s.seqtypid, null),
    s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
    case when s.seqcycle then ' cycle' else '' end
  ) as statement
  from pg_sequence s
  join pg_class c on c.oid = s.seqrelid
  join pg_namespace n on n.oid = c.relnamespace
  where ${own('pg_class', 'c')} and not exists (
    select from pg_depend i
    where i.classid = 'pg_class'::regclass and i.objid = c.oid and i.deptype = 'i'
  )
  order by c.oid`

const ownedSequences = /* SQL */ `
  select format('alter sequence %I.%I owned by %I.%I.%I', n.nspname, c.relname, tn.nspname, t.relname, a.attname) as statement
  from pg_depend d
  join pg_class c on c.oid = d.objid and c.relkind = 'S'
  join pg_namespace n on n.oid = c.relnamespace
  join pg_class t on t.oid = d.refobjid
  join pg_namespace tn on tn.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
    and d.deptype = 'a' and ${own('pg_class', 'c')}
  order by c.oid`

/** Partitions and children are made like every table and then joined to their parents. */
const inheritance = /* SQL */ `
  select case when c.relispartition
    then format('alter table %I.%I attach partition %I.%I %s', pn.nspname, p.relname, n.nspname, c.relname, pg_get_expr(c.relpartbound, c.oid))
    else format('alter table %I.%I inherit %I.%I', n.nspname, c.relname, pn.nspname, p.relname)
  end as statement
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_class p on p.oid = i.inhparent
  join pg_namespace pn on pn.oid = p.relnamespace
  where c.relkind in ('r', 'p') and ${own('pg_class', 'c')}
  order by i.inhparent, i.inhseqno, c.oid`

/** Queries that answer one statement a row: what has to be there before rows are written. */
export const beforeData: readonly string[] = [
  /* SQL */ `
  select format('create schema if not exists %I', n.nspname) as statement
  from pg_namespace n where ${own('pg_namespace', 'n')} order by n.nspname`,
  /* SQL */ `
  select format('create extension if not exists %I with schema %I', e.extname, n.nspname) as statement
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname <> 'plpgsql' order by e.oid`,
  types,
  sequences,
  functions(`not ${needsTables}`),
  tables,
  functions(needsTables),
  ownedSequences,
  inheritance,
]
