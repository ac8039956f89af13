import type { Queryable } from '@basalt/engine'

export type FoundObject = {
  catalog: 'pg_class' | 'pg_proc' | 'pg_type' | 'pg_extension' | 'pg_namespace'
  id: number
  type: string
  description: string
}

const limit = 100

/**
 * Objects that others can depend on, by a part of their name, without those of PostgreSQL, of
 * extensions and of Basalt. Exact names come first.
 */
export async function searchObjects(
  db: Queryable,
  search: string,
): Promise<{ objects: FoundObject[]; has_more: boolean }> {
  const rows = await db.query<FoundObject>(objectsQuery, [search, limit + 1], {
    name: 'search-objects',
  })
  return { objects: rows.slice(0, limit), has_more: rows.length > limit }
}

const objectsQuery = /* SQL */ `
  with own as (
    select oid, nspname from pg_namespace
    where nspname !~ '^(pg_|information_schema$|basalt$|basalt_trash$)'
  ), objects (classid, objid, name) as (
    select 'pg_class'::regclass::oid, c.oid, c.relname::text
    from pg_class c join own on own.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select 'pg_proc'::regclass, p.oid, p.proname::text
    from pg_proc p join own on own.oid = p.pronamespace
    union all
    select 'pg_type'::regclass, t.oid, t.typname::text
    from pg_type t join own on own.oid = t.typnamespace
    where t.typtype in ('e', 'd', 'r')
      or (t.typtype = 'c' and exists (
        select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
    union all
    select 'pg_extension'::regclass, oid, extname::text from pg_extension
    union all
    select 'pg_namespace'::regclass, oid, nspname::text from own
  ), page as (
    select * from objects o
    where ($1 = '' or strpos(lower(o.name), lower($1)) > 0)
      and not exists (
        select from pg_depend d
        where d.classid = o.classid and d.objid = o.objid and d.deptype = 'e'
      )
    order by lower(o.name) <> lower($1), o.name, o.classid, o.objid
    limit $2
  )
  select classid::regclass::text as catalog, objid::int8::float8 as id,
    (pg_identify_object(classid, objid, 0)).type as type,
    pg_describe_object(classid, objid, 0) as description
  from page order by lower(name) <> lower($1), name, classid, objid`
