import type { Queryable } from '@basalt/engine'

export type ExportableTable = {
  id: number
  schema: string
  name: string
  /** With its indexes; of a partitioned table, all partitions together. */
  size_bytes: number
  /** The planner's estimate; null before the first analyse. */
  row_estimate: number | null
}

/** Readable relations with rows, by schema and name; partitions count for their parent. */
export const listExportable = (db: Queryable): Promise<ExportableTable[]> =>
  db.query<ExportableTable>(/* SQL */ `
    select c.oid::int8::float8 as id, n.nspname::text as schema, c.relname::text as name,
      (case when c.relkind = 'p'
        then (select sum(pg_total_relation_size(t.relid)) from pg_partition_tree(c.oid) t)
        else pg_total_relation_size(c.oid)
      end)::float8 as size_bytes,
      case when c.reltuples < 0 then null else c.reltuples::float8 end as row_estimate
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and not c.relispartition and c.relpersistence <> 't'
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
    order by n.nspname, c.relname`)
