import type { Queryable } from '@basalt/engine'

import type { TableFacts } from './propose-index.ts'

export type TableName = { schema: string; table: string }

/**
 * Facts of tables by `schema.table`. Of a partition the name is that of the partitioned table, and
 * the figures its own.
 */
export async function readTableFacts(
  db: Queryable,
  names: readonly TableName[],
): Promise<Map<string, TableFacts>> {
  const rows = await db.query<TableFacts & { key: string }>(
    /* SQL */ `
    select w.schema || '.' || w.name as key, r.oid::int8::float8 as id,
      rn.nspname::text as schema, r.relname::text as name, c.reltuples::float8 as rows,
      pg_table_size(c.oid)::float8 as bytes,
      array(
        select json_build_object('name', a.attname, 'type', format_type(t.oid, null),
          'distinct', s.n_distinct, 'null_share', s.null_frac, 'is_ordered', exists (
            select from pg_opclass o join pg_am m on m.oid = o.opcmethod and m.amname = 'btree'
            where o.opcdefault and o.opcintype in (
              t.oid,
              case t.typname when 'varchar' then 'text'::regtype end,
              case t.typcategory when 'A' then 'anyarray'::regtype when 'E' then 'anyenum'::regtype
                when 'R' then 'anyrange'::regtype end
            )
          ))
        from pg_attribute a
        join pg_type d on d.oid = a.atttypid
        join pg_type t on t.oid = coalesce(nullif(d.typbasetype, 0), d.oid)
        left join pg_stats s on s.schemaname = n.nspname and s.tablename = c.relname
          and s.attname = a.attname and not s.inherited
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      coalesce((
        select json_agg(array(
          select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (number, place)
          left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          where k.place <= i.indnkeyatts order by k.place
        ))
        from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
        where i.indrelid = c.oid and i.indisvalid and i.indpred is null and m.amname = 'btree'
      ), '[]') as indexes
    from unnest($1::text[], $2::text[]) w (schema, name)
    join pg_namespace n on n.nspname = w.schema
    join pg_class c on c.relnamespace = n.oid and c.relname = w.name and c.relkind in ('r', 'p')
    join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid)
    join pg_namespace rn on rn.oid = r.relnamespace
    -- An extension owns its tables.
    where not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = r.oid and d.deptype = 'e'
    )`,
    [names.map(({ schema }) => schema), names.map(({ table }) => table)],
  )
  return new Map(rows.map(({ key, ...facts }) => [key, facts]))
}
