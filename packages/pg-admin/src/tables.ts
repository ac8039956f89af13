import type { Queryable } from '@basalt/engine'

type TableKind = 'table' | 'partitioned_table' | 'view' | 'materialized_view' | 'foreign_table'

export type TableRow = {
  id: number
  schema: string
  name: string
  kind: TableKind
  rls_enabled: boolean
  /** The planner's estimate; null before the first analyse and for views. */
  row_estimate: number | null
}

const columns = /* SQL */ `
  c.oid::int8::float8 as id,
  n.nspname::text as schema,
  c.relname::text as name,
  case c.relkind
    when 'r' then 'table'
    when 'p' then 'partitioned_table'
    when 'v' then 'view'
    when 'm' then 'materialized_view'
    else 'foreign_table'
  end as kind,
  c.relrowsecurity as rls_enabled,
  case when c.reltuples < 0 or c.relkind = 'v' then null else c.reltuples::float8 end as row_estimate`

type ListOptions = {
  schemas: readonly string[] | undefined
  search: string | undefined
  /** Continues behind this name. */
  after: string | undefined
  limit: number
}

/** Tables, views and foreign tables by name; partitions are reached through their parent. */
export function listTables(db: Queryable, options: ListOptions): Promise<TableRow[]> {
  return db.query<TableRow>(
    /* SQL */ `
    select ${columns}
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not c.relispartition
      and ($1::text[] is null or n.nspname = any ($1))
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and n.nspname not like 'pg\\_temp\\_%'
      and ($2::text is null or position(lower($2) in lower(c.relname)) > 0)
      and ($3::text is null or c.relname > $3)
    order by c.relname, n.nspname
    limit $4`,
    [options.schemas ?? null, options.search ?? null, options.after ?? null, options.limit],
    { name: 'list-tables' },
  )
}

/** Null when there is no such relation, or it is of another kind. */
export async function findTable(
  db: Queryable,
  id: number,
): Promise<(TableRow & { comment: string | null }) | null> {
  const rows = await db.query<TableRow & { comment: string | null }>(
    /* SQL */ `
    select ${columns}, obj_description(c.oid, 'pg_class') as comment
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.oid = $1::oid and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
    [id],
    { name: 'find-table' },
  )
  return rows[0] ?? null
}
