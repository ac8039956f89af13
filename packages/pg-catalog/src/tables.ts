import type { Queryable } from '@basalt/engine'
import type { TableSort } from '@basalt/pg-model'

import { listChildTables } from './child-tables.ts'
import { trashSchema } from './schemas/own-schemas.ts'

type TableKind = 'table' | 'partitioned_table' | 'view' | 'materialized_view' | 'foreign_table'

export type TableRow = {
  id: number
  schema: string
  name: string
  kind: TableKind
  rls_enabled: boolean
  /** Whether a view is a security invoker view; false for everything else. */
  is_security_invoker: boolean
  is_partition: boolean
  /** The planner's estimate; null before the first analyse and for views. */
  row_estimate: number | null
}

const kind = /* SQL */ `
  case c.relkind
    when 'r' then 'table'
    when 'p' then 'partitioned_table'
    when 'v' then 'view'
    when 'm' then 'materialized_view'
    else 'foreign_table'
  end`

/** `estimate` is an expression; -1 when unknown. */
const columnsWith = (estimate: string) => /* SQL */ `
  c.oid::int8::float8 as id,
  n.nspname::text as schema,
  c.relname::text as name,
  ${kind} as kind,
  c.relrowsecurity as rls_enabled,
  c.relkind = 'v' and coalesce((
    select o.option_value::boolean from pg_options_to_table(c.reloptions) o
    where o.option_name = 'security_invoker'
  ), false) as is_security_invoker,
  c.relispartition as is_partition,
  case when c.relkind <> 'v' then nullif(${estimate}, -1)::float8 end as row_estimate`

const columns = columnsWith('c.reltuples')

/** Where the table was empty when last analysed, the counter of rows written since. */
const knownRows = (table: string) =>
  `case when ${table}.reltuples <= 0 then pg_stat_get_live_tuples(${table}.oid) else ${table}.reltuples end`

/** With the rows of tables that inherit from it; those of partitions are in its own already. */
const estimateOfAll = /* SQL */ `
  case when c.relkind = 'r' and c.relhassubclass then ${knownRows('c')} + (
    select coalesce(sum(${knownRows('h')}), 0) from pg_class h
    where h.oid in (${listChildTables('c.oid')})
  ) else c.reltuples end`

/**
 * Of the schemas `$1`, in the order of their names: reading ends with the page, however many
 * follow. When the schemas have few tables among very many, all tables are scanned.
 */
const inSchemas = '($1::text[] is null or n.nspname = any ($1))'

/**
 * The same through pg_depend, independent of other schemas: PostgreSQL records that each relation
 * depends on its schema, which DROP SCHEMA uses.
 */
const amongSome = /* SQL */ `
  c.oid = any (array(
    select d.objid from pg_namespace s
    join pg_depend d on d.refclassid = 'pg_namespace'::regclass and d.refobjid = s.oid
    where s.nspname = any ($1::text[]) and d.classid = 'pg_class'::regclass
  ))`

/**
 * Each ends in name and schema, which identify one table; `$6` and `$7` are those of the last one
 * seen.
 */
const sorts = {
  name: {
    order: 'c.relname, n.nspname',
    behind: '(c.relname, n.nspname) > ($6, $7)',
  },
  name_desc: {
    order: 'c.relname desc, n.nspname desc',
    behind: '(c.relname, n.nspname) < ($6, $7)',
  },
  kind: {
    order: `${kind}, c.relname, n.nspname`,
    behind: `(${kind}, c.relname, n.nspname) > ($8, $6, $7)`,
  },
  rows: {
    order: 'c.reltuples desc, c.relname, n.nspname',
    behind: '(c.reltuples < $9 or (c.reltuples = $9 and (c.relname, n.nspname) > ($6, $7)))',
  },
} as const satisfies Record<TableSort, { order: string; behind: string }>

/** The last table of a page, with the values it is sorted by at that time. */
export type LastTable = { name: string; schema: string; kind: string; rows: number }

export type ListOptions = {
  schemas?: readonly string[] | undefined
  /** Schemas that no list shows. */
  hidden?: readonly string[]
  search?: string | undefined
  kinds?: readonly string[] | undefined
  /** Of these tables only, partitions included. */
  ids?: readonly number[] | undefined
  listPartitions?: number | undefined
  sort?: TableSort
  after?: LastTable | undefined
  limit: number
}

/**
 * Tables, views and foreign tables. Partitions are reached through their parent, by their id,
 * or by searching for them.
 */
export function listTables(db: Queryable, options: ListOptions): Promise<TableRow[]> {
  const { schemas, sort = 'name', after, hidden = [] } = options
  const { order, behind } = sorts[sort]
  // Later pages exist only for schemas with many tables.
  const isFirst = schemas !== undefined && after === undefined
  return db.query<TableRow>(
    /* SQL */ `
    select ${columns}
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and ${isFirst ? amongSome : inSchemas}
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and n.nspname not like 'pg\\_temp\\_%'
      and n.nspname <> all ($10::text[])
      and ($2::text is null or position(lower($2) in lower(c.relname)) > 0)
      and ($3::text[] is null or ${kind} = any ($3))
      and case
        when $4::oid[] is not null then c.oid = any ($4)
        when $5::oid is not null then c.oid in (select inhrelid from pg_inherits where inhparent = $5)
        else not c.relispartition or $2 is not null
      end
      and ($6::name is null or ($7::name is not null and $8::text is not null and $9::real is not null and ${behind}))
    order by ${order}
    limit $11`,
    [
      schemas ?? null,
      options.search ?? null,
      options.kinds ?? null,
      options.ids ?? null,
      options.listPartitions ?? null,
      after?.name ?? null,
      after?.schema ?? null,
      after?.kind ?? null,
      after?.rows ?? null,
      hidden,
      options.limit,
    ],
    { name: `list-${isFirst ? 'first' : 'more'}-tables-by-${sort}` },
  )
}

export type FoundTable = TableRow & {
  comment: string | null
  /** Whether PostgreSQL accepts an UPDATE of it, for a view on behalf of its table. */
  is_updatable: boolean
  /** The same of an INSERT. */
  is_insertable: boolean
  /** Whether row level security applies to the reader. */
  hides_rows: boolean
}

/** Null when there is no such relation, or it is of another kind. */
export async function findTable(db: Queryable, id: number): Promise<FoundTable | null> {
  const rows = await db.query<FoundTable>(
    /* SQL */ `
    select ${columnsWith(estimateOfAll)}, obj_description(c.oid, 'pg_class') as comment,
      -- The manual: bit 2 of the mask is UPDATE, bit 3 INSERT. A view's INSTEAD OF triggers
      -- count. Tables are not asked: the function waits for locks on them.
      takes.mask & 4 = 4 as is_updatable, takes.mask & 8 = 8 as is_insertable,
      row_security_active(c.oid) as hides_rows
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select case when c.relkind in ('r', 'p') then -1
        else pg_relation_is_updatable(c.oid, true) end as mask
    ) takes
    where c.oid = $1::oid and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and n.nspname <> '${trashSchema}'`,
    [id],
    { name: 'find-table' },
  )
  return rows[0] ?? null
}
