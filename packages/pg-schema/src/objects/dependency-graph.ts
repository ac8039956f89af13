import type { Queryable } from '@basalt/engine'

type DependencyGraph = {
  nodes: {
    key: string
    /** Its kind as PostgreSQL names it. */
    type: string
    description: string
    /**
     * The object itself; dropped with it by CASCADE; needed by it; or a function that only names it
     * in its text, which stays and then fails.
     */
    role: 'root' | 'dropped' | 'needed' | 'named'
    /** The object with a page: that of a constraint is its table. */
    page: { type: string; id: number }
  }[]
  /** From an object to one that depends on it. */
  edges: { from: string; to: string }[]
  /** Objects that CASCADE drops; more than `nodes` has where the graph is cut. */
  dropped: number
  /** Whether `dropped` is only the least, because there are too many to follow. */
  is_cut: boolean
}

const mostNodes = 200
const mostFollowed = 20_000

/**
 * The objects that depend on an object, directly or over others, those that it needs, and the
 * functions whose text names it. By one statement; null when there is no such object.
 */
export async function readDependencyGraph(
  db: Queryable,
  catalog: string,
  id: number,
): Promise<DependencyGraph | null> {
  const [row] = await db.query<{ graph: string | null }>(
    graphQuery,
    [catalog, id, mostNodes, mostFollowed],
    { name: 'read-dependency-graph' },
  )
  const graph = row?.graph ?? null
  return graph === null ? null : (JSON.parse(graph) as DependencyGraph)
}

/**
 * Parts of an object are no nodes: a type of rows, a constraint of its own. Policies, triggers,
 * indexes and sequences are, although they go with their table.
 */
const isPart = /* SQL */ `
  r.oid is null and d.deptype in ('a', 'i', 'P', 'S', 'e') and not (d.deptype = 'a' and (
    d.classid in ('pg_policy'::regclass, 'pg_trigger'::regclass)
    or (d.classid = 'pg_class'::regclass
      and exists (
        select from pg_class c where c.oid = d.objid and c.relkind in ('i', 'I', 'S')
          and c.relnamespace <> 'pg_toast'::regnamespace
      ))
  ))`

const key = (alias: string) =>
  `concat_ws('.', ${alias}.classid::int8, ${alias}.objid::int8, ${alias}.objsubid)`

/**
 * Follows pg_depend; `union` ends cycles. Each step remembers the node that an object is a part of
 * (\`whole\`) and the node that it was reached from (\`via\`). A rule leads to its view.
 */
const reachedQuery = /* SQL */ `
  reached (classid, objid, objsubid, whole, via) as (
    select root.classid, root.objid, root.objsubid, ${key('root')}, null::text
    from (select $1::regclass::oid, $2::oid, 0) root (classid, objid, objsubid)
    union
    select next.classid, next.objid, next.objsubid,
      case when next.is_part then reached.whole else ${key('next')} end,
      case when next.is_part then null else reached.whole end
    from reached
    cross join lateral (
      select
        case when r.oid is null then d.classid else 'pg_class'::regclass::oid end as classid,
        case when r.oid is null then d.objid else r.ev_class end as objid,
        case when r.oid is null then d.objsubid else 0 end as objsubid,
        ${isPart} as is_part
      from pg_depend d
      left join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
        and r.rulename = '_RETURN'
      where d.refclassid = reached.classid and d.refobjid = reached.objid
        and (reached.objsubid = 0 or d.refobjsubid = reached.objsubid)
        and d.deptype in ('n', 'a', 'i', 'P', 'S', 'e')
        and not (r.oid is not null and r.ev_class = reached.objid)
        and not (d.classid = $1::regclass and d.objid = $2::oid)
    ) next
  ), steps as materialized (
    -- Breadth first, so near objects have low numbers.
    select *, ${key('x')} as key, row_number() over () as place
    from (select * from reached limit $4) x
  )`

/** An object that is reached both alone and as a part belongs to its whole, and a column too. */
const nodesQuery = /* SQL */ `
  parts as (
    select distinct on (key) key, whole from steps where whole <> key order by key, place
  ), columns as (
    select s.key, w.key as whole from steps s
    join steps w on w.classid = s.classid and w.objid = s.objid and w.objsubid = 0
    where s.objsubid <> 0
  ), wholes as (
    select * from parts union all
    select * from columns where key not in (select key from parts)
  ), named as (
    select s.key, coalesce(outer_w.whole, w.whole, s.key) as node
    from (select distinct key from steps) s
    left join wholes w on w.key = s.key
    left join wholes outer_w on outer_w.key = w.whole
  ), dropped as (
    select n.node as key, s.classid, s.objid, s.objsubid, min(s.place) as place
    from named n join steps s on s.key = n.node
    group by n.node, s.classid, s.objid, s.objsubid
  ), links as (
    select distinct f.node as "from", t.node as "to"
    from steps s join named f on f.key = s.via join named t on t.key = s.key
    -- A default of the object uses its own sequence.
    where f.node <> t.node and t.node <> (select key from dropped where place = 1)
  )`

const neededQuery = /* SQL */ `
  select distinct d.refclassid as classid, d.refobjid as objid, 0 as objsubid
  from pg_depend d
  where (
      (d.classid = $1::regclass and d.objid = $2::oid)
      or (d.classid = 'pg_rewrite'::regclass and $1::regclass = 'pg_class'::regclass
        and d.objid in (select oid from pg_rewrite where ev_class = $2::oid))
      -- The tables that its foreign keys refer to.
      or (d.classid = 'pg_constraint'::regclass and $1::regclass = 'pg_class'::regclass
        and d.objid in (select oid from pg_constraint where conrelid = $2::oid))
    )
    and d.deptype in ('n', 'a')
    and d.refclassid <> 'pg_namespace'::regclass
    -- A foreign key also needs the index of the key that it refers to.
    and not (d.classid = 'pg_constraint'::regclass and d.refclassid = 'pg_class'::regclass
      and exists (select from pg_class c where c.oid = d.refobjid and c.relkind in ('i', 'I')))
    and not (d.refclassid = $1::regclass and d.refobjid = $2::oid)`

/** PostgreSQL reads the text of these functions when they run, and records nothing. */
const namingQuery = /* SQL */ `
  select p.oid
  from pg_proc p
  join pg_language l on l.oid = p.prolang and l.lanname in ('sql', 'plpgsql')
  join pg_namespace n on n.oid = p.pronamespace
  where p.prosqlbody is null
    and n.nspname !~ '^(pg_|information_schema$|basalt$|basalt_trash$)'
    and not ($1::regclass = 'pg_proc'::regclass and p.oid = $2::oid)
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    )
    and p.prosrc ~* ('(^|[^[:alnum:]_])' || (
      select regexp_replace(x.name, '([^[:alnum:]_])', '\\\\\\1', 'g') from (
        select relname::text from pg_class where $1::regclass = 'pg_class'::regclass and oid = $2::oid
        union all
        select proname::text from pg_proc where $1::regclass = 'pg_proc'::regclass and oid = $2::oid
        union all
        select typname::text from pg_type where $1::regclass = 'pg_type'::regclass and oid = $2::oid
      ) x (name)
    ) || '($|[^[:alnum:]_])')
  order by p.proname, p.oid
  limit 50`

const graphQuery = /* SQL */ `
  with recursive ${reachedQuery}, ${nodesQuery}, shown as (
    (select key, classid, objid, objsubid,
      case when place = 1 then 'root' else 'dropped' end as role, place
    from dropped order by place limit $3)
    union all
    select ${key('x')}, x.*, 'needed', 0 from (
      select * from (${neededQuery}) y order by 1, 2, 3 limit 50
    ) x where ${key('x')} not in (select key from dropped)
    union all
    select ${key('x')}, x.*, 'named', 1e9 from (
      select 'pg_proc'::regclass::oid as classid, oid as objid, 0 as objsubid from (${namingQuery}) y
    ) x where ${key('x')} not in (select key from dropped)
  ), all_links as (
    select "from", "to" from links
    where "from" in (select key from shown) and "to" in (select key from shown)
    union
    select s.key, root.key from shown s, shown root where s.role = 'needed' and root.role = 'root'
    union
    select root.key, s.key from shown s, shown root where s.role = 'named' and root.role = 'root'
  )
  select case when (pg_identify_object($1::regclass, $2::oid, 0)).identity is not null then json_build_object(
    'nodes', (
      select json_agg(json_build_object(
        'key', s.key,
        'type', coalesce(
          case when t.typrelid <> 0 or e.typrelid <> 0
            then (pg_identify_object('pg_class'::regclass, greatest(t.typrelid, e.typrelid), 0)).type end,
          (pg_identify_object(s.classid, s.objid, s.objsubid)).type),
        'description', pg_describe_object(s.classid, s.objid, s.objsubid),
        'role', s.role,
        'page', json_build_object(
          'type', case when k.conrelid <> 0 or a.adrelid <> 0 or c.oid is not null
            then (pg_identify_object('pg_class'::regclass, coalesce(nullif(k.conrelid, 0), a.adrelid, c.oid), 0)).type
            else (pg_identify_object(s.classid, s.objid, s.objsubid)).type end,
          'id', coalesce(nullif(k.conrelid, 0), a.adrelid, c.oid, e.oid, s.objid)::int8
        )
      ) order by s.place, s.key)
      from shown s
      left join pg_constraint k on s.classid = 'pg_constraint'::regclass and k.oid = s.objid
      left join pg_attrdef a on s.classid = 'pg_attrdef'::regclass and a.oid = s.objid
      left join pg_type t on s.classid = 'pg_type'::regclass and t.oid = s.objid
      left join pg_type e on e.typarray = t.oid
      left join pg_class c on c.oid = greatest(t.typrelid, e.typrelid) and c.relkind <> 'c'
    ),
    'edges', coalesce((select json_agg(json_build_object('from', "from", 'to', "to")) from all_links), '[]'),
    'dropped', (select count(*) - 1 from dropped),
    'is_cut', (select count(*) >= $4 from steps)
  )::text end as graph`
