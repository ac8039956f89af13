import type { Queryable } from '@basalt/engine'

/** Options of the sequence `s` that differ from their defaults; empty without one. */
export const sequenceOptions = /* SQL */ `
  concat_ws(' ',
    case when s.seqstart <> 1 or s.seqincrement < 0 then format('start with %s', s.seqstart) end,
    case when s.seqincrement <> 1 then format('increment by %s', s.seqincrement) end,
    case when s.seqmin <> 1 or s.seqincrement < 0 then format('minvalue %s', s.seqmin) end,
    case when s.seqincrement < 0 or s.seqmax <> case s.seqtypid
        when 'int2'::regtype then 32767 when 'int4'::regtype then 2147483647 else 9223372036854775807 end
      then format('maxvalue %s', s.seqmax) end,
    case when s.seqcache <> 1 then format('cache %s', s.seqcache) end,
    case when s.seqcycle then 'cycle' end)`

/** Name, options and bounds of an identity's sequence that differ from their defaults. */
const identity = /* SQL */ `
  format(' generated %s as identity', case a.attidentity when 'a' then 'always' else 'by default' end)
  || coalesce((
    select ' (' || nullif(concat_ws(' ',
      case when sn.nspname <> n.nspname or sc.relname <> concat(c.relname, '_', a.attname, '_seq')
        then format('sequence name %I.%I', sn.nspname, sc.relname) end,
      nullif(${sequenceOptions}, '')), '') || ')'
    from pg_depend i
    join pg_class sc on sc.oid = i.objid and sc.relkind = 'S'
    join pg_namespace sn on sn.oid = sc.relnamespace
    join pg_sequence s on s.seqrelid = sc.oid
    where i.classid = 'pg_class'::regclass and i.deptype = 'i'
      and i.refclassid = 'pg_class'::regclass and i.refobjid = a.attrelid and i.refobjsubid = a.attnum
  ), '')`

/** A valid one with PostgreSQL's default name needs no further clause. */
const notNull = /* SQL */ `
  case
    when not a.attnotnull or exists (
      select from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'n' and k.conkey = array[a.attnum] and not k.convalidated
    ) then ''
    else coalesce((
      select case when k.conname = concat(c.relname, '_', a.attname, '_not_null') then '' else format(' constraint %I', k.conname) end
        || ' not null' || case when k.connoinherit then ' no inherit' else '' end
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'n' and k.conkey = array[a.attnum]
    ), ' not null')
  end`

const column = /* SQL */ `
  format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
  || case a.attcompression when 'p' then ' compression pglz' when 'l' then ' compression lz4' else '' end
  || case when c.relkind = 'f' and a.attfdwoptions is not null then (
       select ' options (' || string_agg(format('%I %L', o.option_name, o.option_value), ', ') || ')'
       from pg_options_to_table(a.attfdwoptions) o) else '' end
  || case when a.attcollation <> 0 and a.attcollation <> ty.typcollation
       then format(' collate %I.%I', cn.nspname, co.collname) else '' end
  || case
       when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
       when a.attgenerated = 'v' then format(' generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid))
       when a.attidentity <> '' and not c.relispartition then ${identity}
       when d.adbin is not null and c.oid <> all ($2::oid[]) then format(' default %s', pg_get_expr(d.adbin, d.adrelid))
       else ''
     end
  || ${notNull}`

/**
 * A child table that is no partition is created with its parents' columns, unless its own ones
 * precede them: then it is created whole and attached to its parents afterwards.
 */
export const followsParents = /* SQL */ `(
  not c.relispartition
  and exists (select from pg_inherits h where h.inhrelid = c.oid)
  and not exists (
    select from pg_attribute own
    join pg_attribute taken on taken.attrelid = c.oid and taken.attnum > own.attnum
      and taken.attinhcount > 0 and not taken.attisdropped
    where own.attrelid = c.oid and own.attnum > 0 and own.attinhcount = 0 and not own.attisdropped
  )
)`

/** $1 are relations, $2 those whose defaults and checks come later. */
const tablesQuery = /* SQL */ `
  select c.oid::int8::float8 as id, format('%I.%I', n.nspname, c.relname) as name,
    case when c.relkind = 'f' then 'foreign table' when c.relpersistence = 'u' then 'unlogged table' else 'table' end as word,
    array(
      select ${column}
      from pg_attribute a
      join pg_type ty on ty.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation co on co.oid = a.attcollation
      left join pg_namespace cn on cn.oid = co.collnamespace
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and (a.attislocal or not ${followsParents})
      order by a.attnum
    ) || array(
      select format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid))
      from pg_constraint k
      where k.conrelid = c.oid and (k.contype in ('p', 'u', 'x') or (k.contype = 'c' and c.oid <> all ($2::oid[])))
        and k.convalidated and (k.conislocal or not ${followsParents})
      order by case k.contype when 'p' then 0 when 'u' then 1 else 2 end, k.conname
    ) as lines,
    array(
      select format('%I.%I', pn.nspname, p.relname)
      from pg_inherits h join pg_class p on p.oid = h.inhparent join pg_namespace pn on pn.oid = p.relnamespace
      where h.inhrelid = c.oid and ${followsParents}
      order by h.inhseqno
    ) as parents,
    concat_ws(' ',
      case when c.relkind = 'p' then 'partition by ' || pg_get_partkeydef(c.oid) end,
      case when fs.srvname is not null then format('server %I', fs.srvname) end,
      (
        select 'options (' || string_agg(format('%I %L', o.option_name, o.option_value), ', ') || ')'
        from pg_options_to_table(f.ftoptions) o
      ),
      'with (' || nullif(concat_ws(', ', array_to_string(c.reloptions, ', '), (
        select string_agg('toast.' || o, ', ') from unnest(toast.reloptions) o
      )), '') || ')'
    ) as ending
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_foreign_table f on f.ftrelid = c.oid
  left join pg_foreign_server fs on fs.oid = f.ftserver
  left join pg_class toast on toast.oid = c.reltoastrelid
  where c.oid = any ($1::oid[]) and c.relkind in ('r', 'p', 'f')`

const viewsQuery = /* SQL */ `
  select c.oid::int8::float8 as id, format('create %sview %I.%I%s as%s%s%s',
    case c.relkind when 'm' then 'materialized ' else '' end, n.nspname, c.relname,
    case when c.reloptions is null then '' else format(' with (%s)', array_to_string(c.reloptions, ', ')) end,
    chr(10), rtrim(pg_get_viewdef(c.oid), ';'),
    case when c.relkind = 'm' and ($2::boolean or not c.relispopulated) then chr(10) || 'with no data' else '' end) as statement
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.oid = any ($1::oid[]) and c.relkind in ('v', 'm')`

const sequencesQuery = /* SQL */ `
  select c.oid::int8::float8 as id, format(
    'create %ssequence %I.%I as %s start with %s increment by %s minvalue %s maxvalue %s cache %s%s',
    case when c.relpersistence = 'u' then 'unlogged ' else '' end,
    n.nspname, c.relname, format_type(s.seqtypid, null),
    s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
    case when s.seqcycle then ' cycle' else '' end
  ) as statement
  from pg_sequence s
  join pg_class c on c.oid = s.seqrelid
  join pg_namespace n on n.oid = c.relnamespace
  where c.oid = any ($1::oid[])`

type TableParts = {
  id: number
  name: string
  word: string
  /** Columns, then constraints. */
  lines: string[]
  parents: string[]
  ending: string
}

type Made = { id: number; statement: string }

export type Making = {
  /** Tables that are made without defaults and checks. */
  loose: readonly number[]
  /** Whether materialized views are created without rows, and refreshed later. */
  isEmpty: boolean
}

/** The statements that make the relations, by id. */
export async function relationStatements(
  tx: Queryable,
  ids: readonly number[],
  { loose, isEmpty }: Making,
): Promise<Map<number, string>> {
  const tables = await tx.query<TableParts>(tablesQuery, [ids, loose])
  const views = await tx.query<Made>(viewsQuery, [ids, isEmpty])
  const sequences = await tx.query<Made>(sequencesQuery, [ids])
  return new Map([
    ...tables.map((table) => [table.id, tableStatement(table)] as const),
    ...[...views, ...sequences].map(({ id, statement }) => [id, statement] as const),
  ])
}

function tableStatement({ name, word, lines, parents, ending }: TableParts): string {
  const body = lines.length === 0 ? '()' : `(\n  ${lines.join(',\n  ')}\n)`
  const inherits = parents.length === 0 ? '' : ` inherits (${parents.join(', ')})`
  return `create ${word} ${name} ${body}${inherits}${ending === '' ? '' : ` ${ending}`}`
}
