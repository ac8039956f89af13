const kindOfType = /* SQL */ `case t.typtype
  when 'e' then 'enum' when 'c' then 'composite' when 'd' then 'domain' else 'range' end`

/** Row types of tables, array types and multiranges are left out: each is part of another object. */
export const allTypes = /* SQL */ `
  select t.oid as id, n.nspname::text as schema, t.typname::text as name, t.typowner as owner,
    ${kindOfType} as kind
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  where t.typtype in ('e', 'd', 'r')
    or (t.typtype = 'c' and exists (
      select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'
    ))`

/** The parts of the type in one line, and the number of table columns that have it. */
export const typeDetail = /* SQL */ `
  page.kind,
  case page.kind
    when 'enum' then (
      select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e
      where e.enumtypid = page.id
    )
    when 'composite' then (
      select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
      from pg_type t join pg_attribute a on a.attrelid = t.typrelid
      where t.oid = page.id and a.attnum > 0 and not a.attisdropped
    )
    when 'domain' then (
      select format_type(t.typbasetype, t.typtypmod) from pg_type t where t.oid = page.id
    )
    else (select format_type(r.rngsubtype, null) from pg_range r where r.rngtypid = page.id)
  end as definition,
  (
    select count(distinct (d.objid, d.objsubid))::int4
    from pg_type t
    join pg_depend d on d.refclassid = 'pg_type'::regclass and d.refobjid in (t.oid, t.typarray)
    join pg_class c on c.oid = d.objid and c.relkind in ('r', 'p', 'f')
    where t.oid = page.id and d.classid = 'pg_class'::regclass and d.objsubid > 0
  ) as column_count`

/** The collation as it is written; null when it is the type's own. */
const collationName = (collation: string, type: string) => /* SQL */ `(
  select format('%I.%I', cn.nspname, co.collname)
  from pg_collation co join pg_namespace cn on cn.oid = co.collnamespace
  where co.oid = ${collation}
    and co.oid <> (select b.typcollation from pg_type b where b.oid = ${type})
)`

const attributes = /* SQL */ `(
  select json_agg(json_build_object(
    'name', a.attname, 'old_name', a.attname,
    'type', format_type(a.atttypid, a.atttypmod),
    'collation', ${collationName('a.attcollation', 'a.atttypid')}
  ) order by a.attnum)
  from pg_attribute a
  where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
)`

const checks = /* SQL */ `(
  select json_agg(json_build_object(
    'name', c.conname, 'old_name', c.conname, 'expression', pg_get_expr(c.conbin, 0)
  ) order by c.conname)
  from pg_constraint c where c.contypid = t.oid and c.contype = 'c'
)`

const values = /* SQL */ `(
  select json_agg(
    json_build_object('name', e.enumlabel, 'old_name', e.enumlabel) order by e.enumsortorder
  )
  from pg_enum e where e.enumtypid = t.oid
)`

/** The operator class of a range; null when it is the subtype's default. */
const operatorClass = /* SQL */ `(
  select format('%I.%I', n.nspname, o.opcname)
  from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace
  where o.oid = r.rngsubopc and not o.opcdefault
)`

export const typeDesign = /* SQL */ `
  select json_build_object(
    'schema', n.nspname, 'name', t.typname, 'owner', pg_get_userbyid(t.typowner),
    'comment', obj_description(t.oid, 'pg_type'), 'kind', ${kindOfType},
    'values', coalesce(${values}, '[]'),
    'attributes', coalesce(${attributes}, '[]'),
    'base_type', case when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod) else '' end,
    'default', case when t.typtype = 'd' then coalesce(pg_get_expr(t.typdefaultbin, 0), t.typdefault) end,
    'not_null', t.typnotnull,
    'checks', coalesce(${checks}, '[]'),
    'collation', case t.typtype
      when 'd' then ${collationName('t.typcollation', 't.typbasetype')}
      when 'r' then ${collationName('r.rngcollation', 'r.rngsubtype')}
    end,
    'subtype', case when t.typtype = 'r' then format_type(r.rngsubtype, null) else '' end,
    'operator_class', ${operatorClass},
    'subtype_difference', (
      select format('%I.%I', fn.nspname, f.proname)
      from pg_proc f join pg_namespace fn on fn.oid = f.pronamespace where f.oid = r.rngsubdiff
    ),
    'multirange_name', (select m.typname from pg_type m where m.oid = r.rngmultitypid)
  ) as design
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  left join pg_range r on r.rngtypid = t.oid
  where t.oid = $1::oid`
