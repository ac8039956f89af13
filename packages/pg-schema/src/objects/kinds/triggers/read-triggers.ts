const enabled = /* SQL */ `
  case t.tgenabled when 'O' then 'origin' when 'A' then 'always' when 'R' then 'replica'
    else 'disabled' end`

/** Triggers of constraints and the copies on partitions are parts of others, so they are left out. */
export const all = /* SQL */ `
  select t.oid as id, n.nspname::text as schema, t.tgname::text as name, null::oid as owner,
    c.relname::text as "table", format('%I.%I', pn.nspname, p.proname) as function,
    ${enabled} as enabled, t.tgtype as type, c.relkind as relkind
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_proc p on p.oid = t.tgfoid
  join pg_namespace pn on pn.oid = p.pronamespace
  where not t.tgisinternal and t.tgparentid = 0`

const timing = (type: string) => /* SQL */ `
  case when ${type} & 2 <> 0 then 'before' when ${type} & 64 <> 0 then 'instead of' else 'after' end`

const events = (type: string) => /* SQL */ `array_remove(array[
  case when ${type} & 4 <> 0 then 'insert' end, case when ${type} & 16 <> 0 then 'update' end,
  case when ${type} & 8 <> 0 then 'delete' end, case when ${type} & 32 <> 0 then 'truncate' end
], null)`

/** On the partitions of its table, at every depth. */
const copies = /* SQL */ `
  case when page.relkind = 'p' then (
    with recursive copies as (
      select t.* from pg_trigger t where t.tgparentid = page.id
      union all
      select t.* from copies join pg_trigger t on t.tgparentid = copies.oid
    )
    select coalesce(json_agg(json_build_object(
      'table', format('%I.%I', cn.nspname, c.relname), 'table_id', c.oid::int8::float8,
      'enabled', ${enabled}
    ) order by cn.nspname, c.relname), '[]')
    from copies t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace cn on cn.oid = c.relnamespace
  ) else '[]' end`

export const detail = {
  columns: /* SQL */ `
    page."table", page.function, page.enabled,
    ${timing('page.type')} || ' ' || array_to_string(${events('page.type')}, ', ') as events,
    ${copies} as copies`,
}

/** The arguments end with a zero byte each, and no text can contain one. */
const argumentList = /* SQL */ `
  select coalesce(json_agg(
    convert_from(decode(replace(a.bytes, ' ', ''), 'hex'), getdatabaseencoding()) order by a.at
  ), '[]')
  from unnest(string_to_array(regexp_replace(encode(t.tgargs, 'hex'), '(..)', '\\1 ', 'g'), '00 '))
    with ordinality a (bytes, at)
  where a.at <= t.tgnargs`

const columnList = /* SQL */ `
  select coalesce(json_agg(a.attname order by k.at), '[]')
  from unnest(t.tgattr::int2[]) with ordinality k (attnum, at)
  join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = k.attnum`

/** The condition stands in no other form: pg_get_expr takes expressions over one relation only. */
const condition = /* SQL */ `
  case when t.tgqual is not null then substring(
    pg_get_triggerdef(t.oid, true) from 'FOR EACH (?:ROW|STATEMENT) WHEN \\((.*)\\) EXECUTE FUNCTION '
  ) end`

export const design = /* SQL */ `
  select json_build_object(
    'schema', n.nspname, 'table', c.relname, 'name', t.tgname,
    'comment', obj_description(t.oid, 'pg_trigger'),
    'timing', ${timing('t.tgtype')}, 'events', ${events('t.tgtype')},
    'columns', (${columnList}),
    'level', case when t.tgtype & 1 <> 0 then 'row' else 'statement' end,
    'when', ${condition},
    'function', format('%I.%I', pn.nspname, p.proname), 'arguments', (${argumentList}),
    'old_table', t.tgoldtable, 'new_table', t.tgnewtable,
    'is_constraint', t.tgconstraint <> 0,
    'deferrable', case when t.tginitdeferred then 'deferred' when t.tgdeferrable then 'immediate' else 'no' end,
    'referenced', (
      select format('%I.%I', rn.nspname, r.relname)
      from pg_class r join pg_namespace rn on rn.oid = r.relnamespace where r.oid = t.tgconstrrelid
    ),
    'enabled', ${enabled}
  ) as design
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_proc p on p.oid = t.tgfoid
  join pg_namespace pn on pn.oid = p.pronamespace
  where t.oid = $1::oid and not t.tgisinternal`
