import type { Queryable } from '@basalt/engine'

type Made = { id: number; statement: string }

const byId = (rows: readonly Made[]) => new Map(rows.map(({ id, statement }) => [id, statement]))

/** The statements that make the types, by id; domains in `loose` without their checks. */
export const typeStatements = async (
  tx: Queryable,
  ids: readonly number[],
  loose: readonly number[],
): Promise<Map<number, string>> => byId(await tx.query<Made>(typesQuery, [ids, loose]))

/** The statements that make functions, procedures and aggregates, by id. */
export const routineStatements = async (
  tx: Queryable,
  ids: readonly number[],
): Promise<Map<number, string>> => byId(await tx.query<Made>(routinesQuery, [ids]))

const collated = (type: string) => /* SQL */ `
  case when ${type}.collation_id is null then '' else (
    select format(' collate %I.%I', cn.nspname, co.collname)
    from pg_collation co join pg_namespace cn on cn.oid = co.collnamespace
    where co.oid = ${type}.collation_id
  ) end`

const domain = /* SQL */ `
  format('create domain %I.%I as %s', n.nspname, t.typname, format_type(t.typbasetype, t.typtypmod))
  || (
    select ${collated('used')} from (
      select case when t.typcollation <> b.typcollation then t.typcollation end as collation_id
      from pg_type b where b.oid = t.typbasetype
    ) used
  )
  || coalesce(' default ' || t.typdefault, '')
  || case when not t.typnotnull then '' else coalesce((
       select case when k.conname = t.typname || '_not_null' then '' else format(' constraint %I', k.conname) end
       from pg_constraint k where k.contypid = t.oid and k.contype = 'n'), '') || ' not null' end
  || coalesce((
       select string_agg(format(' constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), '' order by k.conname)
       from pg_constraint k
       where k.contypid = t.oid and k.contype = 'c' and k.convalidated and t.oid <> all ($2::oid[])
     ), '')`

const composite = /* SQL */ `
  format('create type %I.%I as (%s)', n.nspname, t.typname, (
    select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)) || (
      select ${collated('used')} from (
        select case when a.attcollation <> b.typcollation then a.attcollation end as collation_id
        from pg_type b where b.oid = a.atttypid
      ) used
    ), ', ' order by a.attnum)
    from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
  ))`

const range = /* SQL */ `
  (
    select format('create type %I.%I as range (%s)', n.nspname, t.typname, concat_ws(', ',
      'subtype = ' || format_type(r.rngsubtype, null),
      case when not oc.opcdefault then format('subtype_opclass = %I.%I', ocn.nspname, oc.opcname) end,
      case when r.rngcollation <> 0 and r.rngcollation <> s.typcollation then (
        select format('collation = %I.%I', cn.nspname, co.collname)
        from pg_collation co join pg_namespace cn on cn.oid = co.collnamespace where co.oid = r.rngcollation) end,
      case when r.rngsubdiff <> 0 then 'subtype_diff = ' || r.rngsubdiff::regproc end,
      format('multirange_type_name = %I.%I', mn.nspname, m.typname)))
    from pg_range r
    join pg_type s on s.oid = r.rngsubtype
    join pg_opclass oc on oc.oid = r.rngsubopc
    join pg_namespace ocn on ocn.oid = oc.opcnamespace
    join pg_type m on m.oid = r.rngmultitypid
    join pg_namespace mn on mn.oid = m.typnamespace
    where r.rngtypid = t.oid
  )`

const typesQuery = /* SQL */ `
  select t.oid::int8::float8 as id, case t.typtype
    when 'e' then format('create type %I.%I as enum (%s)', n.nspname, t.typname, (
      select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
      from pg_enum e where e.enumtypid = t.oid
    ))
    when 'd' then ${domain}
    when 'c' then ${composite}
    else ${range}
  end as statement
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  where t.oid = any ($1::oid[]) and t.typtype in ('e', 'd', 'c', 'r')`

const isReadWrite = /* SQL */ `case when g.aggkind = 'n' then 'r' else 'w' end`

/** Whether the final function changes the state; written where it is not the default. */
const modify = (column: string, option: string) => /* SQL */ `
  case when g.${column} <> ${isReadWrite} then '${option} = ' || case g.${column}
    when 'r' then 'read_only' when 's' then 'shareable' else 'read_write' end end`

const called = (column: string, option: string) => /* SQL */ `
  case when g.${column} <> 0 then '${option} = ' || g.${column}::regproc end`

const aggregate = /* SQL */ `
  format('create aggregate %I.%I(%s) (%s)', n.nspname, p.proname,
    coalesce(nullif(pg_get_function_arguments(p.oid), ''), '*'),
    concat_ws(', ',
      ${called('aggtransfn', 'sfunc')}, 'stype = ' || format_type(g.aggtranstype, null),
      case when g.aggtransspace > 0 then 'sspace = ' || g.aggtransspace end,
      ${called('aggfinalfn', 'finalfunc')},
      case when g.aggfinalextra then 'finalfunc_extra' end,
      case when g.aggfinalfn <> 0 then ${modify('aggfinalmodify', 'finalfunc_modify')} end,
      ${called('aggcombinefn', 'combinefunc')}, ${called('aggserialfn', 'serialfunc')},
      ${called('aggdeserialfn', 'deserialfunc')}, 'initcond = ' || quote_literal(g.agginitval),
      ${called('aggmtransfn', 'msfunc')}, ${called('aggminvtransfn', 'minvfunc')},
      case when g.aggmtranstype <> 0 then 'mstype = ' || format_type(g.aggmtranstype, null) end,
      case when g.aggmtransspace > 0 then 'msspace = ' || g.aggmtransspace end,
      ${called('aggmfinalfn', 'mfinalfunc')},
      case when g.aggmfinalextra then 'mfinalfunc_extra' end,
      case when g.aggmfinalfn <> 0 then ${modify('aggmfinalmodify', 'mfinalfunc_modify')} end,
      'minitcond = ' || quote_literal(g.aggminitval),
      (select format('sortop = operator(%I.%s)', so.nspname, o.oprname)
       from pg_operator o join pg_namespace so on so.oid = o.oprnamespace where o.oid = g.aggsortop),
      case p.proparallel when 's' then 'parallel = safe' when 'r' then 'parallel = restricted' end,
      case when g.aggkind = 'h' then 'hypothetical' end))`

const routinesQuery = /* SQL */ `
  select p.oid::int8::float8 as id,
    case when p.prokind = 'a' then ${aggregate} else rtrim(pg_get_functiondef(p.oid), chr(10)) end as statement
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  left join pg_aggregate g on g.aggfnoid = p.oid
  where p.oid = any ($1::oid[])`
