import type { Queryable } from '@basalt/engine'

import type { NodeKind } from './graph.ts'
import { own } from './own-objects.ts'

/** Schema objects other than relations, types and routines. */
type ObjectKind = Exclude<NodeKind, 'relation' | 'type' | 'routine'>

type Made = { id: number; statement: string }

/** The statements that create the objects of a kind, by id, each followed by its comment. */
export async function objectStatements(
  tx: Queryable,
  kind: ObjectKind,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<Made>(queries[kind], [ids])
  return new Map(rows.map(({ id, statement }) => [id, statement]))
}

/** A comment on a catalog object, as a separate statement after its creation. */
const commented = (catalog: string, subject: string) => /* SQL */ `
  coalesce((
    select format(E';\\ncomment on %s is %L', ${subject}, d.description)
    from pg_description d where d.classoid = '${catalog}'::regclass and d.objoid = x.oid and d.objsubid = 0
  ), '')`

const collation = /* SQL */ `
  select x.oid::int8::float8 as id, format('create collation %I.%I (%s)', n.nspname, x.collname, concat_ws(', ',
      'provider = ' || case x.collprovider when 'i' then 'icu' when 'b' then 'builtin' else 'libc' end,
      -- PostgreSQL calls it by another name in each of its versions.
      'locale = ' || quote_literal(coalesce(row ->> 'colllocale', row ->> 'colliculocale')),
      case when x.collprovider = 'c' then format('lc_collate = %L, lc_ctype = %L', x.collcollate, x.collctype) end,
      case when not x.collisdeterministic then 'deterministic = false' end,
      'rules = ' || quote_literal(row ->> 'collicurules')))
    || ${commented('pg_collation', "format('collation %I.%I', n.nspname, x.collname)")} as statement
  from pg_collation x join pg_namespace n on n.oid = x.collnamespace
  cross join lateral to_jsonb(x) as row
  where x.oid = any ($1::oid[])`

const operatorType = (column: string) => /* SQL */ `
  case when x.${column} <> 0 then format_type(x.${column}, null) end`

const otherOperator = (column: string) => /* SQL */ `
  (select format('operator(%I.%s)', on_.nspname, o.oprname)
   from pg_operator o join pg_namespace on_ on on_.oid = o.oprnamespace where o.oid = x.${column})`

const operator = /* SQL */ `
  select x.oid::int8::float8 as id, format('create operator %I.%s (%s)', n.nspname, x.oprname, concat_ws(', ',
      'function = ' || (select format('%I.%I', pn.nspname, p.proname)
        from pg_proc p join pg_namespace pn on pn.oid = p.pronamespace where p.oid = x.oprcode),
      'leftarg = ' || ${operatorType('oprleft')},
      'rightarg = ' || ${operatorType('oprright')},
      'commutator = ' || ${otherOperator('oprcom')},
      'negator = ' || ${otherOperator('oprnegate')},
      case when x.oprrest <> 0 then 'restrict = ' || x.oprrest::regproc end,
      case when x.oprjoin <> 0 then 'join = ' || x.oprjoin::regproc end,
      case when x.oprcanhash then 'hashes' end,
      case when x.oprcanmerge then 'merges' end))
    || ${commented('pg_operator', "format('operator %I.%s (%s, %s)', n.nspname, x.oprname, coalesce(format_type(nullif(x.oprleft, 0), null), 'none'), format_type(x.oprright, null))")} as statement
  from pg_operator x join pg_namespace n on n.oid = x.oprnamespace
  where x.oid = any ($1::oid[])`

const dictionary = /* SQL */ `
  select x.oid::int8::float8 as id,
    format('create text search dictionary %I.%I (template = %I.%I%s)', n.nspname, x.dictname, tn.nspname, t.tmplname,
      coalesce(', ' || x.dictinitoption, ''))
    || ${commented('pg_ts_dict', "format('text search dictionary %I.%I', n.nspname, x.dictname)")} as statement
  from pg_ts_dict x join pg_namespace n on n.oid = x.dictnamespace
  join pg_ts_template t on t.oid = x.dicttemplate join pg_namespace tn on tn.oid = t.tmplnamespace
  where x.oid = any ($1::oid[])`

const configuration = /* SQL */ `
  select x.oid::int8::float8 as id,
    format('create text search configuration %I.%I (parser = %I.%I)', n.nspname, x.cfgname, pn.nspname, p.prsname)
    || coalesce((
      select string_agg(format(E';\\nalter text search configuration %I.%I add mapping for %I with %s',
        n.nspname, x.cfgname, token.alias, mapped.dictionaries), '' order by token.tokid)
      from (
        select m.maptokentype, string_agg(format('%I.%I', dn.nspname, d.dictname), ', ' order by m.mapseqno) as dictionaries
        from pg_ts_config_map m join pg_ts_dict d on d.oid = m.mapdict join pg_namespace dn on dn.oid = d.dictnamespace
        where m.mapcfg = x.oid group by m.maptokentype
      ) mapped
      join ts_token_type(x.cfgparser) token on token.tokid = mapped.maptokentype
    ), '')
    || ${commented('pg_ts_config', "format('text search configuration %I.%I', n.nspname, x.cfgname)")} as statement
  from pg_ts_config x join pg_namespace n on n.oid = x.cfgnamespace
  join pg_ts_parser p on p.oid = x.cfgparser join pg_namespace pn on pn.oid = p.prsnamespace
  where x.oid = any ($1::oid[])`

const castSql = /* SQL */ `
  select x.oid::int8::float8 as id,
    format('create cast (%s as %s) %s%s', format_type(x.castsource, null), format_type(x.casttarget, null),
      case x.castmethod when 'i' then 'with inout' when 'b' then 'without function'
        else 'with function ' || x.castfunc::regprocedure end,
      case x.castcontext when 'i' then ' as implicit' when 'a' then ' as assignment' else '' end)
    || ${commented('pg_cast', "format('cast (%s as %s)', format_type(x.castsource, null), format_type(x.casttarget, null))")} as statement
  from pg_cast x where x.oid = any ($1::oid[])`

const queries: Readonly<Record<ObjectKind, string>> = {
  collation,
  operator,
  dictionary,
  configuration,
  cast: castSql,
}

/** The objects of the schemas $1; of a cast, where one of its types is there. */
export const objectSeeds = /* SQL */ `
  select 'collation' as kind, x.oid::int8::float8 as id
  from pg_collation x join pg_namespace n on n.oid = x.collnamespace
  where n.nspname = any ($1::text[]) and ${own('pg_collation', 'x')}
  union all
  select 'operator', x.oid::int8::float8
  from pg_operator x join pg_namespace n on n.oid = x.oprnamespace
  -- One that is only named by another has no function.
  where n.nspname = any ($1::text[]) and x.oprcode <> 0 and ${own('pg_operator', 'x')}
  union all
  select 'dictionary', x.oid::int8::float8
  from pg_ts_dict x join pg_namespace n on n.oid = x.dictnamespace
  where n.nspname = any ($1::text[]) and ${own('pg_ts_dict', 'x')}
  union all
  select 'configuration', x.oid::int8::float8
  from pg_ts_config x join pg_namespace n on n.oid = x.cfgnamespace
  where n.nspname = any ($1::text[]) and ${own('pg_ts_config', 'x')}
  union all
  select distinct 'cast', x.oid::int8::float8
  from pg_cast x join pg_type t on t.oid in (x.castsource, x.casttarget) join pg_namespace n on n.oid = t.typnamespace
  where n.nspname = any ($1::text[]) and ${own('pg_cast', 'x')}
    -- A range brings its cast along.
    and not exists (
      select from pg_depend i where i.classid = 'pg_cast'::regclass and i.objid = x.oid and i.deptype = 'i'
    )`

/** Objects of the schemas that only a superuser can create, as text. */
export async function listOmitted(tx: Queryable, schemas: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(omitted, [schemas])
  return rows.map(({ name }) => name)
}

const omitted = /* SQL */ `
  select pg_describe_object(made.classid, made.oid, 0) as name
  from (
    select 'pg_opclass'::regclass as classid, x.oid, x.opcnamespace as namespace from pg_opclass x
    union all
    select 'pg_opfamily'::regclass, x.oid, x.opfnamespace from pg_opfamily x
    where not exists (select from pg_opclass c where c.opcfamily = x.oid)
    union all
    select 'pg_ts_parser'::regclass, x.oid, x.prsnamespace from pg_ts_parser x
    union all
    select 'pg_ts_template'::regclass, x.oid, x.tmplnamespace from pg_ts_template x
  ) made
  join pg_namespace n on n.oid = made.namespace
  where n.nspname = any ($1::text[]) and not exists (
    select from pg_depend e where e.classid = made.classid and e.objid = made.oid and e.deptype = 'e'
  )
  order by 1`
