import type { Queryable } from '@basalt/engine'

/** The fields of SPEC.md section 3, "Table schema for SQL export". */
export type TableStructure = {
  schema: string
  name: string
  columns: {
    name: string
    data_type: string
    is_identity: boolean
    is_nullable: boolean
    default_value: string | null
    /** A unique constraint or index is on this column alone. */
    is_unique: boolean
    /** The checks that are about this column alone. */
    check: string | null
  }[]
  primary_keys: { name: string }[]
  /** One for each column of a foreign key. */
  relationships: {
    constraint_name: string
    source_table_name: string
    source_column_name: string
    target_table_schema: string
    target_table_name: string
    target_column_name: string
  }[]
}

/** Null when there is no such relation. */
export async function readStructure(db: Queryable, id: number): Promise<TableStructure | null> {
  const [row] = await db.query<TableStructure>(structureQuery, [id], { name: 'table-structure' })
  return row ?? null
}

const structureQuery = /* SQL */ `
  select n.nspname::text as schema, c.relname::text as name,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', a.attname,
        'data_type', format_type(a.atttypid, a.atttypmod),
        'is_identity', a.attidentity <> '',
        'is_nullable', not a.attnotnull,
        'default_value', pg_get_expr(d.adbin, d.adrelid),
        'is_unique', exists (
          select from pg_index i
          where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indnkeyatts = 1 and i.indkey[0] = a.attnum
        ),
        'check', (
          select string_agg(pg_get_expr(k.conbin, k.conrelid), ' and ' order by k.conname)
          from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        )
      ) order by a.attnum)
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns,
    coalesce((
      select jsonb_agg(jsonb_build_object('name', a.attname) order by key.place)
      from pg_constraint k
      cross join unnest(k.conkey) with ordinality as key (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = key.number
      where k.conrelid = c.oid and k.contype = 'p'
    ), '[]') as primary_keys,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'constraint_name', k.conname,
        'source_table_name', c.relname,
        'source_column_name', a.attname,
        'target_table_schema', tn.nspname,
        'target_table_name', t.relname,
        'target_column_name', ta.attname
      ) order by k.conname, key.place)
      from pg_constraint k
      cross join unnest(k.conkey, k.confkey) with ordinality as key (own, other, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = key.own
      join pg_class t on t.oid = k.confrelid
      join pg_namespace tn on tn.oid = t.relnamespace
      join pg_attribute ta on ta.attrelid = t.oid and ta.attnum = key.other
      where k.conrelid = c.oid and k.contype = 'f'
    ), '[]') as relationships
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.oid = $1::oid and c.relkind in ('r', 'p', 'v', 'm', 'f')`
