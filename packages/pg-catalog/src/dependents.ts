import type { Queryable } from '@basalt/engine'

import { listChildTables } from './child-tables.ts'

export type DependentKind =
  | 'view'
  | 'materialized view'
  | 'foreign key'
  | 'policy'
  | 'function'
  | 'default'
  | 'other'

export type DependentRow = {
  /** Its address in the catalog, to find it again. */
  class: string
  id: number
  kind: DependentKind
  description: string
}

/**
 * The objects that DROP … CASCADE of a relation would drop, each after the objects it depends on.
 * Parts of the relation itself, its indexes and triggers for example, are not included.
 */
export function listDependents(db: Queryable, id: number): Promise<DependentRow[]> {
  return db.query<DependentRow>(dependentsQuery, [id])
}

/**
 * Follows pg_depend from the relation. Parts of an object lead to the object: a rule to its view, a
 * column to its table. Parts of the relation itself are followed without being listed.
 */
const dependentsQuery = /* SQL */ `
  with recursive reached (classid, objid, is_own, depth) as (
    select 'pg_class'::regclass::oid, $1::oid, true, 0
    union
    select
      case when r.oid is not null then 'pg_class'::regclass::oid else d.classid end,
      case when r.oid is not null then r.ev_class else d.objid end,
      reached.is_own and d.deptype in ('a', 'i', 'P', 'S')
        and (r.oid is null or r.ev_class = $1::oid),
      reached.depth + 1
    from reached
    join pg_depend d on d.refclassid = reached.classid and d.refobjid = reached.objid
    left join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
    where reached.depth < 30 and d.deptype in ('n', 'a', 'i', 'P', 'S')
      and not (r.oid is not null and r.ev_class = reached.objid)
  ), foreign_parts as (
    select classid, objid, min(depth) as depth from reached
    group by classid, objid
    having not bool_or(is_own)
  ), whole as (
    select p.classid, p.objid, p.depth from foreign_parts p
    -- A part of something that is listed itself, a view's row type for example.
    where not exists (
      select from pg_depend d
      join foreign_parts owner on owner.classid = d.refclassid and owner.objid = d.refobjid
      where d.classid = p.classid and d.objid = p.objid and d.deptype in ('i', 'a')
    ) and p.classid not in ('pg_type'::regclass)
  )
  select
    w.classid::regclass::text as class,
    w.objid::int8::float8 as id,
    case
      when c.relkind = 'v' then 'view'
      when c.relkind = 'm' then 'materialized view'
      when k.contype = 'f' then 'foreign key'
      when w.classid = 'pg_policy'::regclass then 'policy'
      when w.classid = 'pg_proc'::regclass then 'function'
      when w.classid = 'pg_attrdef'::regclass then 'default'
      else 'other'
    end as kind,
    pg_describe_object(w.classid, w.objid, 0) as description
  from whole w
  left join pg_class c on w.classid = 'pg_class'::regclass and c.oid = w.objid
  left join pg_constraint k on w.classid = 'pg_constraint'::regclass and k.oid = w.objid
  order by w.depth, w.objid`

/** Tables with foreign keys to a table, which TRUNCATE … CASCADE empties too. */
export async function referringTables(db: Queryable, id: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    /* SQL */ `
    with recursive referring (id) as (
      select conrelid from pg_constraint where confrelid = $1::oid and contype = 'f'
      union
      select k.conrelid from referring
      join pg_constraint k on k.confrelid = referring.id and k.contype = 'f'
    )
    select format('%s.%s', n.nspname, c.relname) as name
    from referring
    join pg_class c on c.oid = referring.id
    join pg_namespace n on n.oid = c.relnamespace
    where c.oid <> $1::oid
    order by 1`,
    [id],
  )
  return rows.map(({ name }) => name)
}

/** Whether a column of a table, or of a child table that is emptied with it, uses a sequence. */
export async function hasSequences(db: Queryable, id: number): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    /* SQL */ `
    select exists (
      select from pg_depend d
      join pg_class c on c.oid = d.objid and c.relkind = 'S'
      where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
        and d.deptype in ('a', 'i') and d.refobjsubid > 0
        and (d.refobjid = $1::oid or d.refobjid in (${listChildTables('$1::oid')}))
    ) as found`,
    [id],
  )
  return row?.found === true
}

/** Tables that inherit from a table, at any depth, as `schema.name`; none for partitions. */
export async function childTables(db: Queryable, id: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    /* SQL */ `
    select format('%s.%s', n.nspname, c.relname) as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.oid in (${listChildTables('$1::oid')}) and not c.relispartition
    order by 1`,
    [id],
  )
  return rows.map(({ name }) => name)
}
