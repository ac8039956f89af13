import type { Queryable } from '@basalt/engine'

export const nodeKinds = [
  'relation',
  'type',
  'routine',
  'collation',
  'operator',
  'dictionary',
  'configuration',
  'cast',
] as const

export type NodeKind = (typeof nodeKinds)[number]

export type GraphNode = {
  kind: NodeKind
  id: number
  schema: string
  /** Quoted, with its schema; of a routine or an operator with its arguments. */
  name: string
  /** PostgreSQL's letter: `relkind`, `typtype` or `prokind`; empty for others. */
  letter: string
}

/** When something has to be there: for the statement, for its defaults and checks, or at the end. */
type Phase = 'create' | 'expression' | 'later'

export type Edge = { from: string; to: string; phase: Phase }

export type Graph = {
  nodes: Map<string, GraphNode>
  edges: Edge[]
  /** External prerequisites, as text. */
  needs: string[]
  /** Extensions that have to be there. */
  extensions: Extension[]
}

/** Both names are quoted. */
export type Extension = { name: string; schema: string }

type NodeName = Pick<GraphNode, 'kind' | 'id'>

export const nodeKey = ({ kind, id }: NodeName): string => `${kind} ${id}`

/** Internal schemas of Basalt in a project's database, which are never shown. */
export const platformSchemas = ['basalt', 'basalt_trash']

/**
 * Everything reachable from the nodes over pg_depend, within `isPart`. Dependencies beyond that are
 * listed.
 */
export async function readGraph(
  tx: Queryable,
  seeds: readonly NodeName[],
  isPart: (node: GraphNode) => boolean,
): Promise<Graph> {
  const graph: Graph = { nodes: new Map(), edges: [], needs: [], extensions: [] }
  const needs = new Set<string>()
  const extensions = new Map<string, Extension>()
  for (const node of await readNodes(tx, seeds)) graph.nodes.set(nodeKey(node), node)
  let frontier = [...graph.nodes.values()]
  while (frontier.length > 0) {
    const rows = await readEdges(tx, frontier)
    for (const { extension } of rows)
      if (extension !== null) extensions.set(extension.name, extension)
    for (const { other } of rows) if (other !== null) needs.add(other)
    const edges = rows.flatMap(getEdge)
    graph.edges.push(...edges)
    const unknown = new Map(
      edges.flatMap(({ to, target }) => (graph.nodes.has(to) ? [] : [[to, target] as const])),
    )
    const found = await readNodes(tx, [...unknown.values()])
    frontier = found.filter(isPart)
    for (const node of frontier) graph.nodes.set(nodeKey(node), node)
    for (const node of found) if (!isPart(node)) needs.add(`${getWord(node)} ${node.name}`)
  }
  return {
    ...graph,
    needs: [...needs].toSorted(),
    extensions: [...extensions.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

const relationLabels: Readonly<Record<string, string>> = {
  v: 'view',
  m: 'materialized view',
  S: 'sequence',
  f: 'foreign table',
}

const kindLabels: Readonly<Partial<Record<NodeKind, string>>> = {
  routine: 'function',
  dictionary: 'text search dictionary',
  configuration: 'text search configuration',
}

function getWord({ kind, letter }: GraphNode): string {
  return kind === 'relation' ? (relationLabels[letter] ?? 'table') : (kindLabels[kind] ?? kind)
}

type EdgeRow = {
  from_kind: NodeKind
  from_id: number
  to_kind: NodeKind | null
  to_id: number | null
  phase: Phase
  /** The extension that the needed object belongs to. */
  extension: Extension | null
  /** The needed object in words, where it is of a kind that is never part of a definition. */
  other: string | null
}

function getEdge(row: EdgeRow): (Edge & { target: NodeName })[] {
  if (row.to_kind === null || row.to_id === null || row.extension !== null) return []
  const target = { kind: row.to_kind, id: row.to_id }
  const from = nodeKey({ kind: row.from_kind, id: row.from_id })
  return [{ from, to: nodeKey(target), phase: row.phase, target }]
}

/** Ids of the nodes by kind, as the queries take them. */
const listIds = (nodes: readonly NodeName[]): number[][] =>
  nodeKinds.map((kind) => nodes.filter((node) => node.kind === kind).map(({ id }) => id))

const readNodes = (tx: Queryable, nodes: readonly NodeName[]): Promise<GraphNode[]> =>
  tx.query<GraphNode>(nodesQuery, [...listIds(nodes), platformSchemas])

const readEdges = (tx: Queryable, nodes: readonly NodeName[]): Promise<EdgeRow[]> =>
  tx.query<EdgeRow>(edgesQuery, listIds(nodes))

const nodesQuery = /* SQL */ `
  select * from (
    select 'relation' as kind, c.oid::int8::float8 as id, n.nspname::text as schema,
      format('%I.%I', n.nspname, c.relname) as name, c.relkind::text as letter
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid = any ($1::oid[])
    union all
    select 'type', t.oid::int8::float8, n.nspname::text, format('%I.%I', n.nspname, t.typname), t.typtype::text
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where t.oid = any ($2::oid[])
    union all
    select 'routine', p.oid::int8::float8, n.nspname::text, p.oid::regprocedure::text, p.prokind::text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.oid = any ($3::oid[])
    union all
    select 'collation', x.oid::int8::float8, n.nspname::text, format('%I.%I', n.nspname, x.collname), ''
    from pg_collation x join pg_namespace n on n.oid = x.collnamespace
    where x.oid = any ($4::oid[])
    union all
    select 'operator', x.oid::int8::float8, n.nspname::text, x.oid::regoperator::text, ''
    from pg_operator x join pg_namespace n on n.oid = x.oprnamespace
    where x.oid = any ($5::oid[])
    union all
    select 'dictionary', x.oid::int8::float8, n.nspname::text, format('%I.%I', n.nspname, x.dictname), ''
    from pg_ts_dict x join pg_namespace n on n.oid = x.dictnamespace
    where x.oid = any ($6::oid[])
    union all
    select 'configuration', x.oid::int8::float8, n.nspname::text, format('%I.%I', n.nspname, x.cfgname), ''
    from pg_ts_config x join pg_namespace n on n.oid = x.cfgnamespace
    where x.oid = any ($7::oid[])
    union all
    -- A cast stands in no schema: it goes with that of one of its types.
    select 'cast', x.oid::int8::float8, min(n.nspname::text) filter (where n.nspname !~ '^(pg_|information_schema$)'),
      format('(%s as %s)', format_type(x.castsource, null), format_type(x.casttarget, null)), ''
    from pg_cast x join pg_type t on t.oid in (x.castsource, x.casttarget)
    join pg_namespace n on n.oid = t.typnamespace
    where x.oid = any ($8::oid[])
    group by x.oid, x.castsource, x.casttarget
  ) node
  where schema <> all ($9) and schema !~ '^pg_' and schema <> 'information_schema'
  order by kind, name`

/** Collations of the system are no part of anything, and differ from machine to machine. */
const otherKind = (catalog: string, id: string) => /* SQL */ `
  case ${catalog}
    when 'pg_collation'::regclass then (
      select 'collation' from pg_collation co
      where co.oid = ${id} and co.collnamespace <> 'pg_catalog'::regnamespace)
    when 'pg_operator'::regclass then 'operator'
    when 'pg_ts_dict'::regclass then 'dictionary' when 'pg_ts_config'::regclass then 'configuration' end`

/**
 * A node has several catalog objects (a table its defaults, constraints, rules …), and depends on
 * everything that one of them depends on. A dependency on a part is one on its node as well: on the
 * table of a constraint, on the element of an array.
 */
const edgesQuery = /* SQL */ `
  with part (kind, id, classid, objid, phase) as (
    select 'relation', r.oid, 'pg_class'::regclass, r.oid, 'create' from unnest($1::oid[]) r (oid)
    union all
    select 'relation', d.adrelid, 'pg_attrdef'::regclass, d.oid,
      case when a.attgenerated <> '' then 'create' else 'expression' end
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = any ($1::oid[])
    union all
    select 'relation', k.conrelid, 'pg_constraint'::regclass, k.oid,
      case k.contype when 'f' then 'later' when 'c' then 'expression' else 'create' end
    from pg_constraint k where k.conrelid = any ($1::oid[])
    union all
    select 'relation', w.ev_class, 'pg_rewrite'::regclass, w.oid,
      case when w.rulename = '_RETURN' then 'create' else 'later' end
    from pg_rewrite w where w.ev_class = any ($1::oid[])
    union all
    select 'relation', t.tgrelid, 'pg_trigger'::regclass, t.oid, 'later'
    from pg_trigger t where t.tgrelid = any ($1::oid[]) and not t.tgisinternal
    union all
    select 'relation', p.polrelid, 'pg_policy'::regclass, p.oid, 'later'
    from pg_policy p where p.polrelid = any ($1::oid[])
    union all
    select 'relation', i.indrelid, 'pg_class'::regclass, i.indexrelid,
      case when exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid)
        then 'create' else 'later' end
    from pg_index i where i.indrelid = any ($1::oid[])
    union all
    select 'type', t.oid, 'pg_type'::regclass, t.oid, 'create' from unnest($2::oid[]) t (oid)
    union all
    select 'type', t.oid, 'pg_class'::regclass, t.typrelid, 'create'
    from pg_type t where t.oid = any ($2::oid[]) and t.typrelid <> 0
    union all
    select 'type', k.contypid, 'pg_constraint'::regclass, k.oid, 'expression'
    from pg_constraint k where k.contypid = any ($2::oid[])
    union all
    select 'routine', p.oid, 'pg_proc'::regclass, p.oid, 'create' from unnest($3::oid[]) p (oid)
    union all
    select 'collation', x.oid, 'pg_collation'::regclass, x.oid, 'create' from unnest($4::oid[]) x (oid)
    union all
    select 'operator', x.oid, 'pg_operator'::regclass, x.oid, 'create' from unnest($5::oid[]) x (oid)
    union all
    select 'dictionary', x.oid, 'pg_ts_dict'::regclass, x.oid, 'create' from unnest($6::oid[]) x (oid)
    union all
    select 'configuration', x.oid, 'pg_ts_config'::regclass, x.oid, 'create' from unnest($7::oid[]) x (oid)
    union all
    select 'cast', x.oid, 'pg_cast'::regclass, x.oid, 'create' from unnest($8::oid[]) x (oid)
  ), used as (
    select p.kind as from_kind, p.id as from_id, d.refclassid, d.refobjid,
      case when oc.relispartition and d.refclassid = 'pg_class'::regclass then 'later' else p.phase end as phase
    from part p
    join pg_depend d on d.classid = p.classid and d.objid = p.objid and d.deptype in ('n', 'a', 'i', 'P', 'S')
    left join pg_class oc on p.classid = 'pg_class'::regclass and oc.oid = p.objid
    -- A sequence that goes with a column can be made before it.
    where not (oc.relkind = 'S' and d.deptype in ('a', 'i'))
      and d.refclassid not in ('pg_namespace'::regclass, 'pg_am'::regclass, 'pg_language'::regclass,
        'pg_rewrite'::regclass, 'pg_extension'::regclass, 'pg_trigger'::regclass, 'pg_attrdef'::regclass,
        'pg_policy'::regclass)
  ), named as (
    select u.*, c.relkind, c.reltype, i.indrelid, k.conrelid, k.contypid
    from used u
    left join pg_class c on u.refclassid = 'pg_class'::regclass and c.oid = u.refobjid
    left join pg_index i on i.indexrelid = c.oid
    left join pg_constraint k on u.refclassid = 'pg_constraint'::regclass and k.oid = u.refobjid
  ), typed as (
    select named.*, coalesce(r.rngtypid, element.oid, t.oid) as type_id
    from named
    -- The functions that come with a range.
    left join pg_depend constructor on named.refclassid = 'pg_proc'::regclass
      and constructor.classid = 'pg_proc'::regclass and constructor.objid = named.refobjid
      and constructor.refclassid = 'pg_type'::regclass and constructor.deptype = 'i'
    left join pg_type t on t.oid = case
      when named.refclassid = 'pg_type'::regclass then named.refobjid
      when relkind = 'c' then reltype
      else coalesce(nullif(contypid, 0), constructor.refobjid) end
    left join pg_type element on element.typarray = t.oid
    left join pg_range r on r.rngmultitypid = t.oid
  ), target as (
    select typed.from_kind, typed.from_id, typed.phase, typed.refclassid, typed.refobjid,
      case
        when type_id is not null and rowtype.oid is null then 'type'
        when rowtype.oid is not null or typed.relkind is not null or typed.conrelid <> 0 then 'relation'
        when refclassid = 'pg_proc'::regclass then 'routine'
        else ${otherKind('typed.refclassid', 'typed.refobjid')}
      end as to_kind,
      case
        when type_id is not null and rowtype.oid is null then type_id
        when rowtype.oid is not null then rowtype.oid
        when typed.relkind is not null then coalesce(typed.indrelid, typed.refobjid)
        when typed.conrelid <> 0 then typed.conrelid
        when refclassid = 'pg_proc'::regclass or ${otherKind('typed.refclassid', 'typed.refobjid')} is not null then typed.refobjid
      end as to_id
    from typed
    left join pg_type t on t.oid = type_id
    left join pg_class rowtype on rowtype.oid = t.typrelid and rowtype.relkind <> 'c'
  )
  select distinct t.from_kind, t.from_id::int8::float8 as from_id, t.phase,
    t.to_kind, t.to_id::int8::float8 as to_id,
    case when x.oid is not null then jsonb_build_object(
      'name', quote_ident(x.extname), 'schema', x.extnamespace::regnamespace::text) end as extension,
    case when t.to_kind is null and x.extname is null
      then pg_describe_object(t.refclassid, t.refobjid, 0) end as other
  from target t
  left join pg_depend e on e.deptype = 'e' and e.refclassid = 'pg_extension'::regclass
    and e.classid = case t.to_kind
      when 'type' then 'pg_type'::regclass when 'relation' then 'pg_class'::regclass
      when 'routine' then 'pg_proc'::regclass else t.refclassid end
    and e.objid = coalesce(t.to_id, t.refobjid)
  left join pg_extension x on x.oid = e.refobjid
  where not (coalesce(t.to_kind, '') = t.from_kind and t.to_id = t.from_id)
  order by 1, 2, 3, 4, 5`
