/** Aggregates and window functions are left out. */
export const all = /* SQL */ `
  select p.oid as id, n.nspname::text as schema, p.proname::text as name, p.proowner as owner,
    l.lanname::text as language,
    case p.prokind when 'p' then 'procedure' else 'function' end as kind,
    case when p.prosecdef then 'definer' else 'invoker' end as security
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  left join pg_language l on l.oid = p.prolang
  where p.prokind in ('f', 'p')`

export const detail = {
  columns: /* SQL */ `
    pg_get_function_arguments(page.id) as arguments, pg_get_function_result(page.id) as returns,
    page.language, page.kind, page.security,
    array(
      select case a.grantee when 0 then 'PUBLIC' else pg_get_userbyid(a.grantee) end
      from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where p.oid = page.id order by 1
    ) as executors`,
}

/** Numbers of arguments count from 1 in `pg_get_function_arg_default`. */
const argumentList = /* SQL */ `
  select coalesce(json_agg(json_build_object(
    'mode', case coalesce(a.mode, 'i')
      when 'i' then 'in' when 'o' then 'out' when 'b' then 'inout' when 'v' then 'variadic'
      else 'table' end,
    'name', coalesce(a.name, ''),
    'type', format_type(a.type, null),
    'default', pg_get_function_arg_default(p.oid, a.at::int)
  ) order by a.at), '[]')
  from unnest(
    coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes::text[], p.proargnames
  ) with ordinality a (type, mode, name, at)
  where a.type is not null`

/** PostgreSQL keeps an empty list as "", which SQL does not accept. */
const settingList = /* SQL */ `
  select coalesce(json_agg(json_build_object(
    'name', split_part(s.text, '=', 1),
    'value', case when substr(s.text, strpos(s.text, '=') + 1) = '""' then ''
      else substr(s.text, strpos(s.text, '=') + 1) end
  ) order by s.at), '[]')
  from unnest(p.proconfig) with ordinality s (text, at)`

/** Functions with output arguments and no SETOF have their type from the arguments. */
const returns = /* SQL */ `
  case when p.prokind = 'p' or 't' = any (p.proargmodes) then null
    when not p.proretset and p.proargmodes && array['o', 'b']::"char"[] then null
    else pg_get_function_result(p.oid) end`

export const design = /* SQL */ `
  select json_build_object(
    'schema', n.nspname, 'name', p.proname, 'owner', pg_get_userbyid(p.proowner),
    'comment', obj_description(p.oid, 'pg_proc'),
    'kind', case p.prokind when 'p' then 'procedure' else 'function' end,
    'arguments', (${argumentList}), 'returns', ${returns},
    'language', l.lanname,
    'volatility', case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
    'strict', p.proisstrict, 'security_definer', p.prosecdef, 'leakproof', p.proleakproof,
    'parallel', case p.proparallel when 's' then 'safe' when 'r' then 'restricted' else 'unsafe' end,
    'cost', p.procost::text, 'rows', case when p.proretset then p.prorows::text else '' end,
    'support', (
      select format('%I.%I', sn.nspname, s.proname)
      from pg_proc s join pg_namespace sn on sn.oid = s.pronamespace
      where s.oid = p.prosupport
    ),
    'transforms', (
      select coalesce(json_agg(format_type(x.type, null) order by x.at), '[]')
      from unnest(p.protrftypes) with ordinality x (type, at)
    ),
    'settings', (${settingList}),
    'body_style', case when p.prosqlbody is null then 'text' else 'sql' end,
    'body', coalesce(pg_get_function_sqlbody(p.oid), p.prosrc)
  ) as design
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_language l on l.oid = p.prolang
  where p.oid = $1::oid and p.prokind in ('f', 'p')`
