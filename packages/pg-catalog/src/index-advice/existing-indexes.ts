import type { Queryable } from '@basalt/engine'

export type IndexFinding = {
  category: 'unused' | 'duplicate' | 'bloated'
  index_id: number
  schema: string
  name: string
  table: string
  table_id: number
  size_bytes: number
  /** The whole definition. */
  definition: string
  /** Of a duplicate: the index that replaces it. */
  replaced_by: string | null
  /** Of a bloated one: an estimate of its size after a rebuild. */
  expected_bytes: number | null
}

export type IndexStatistics = {
  /** Since when the use of indexes is counted. */
  since: string
  days: number
}

export async function readIndexStatistics(db: Queryable): Promise<IndexStatistics> {
  const [row] = await db.query<IndexStatistics>(/* SQL */ `
    select to_json(since at time zone 'utc') #>> '{}' || 'Z' as since,
      (extract(epoch from now() - since) / 86400)::float8 as days
    from (
      select coalesce(stats_reset, pg_postmaster_start_time()) as since
      from pg_stat_database where datname = current_database()
    ) s`)
  if (row === undefined) throw new Error('The database has no statistics')
  return row
}

/** Indexes of user tables; `$1` are hidden schemas. Partitions belong to the index of their parent. */
const candidates = /* SQL */ `
  select i.*, x.relname, n.nspname, t.relname as table_name, x.relpages, x.reltuples, x.reloptions,
    m.amname,
    x.relpages::float8 * current_setting('block_size')::int as size_bytes,
    i.indisreplident or i.indisclustered or i.indisexclusion or exists (
      select from pg_constraint k where k.conindid = i.indexrelid
    ) or exists (
      -- The index of a foreign key's target needs no constraint of its own.
      select from pg_depend d where d.refclassid = 'pg_class'::regclass
        and d.refobjid = i.indexrelid and d.classid = 'pg_constraint'::regclass
    ) as is_needed
  from pg_index i
  join pg_class x on x.oid = i.indexrelid and x.relkind = 'i' and not x.relispartition
  join pg_am m on m.oid = x.relam
  join pg_class t on t.oid = i.indrelid and t.relkind in ('r', 'm') and t.relpersistence <> 't'
  join pg_namespace n on n.oid = x.relnamespace
  where i.indisvalid and n.nspname <> all ($1::text[]) and n.nspname !~ '^pg_'
    and n.nspname <> 'information_schema' and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = t.oid and d.deptype = 'e'
    )`

const shown = (category: IndexFinding['category']) => /* SQL */ `
  '${category}' as category, i.indexrelid::int8::float8 as index_id, i.nspname::text as schema,
  i.relname::text as name, i.table_name::text as table, i.indrelid::int8::float8 as table_id,
  pg_relation_size(i.indexrelid)::float8 as size_bytes,
  pg_get_indexdef(i.indexrelid) as definition`

/** One check finds so many at most. */
export const maxIndexFindings = 100

/** Indexes that no query has used since statistics began. */
export const findUnusedIndexes = (
  db: Queryable,
  hiddenSchemas: readonly string[],
): Promise<IndexFinding[]> =>
  db.query(
    /* SQL */ `
    with i as (${candidates})
    select ${shown('unused')}, null as replaced_by, null as expected_bytes
    from i join pg_stat_all_indexes s on s.indexrelid = i.indexrelid
    where s.idx_scan = 0 and not i.indisunique and not i.is_needed
    order by i.size_bytes desc, i.indexrelid limit ${maxIndexFindings}`,
    [hiddenSchemas],
  )

/** A column by its number; the text of an expression, which takes longer. */
const part = /* SQL */ `
  case (f.indkey::int2[])[k - 1] when 0 then pg_get_indexdef(f.indexrelid, k, false)
    else (f.indkey::int2[])[k - 1]::text end`

/**
 * Indexes whose keys another index begins with, with the same operator classes, collations, order,
 * expressions and condition.
 */
export const findDuplicateIndexes = (
  db: Queryable,
  hiddenSchemas: readonly string[],
): Promise<IndexFinding[]> =>
  db.query(
    /* SQL */ `
    with found as (${candidates}), i as (
      select f.*, pg_get_expr(f.indpred, f.indrelid) as condition,
        array(
          select concat_ws(' ', ${part}, (f.indclass::oid[])[k - 1],
            (f.indcollation::oid[])[k - 1], (f.indoption::int2[])[k - 1])
          from generate_series(1, f.indnkeyatts) k order by k
        ) as keys,
        array(select ${part} from generate_series(f.indnkeyatts + 1, f.indnatts) k) as included,
        array(select ${part} from generate_series(1, f.indnatts) k) as stored
      from found f
    )
    select distinct on (i.indexrelid) ${shown('duplicate')},
      format('%I.%I', o.nspname, o.relname) as replaced_by, null as expected_bytes
    from i join i o on o.indrelid = i.indrelid and o.indexrelid <> i.indexrelid
      and o.amname = i.amname and o.condition is not distinct from i.condition
      and i.included <@ o.stored
    where not i.is_needed and (
      i.keys = o.keys and (not i.indisunique or o.indisunique and i.indnullsnotdistinct = o.indnullsnotdistinct)
        -- Of two that are the same, one stays.
        and (o.is_needed or o.indisunique and not i.indisunique
          or cardinality(o.included) > cardinality(i.included)
          or cardinality(o.included) = cardinality(i.included) and o.indisunique = i.indisunique
            and o.indexrelid < i.indexrelid)
      -- Other methods have no order of keys.
      or i.amname = 'btree' and not i.indisunique and cardinality(o.keys) > cardinality(i.keys)
        and o.keys[1:cardinality(i.keys)] = i.keys
    )
    order by i.indexrelid, cardinality(o.keys), o.indexrelid limit ${maxIndexFindings}`,
    [hiddenSchemas],
  )

/** Smaller indexes are not worth a rebuild. */
const minBloatedBytes = 1024 ** 2

/**
 * B-tree indexes that would have at most half their size after a rebuild. An estimate from the
 * number of entries and the mean width of their columns; one with repeated values is smaller still.
 */
export async function findBloatedIndexes(
  db: Queryable,
  hiddenSchemas: readonly string[],
): Promise<{ findings: IndexFinding[]; unchecked: number }> {
  const rows = await db.query<IndexFinding & { is_known: boolean }>(
    /* SQL */ `
    with i as (${candidates}), measured as (
      select i.*, w.width, i.reltuples >= 0 and w.is_known and i.amname = 'btree' as is_known
      from i cross join lateral (
        select sum(coalesce(s.avg_width * (1 - s.null_frac), 0)) as width,
          bool_and(s.avg_width is not null) as is_known
        from pg_attribute a
        left join pg_attribute c on c.attrelid = i.indrelid
          and c.attnum = (i.indkey::int2[])[a.attnum - 1] and c.attnum > 0
        left join pg_stats s on not s.inherited and s.schemaname = i.nspname
          and s.tablename = case when c.attnum is null then i.relname else i.table_name end
          and s.attname = coalesce(c.attname, a.attname)
        where a.attrelid = i.indexrelid and a.attnum > 0
      ) w
      where i.size_bytes >= ${minBloatedBytes}
    ), estimated as (
      -- An entry has a header of 8 bytes and a pointer of 4, and is aligned to 8; pages have 40 bytes of their own.
      select m.*, ceil(m.reltuples * (ceil((m.width + 8) / 8) * 8 + 4)
        / ((current_setting('block_size')::int - 40) * coalesce((
          select option_value::int from pg_options_to_table(m.reloptions)
          where option_name = 'fillfactor'
        ), 90) / 100.0) + 2) * current_setting('block_size')::int as expected
      from measured m
    )
    select ${shown('bloated')}, null as replaced_by, i.expected::float8 as expected_bytes, i.is_known
    from estimated i where not i.is_known or i.expected * 2 <= i.size_bytes
    order by i.size_bytes - i.expected desc nulls last limit ${maxIndexFindings}`,
    [hiddenSchemas],
  )
  return {
    findings: rows.filter((row) => row.is_known),
    unchecked: rows.filter((row) => !row.is_known).length,
  }
}
