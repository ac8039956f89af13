import type { Queryable } from '@basalt/engine'

import type { ObjectSource, Related } from './object-kind.ts'

/**
 * The objects that DROP … CASCADE of an object would drop, each after those it depends on. Parts of
 * the object itself are left out: an array type, the row type of a view.
 */
export const listDependentObjects = (
  db: Queryable,
  { catalog, listDependents }: Pick<ObjectSource, 'catalog' | 'listDependents'>,
  id: number,
): Promise<Related[]> =>
  listDependents?.(db, id) ??
  db.query<Related>(dependentsQuery, [catalog, id], { name: 'list-dependent-objects' })

/** The objects that an object needs, without built-in ones, schemas and its own whole. */
export const listDependencies = (db: Queryable, catalog: string, id: number): Promise<Related[]> =>
  db.query<Related>(dependenciesQuery, [catalog, id], { name: 'list-dependencies' })

/**
 * An array type leads to its elements' type, a multirange to its range, and the type of a table's
 * rows to the table: only those have pages.
 */
const described = (from: string) => /* SQL */ `
  select
    case when c.oid is null then o.classid else 'pg_class'::regclass end::regclass::text as catalog,
    coalesce(c.oid, r.rngtypid, e.oid, o.objid)::int8::float8 as id,
    case
      when c.oid is null then (pg_identify_object(o.classid, o.objid, o.objsubid)).type
      else (pg_identify_object('pg_class'::regclass, c.oid, 0)).type
    end as type,
    pg_describe_object(o.classid, o.objid, o.objsubid) as description
  from ${from}
  left join pg_type t on o.classid = 'pg_type'::regclass and t.oid = o.objid
  left join pg_type e on e.typarray = t.oid
  left join pg_range r on r.rngmultitypid = coalesce(e.oid, t.oid)
  left join pg_class c on c.oid = coalesce(e.typrelid, t.typrelid) and c.relkind <> 'c'`

/**
 * Follows pg_depend. A rule leads to its view, a default to its column, an extension to its objects.
 * Of a column only the column is dropped, not its table.
 */
const dependentsQuery = /* SQL */ `
  with recursive reached (classid, objid, objsubid, is_own, depth) as (
    select $1::regclass::oid, $2::oid, 0, true, 0
    union
    select
      case when r.oid is null then d.classid else 'pg_class'::regclass::oid end,
      case when r.oid is null then d.objid else r.ev_class end,
      case when r.oid is null then d.objsubid else 0 end,
      reached.is_own and d.deptype in ('a', 'i', 'P', 'S', 'e') and r.oid is null,
      reached.depth + 1
    from reached
    join pg_depend d on d.refclassid = reached.classid and d.refobjid = reached.objid
      and (reached.objsubid = 0 or d.refobjsubid = reached.objsubid)
    left join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
    where reached.depth < 30 and d.deptype in ('n', 'a', 'i', 'P', 'S', 'e')
      and not (r.oid is not null and r.ev_class = reached.objid)
      -- A part of itself: the type of a table's rows leads back to the table.
      and not (d.classid = $1::regclass and d.objid = $2::oid)
  ), others as (
    select classid, objid, objsubid, min(depth) as depth from reached
    group by classid, objid, objsubid
    having not bool_or(is_own)
  )
  ${described('others o')}
  where not exists (
    select from pg_depend d
    join others w on w.classid = d.refclassid and w.objid = d.refobjid and w.objsubid in (0, d.refobjsubid)
    where d.classid = o.classid and d.objid = o.objid and d.deptype in ('i', 'a', 'e')
      and (w.classid, w.objid, w.objsubid) is distinct from (o.classid, o.objid, o.objsubid)
  ) and not exists (
    -- A column of a relation that is listed as a whole.
    select from others w
    where o.objsubid <> 0 and w.objsubid = 0 and w.classid = o.classid and w.objid = o.objid
  )
  order by o.depth, o.classid, o.objid, o.objsubid
  limit 500`

const dependenciesQuery = /* SQL */ `
  ${described(`(
    select distinct d.refclassid as classid, d.refobjid as objid, d.refobjsubid as objsubid
    from pg_depend d
    where (
        (d.classid = $1::regclass and d.objid = $2::oid)
        -- The relations of a view are recorded at its rule.
        or (d.classid = 'pg_rewrite'::regclass and $1::regclass = 'pg_class'::regclass
          and d.objid in (select oid from pg_rewrite where ev_class = $2::oid))
        -- The tables and schemas of a publication are recorded at its entries.
        or ($1::regclass = 'pg_publication'::regclass and (
          (d.classid = 'pg_publication_rel'::regclass
            and d.objid in (select oid from pg_publication_rel where prpubid = $2::oid))
          or (d.classid = 'pg_publication_namespace'::regclass
            and d.objid in (select oid from pg_publication_namespace where pnpubid = $2::oid))
        ))
      )
      and d.deptype in ('n', 'a')
      and (d.refclassid <> 'pg_namespace'::regclass or d.classid = 'pg_publication_namespace'::regclass)
      and not (d.refclassid = $1::regclass and d.refobjid = $2::oid)
  ) o`)}
  order by 1, 4
  limit 500`
