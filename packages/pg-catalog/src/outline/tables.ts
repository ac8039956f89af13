import type { Queryable, QueryOptions } from '@basalt/engine'

type ColumnOutline = {
  name: string
  /** As `format_type` prints it. */
  type: string
  not_null: boolean
  default: string | null
  comment: string | null
}

/** A table or view as described to the assistant. */
export type TableOutline = {
  schema: string
  name: string
  kind: 'table' | 'partitioned table' | 'view' | 'materialized view' | 'foreign table'
  comment: string | null
  /** Whether row level security is on; null for relations that cannot have it. */
  row_level_security: boolean | null
  columns: ColumnOutline[]
  /** Keys, unique constraints and checks, as PostgreSQL prints them. */
  constraints: string[]
}

export type OutlineOptions = {
  /** Limits the list to this schema. */
  schema?: string | undefined
  /** Schemas that are left out. */
  hidden: readonly string[]
  limit: number
}

/**
 * Tables and views in the order of their names, those of `public` first, without partitions. As in
 * the catalog of names, objects that the connection's role may not use are left out.
 */
export const readTableOutlines = (
  db: Queryable,
  { schema, hidden, limit }: OutlineOptions,
  options: QueryOptions = {},
): Promise<TableOutline[]> =>
  db.query<TableOutline>(outlines, [schema ?? null, hidden, limit], {
    ...options,
    name: 'read-table-outlines',
  })

const rights = `'select, insert, update, references'`

const outlines = /* SQL */ `
  with relations as materialized (
    select c.oid, n.nspname::text as schema, c.relname::text as name, c.relkind, c.relrowsecurity,
      has_table_privilege(c.oid, 'select, insert, update') as is_whole
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not c.relispartition
      and ($1::text is null or n.nspname = $1)
      and n.nspname <> all ($2::text[])
      and n.nspname !~ '^pg_(toast|temp_|toast_temp_)'
      and has_schema_privilege(n.oid, 'usage')
      and has_any_column_privilege(c.oid, ${rights})
    order by n.nspname <> 'public', n.nspname, c.relname
    limit $3
  )
  select r.schema, r.name,
    case r.relkind
      when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
      when 'm' then 'materialized view' else 'foreign table'
    end as kind,
    obj_description(r.oid, 'pg_class') as comment,
    case when r.relkind in ('r', 'p') then r.relrowsecurity end as row_level_security,
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'not_null', a.attnotnull,
        'default', pg_get_expr(d.adbin, d.adrelid),
        'comment', col_description(r.oid, a.attnum)
      ) order by a.attnum)
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
      where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
        and (r.is_whole or has_column_privilege(r.oid, a.attnum, ${rights}))
    ), '[]') as columns,
    coalesce((
      select json_agg(pg_get_constraintdef(k.oid, true) order by k.contype <> 'p', k.conname)
      from pg_constraint k
      where k.conrelid = r.oid and k.contype in ('p', 'u', 'f', 'c', 'x')
        and (r.is_whole or not exists (
          select from unnest(k.conkey) n where not has_column_privilege(r.oid, n, ${rights})
        ))
    ), '[]') as constraints
  from relations r
  order by r.schema <> 'public', r.schema, r.name`
