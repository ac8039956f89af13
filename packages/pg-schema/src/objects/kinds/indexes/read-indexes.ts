/** Sizes are sorted by the planner's number of pages, because the files of thousands take long. */
export const all = /* SQL */ `
  select c.oid as id, n.nspname::text as schema, c.relname::text as name, c.relowner as owner,
    t.relname::text as "table", t.oid as table_id, am.amname::text as method,
    c.relkind = 'I' as is_partitioned, greatest(c.relpages, 0)::float8 as size
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_index i on i.indexrelid = c.oid
  left join pg_class t on t.oid = i.indrelid
  left join pg_am am on am.oid = c.relam
  where c.relkind in ('i', 'I')`

/** The catalog columns that are equal of two indexes that serve the same queries. */
const same = [
  'indrelid',
  'indnatts',
  'indnkeyatts',
  'indkey',
  'indclass',
  'indcollation',
  'indoption',
]

/**
 * An index that enforces a constraint is no duplicate; of the others, one that is not unique is a
 * duplicate of one that is, but not the reverse.
 */
const duplicate = /* SQL */ `
  select oc.relname::text
  from pg_index o join pg_class oc on oc.oid = o.indexrelid
  where o.indrelid = i.indrelid and o.indexrelid <> i.indexrelid and o.indisvalid
    and k.conname is null and i.indisvalid and oc.relam = c.relam
    and ${same.map((name) => `o.${name}::text = i.${name}::text`).join(' and ')}
    and pg_get_expr(o.indpred, o.indrelid) is not distinct from own.predicate
    and pg_get_expr(o.indexprs, o.indrelid) is not distinct from own.expressions
    and (o.indisunique or not i.indisunique)
    and (o.indnullsnotdistinct = i.indnullsnotdistinct or not i.indisunique)
  order by o.indisunique desc, o.indexrelid
  limit 1`

const columns = (id: string) => /* SQL */ `(
  select string_agg(pg_get_indexdef(${id}, k, true), ', ' order by k)
  from generate_series(1, i.indnkeyatts) k
)`

const text = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

export const detail = {
  columns: /* SQL */ `
    page."table", page.table_id::int8::float8 as table_id, page.method, page.is_partitioned,
    ${columns('page.id')} as columns,
    pg_get_expr(i.indpred, i.indrelid, true) as "where",
    i.indisunique as is_unique, i.indisvalid as is_valid, k.conname as constraint,
    used.size_bytes, used.scans, ${text('used.last_scan')} as last_scan,
    (
      select ${text('stats_reset')} from pg_stat_database where datname = current_database()
    ) as counted_since,
    (${duplicate}) as duplicate_of,
    used.scans = 0 and not i.indisunique and parent.name is null and i.indisvalid as is_unused`,
  joins: /* SQL */ `
    join pg_index i on i.indexrelid = page.id
    join pg_class c on c.oid = page.id
    cross join lateral (
      -- Written once for all indexes that it is compared with, which "offset 0" ensures.
      select pg_get_expr(i.indpred, i.indrelid) as predicate,
        pg_get_expr(i.indexprs, i.indrelid) as expressions
      offset 0
    ) own
    left join lateral (
      select conname from pg_constraint
      where conindid = page.id and contype in ('p', 'u', 'x')
    ) k on true
    left join lateral (
      select format('%I.%I', pn.nspname, p.relname) as name
      from pg_inherits h
      join pg_class p on p.oid = h.inhparent
      join pg_namespace pn on pn.oid = p.relnamespace
      where h.inhrelid = page.id
    ) parent on true
    cross join lateral (
      select coalesce(sum(pg_relation_size(x.id)), 0)::float8 as size_bytes,
        coalesce(sum(pg_stat_get_numscans(x.id)), 0)::float8 as scans,
        max(pg_stat_get_lastscan(x.id)) as last_scan
      from (
        select page.id where not page.is_partitioned
        union all
        select tree.relid from pg_partition_tree(page.id) tree where page.is_partitioned and tree.isleaf
      ) x (id)
    ) used`,
}

/** Why it cannot be dropped alone. */
export const keptReason = /* SQL */ `
  case
    when k.conname is not null
      then format('It backs the constraint %s: drop the constraint on the table %s instead', k.conname, page."table")
    when parent.name is not null
      then format('It is a part of the partitioned index %s: drop that one instead', parent.name)
  end`

const operatorClass = /* SQL */ `
  select nullif(concat(
    case when not opc.opcdefault or a.attoptions is not null then
      case when opn.nspname = 'pg_catalog' then quote_ident(opc.opcname)
        else format('%I.%I', opn.nspname, opc.opcname) end
    end,
    (
      select format(' (%s)', string_agg(
        format('%s=%L', split_part(o, '=', 1), substr(o, strpos(o, '=') + 1)), ', '
      ))
      from unnest(a.attoptions) o
      having count(*) > 0
    )
  ), '')
  from pg_opclass opc join pg_namespace opn on opn.oid = opc.opcnamespace
  where opc.oid = i.indclass[k.at - 1]`

/** The collation of an expression is written unless it is the database's own. */
const collation = /* SQL */ `
  select format('%I.%I', cn.nspname, co.collname)
  from pg_collation co join pg_namespace cn on cn.oid = co.collnamespace
  where co.oid = i.indcollation[k.at - 1] and co.oid <> coalesce(source.attcollation, 100)`

/** PostgreSQL puts everything but the call of a function in parentheses. */
const expression = /* SQL */ `
  select case when left(x, 1) = '(' then substr(x, 2, length(x) - 2) else x end
  from pg_get_indexdef(c.oid, k.at, true) x`

const keyList = /* SQL */ `
  select json_agg(json_build_object(
    'column', source.attname,
    'expression', case when k.attnum = 0 then (${expression}) end,
    'collation', (${collation}),
    'operator_class', (${operatorClass}),
    'order', case when i.indoption[k.at - 1] & 1 = 1 then 'descending' else 'ascending' end,
    'nulls', case when i.indoption[k.at - 1] & 2 = 2 then 'first' else 'last' end,
    'statistics', case when k.attnum = 0 then nullif(a.attstattarget, -1) end
  ) order by k.at)
  from (
    select key.attnum, key.at::int as at
    from unnest(i.indkey::int2[]) with ordinality key (attnum, at)
    where key.at <= i.indnkeyatts
  ) k
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.at
  left join pg_attribute source on source.attrelid = i.indrelid and source.attnum = k.attnum
    and k.attnum <> 0`

const includeList = /* SQL */ `
  select coalesce(json_agg(a.attname order by key.at), '[]')
  from unnest(i.indkey::int2[]) with ordinality key (attnum, at)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.attnum
  where key.at > i.indnkeyatts`

const parameterList = /* SQL */ `
  select coalesce(json_agg(json_build_object(
    'name', split_part(o, '=', 1), 'value', substr(o, strpos(o, '=') + 1)
  ) order by o), '[]')
  from unnest(c.reloptions) o`

export const design = /* SQL */ `
  select json_build_object(
    'schema', n.nspname, 'table', t.relname, 'name', c.relname,
    'comment', obj_description(c.oid, 'pg_class'), 'method', am.amname,
    'keys', (${keyList}), 'include', (${includeList}),
    'where', pg_get_expr(i.indpred, i.indrelid, true),
    'is_unique', i.indisunique, 'nulls_not_distinct', i.indnullsnotdistinct,
    'parameters', (${parameterList}), 'concurrently', false
  ) as design
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_class t on t.oid = i.indrelid
  join pg_am am on am.oid = c.relam
  where c.oid = $1::oid`
