import type { Queryable } from '@basalt/engine'
import type { NameCatalog } from '@basalt/pg-model'

/**
 * Names that the connection's role may use: tables without any privilege, columns that it may
 * neither read nor write and functions that it may not call are left out.
 *
 * `version` is a hash of the answer; when it equals `known`, the catalog is null.
 */
export async function readNameCatalog(
  db: Queryable,
  { hidden, known }: { hidden: readonly string[]; known?: string | undefined },
): Promise<{ version: string; catalog: NameCatalog | null }> {
  const [row] = await db.query<{ version: string; catalog: string | null }>(
    `${visible}
    select version, case when version = $2 then null else catalog end as catalog
    from (select md5(catalog) as version, catalog from (${answer}) a) v`,
    [hidden, known ?? ''],
    { name: 'read-name-catalog' },
  )
  return {
    version: row?.version ?? '',
    // The output of the query below.
    catalog: typeof row?.catalog === 'string' ? (JSON.parse(row.catalog) as NameCatalog) : null,
  }
}

const maxRelations = 20_000

const visible = /* SQL */ `
  with spaces as materialized (
    select n.oid, n.nspname::text as name, n.nspname = any (current_schemas(true)) as is_in_path,
      n.nspname in ('pg_catalog', 'information_schema') as is_system
    from pg_namespace n
    where n.nspname <> all ($1)
      and n.nspname !~ '^pg_(toast|temp_|toast_temp_)'
      and has_schema_privilege(n.oid, 'usage')
  ),
  relations as materialized (
    select c.oid, s.name as schema, c.relname::text as name, c.relkind::text as kind, s.is_system,
      has_table_privilege(c.oid, 'select, insert, update') as is_whole
    from pg_class c
    join spaces s on s.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not c.relispartition
      and has_any_column_privilege(c.oid, 'select, insert, update, references')
    order by s.is_system, c.oid
    limit ${maxRelations}
  ),
  columns as materialized (
    select a.attrelid, json_agg(json_build_array(
      a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull::int,
      case when not r.is_system then d.description end
    ) order by a.attnum) as list
    from relations r
    join pg_attribute a on a.attrelid = r.oid
    left join pg_description d
      on d.classoid = 'pg_class'::regclass and d.objoid = r.oid and d.objsubid = a.attnum
    where a.attnum > 0 and not a.attisdropped
      and (r.is_whole or has_column_privilege(r.oid, a.attnum, 'select, insert, update, references'))
    group by a.attrelid
  ),
  internals as (
    select oid from pg_type where typname in ('internal', 'cstring')
    union all
    select oid from pg_type where typtype = 'p' and typname like '%\\_handler'
  ),
  functions as materialized (
    select p.oid, s.name as schema, p.proname::text as name, p.prokind::text as kind
    from pg_proc p
    join spaces s on s.oid = p.pronamespace
    where has_function_privilege(p.oid, 'execute')
      and p.prorettype not in (select oid from internals)
      and not exists (select from internals i where i.oid = any (p.proargtypes))
      and (not s.is_system or (
        p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
        and p.proname !~ '^(pg_stat_get|binary_upgrade|RI_FKey|_pg|pg_extension_config)'
        and not exists (select from pg_operator o where o.oprcode = p.oid)
        and not exists (select from pg_cast c where c.castfunc = p.oid and p.pronargs > 1)
        and not exists (select from pg_amproc a where a.amproc = p.oid)
        and not exists (select from pg_aggregate a where a.aggtransfn = p.oid or a.aggfinalfn = p.oid)
      ))
  )`

const answer = /* SQL */ `
  select json_build_object(
    'schemas', coalesce((
      select json_agg(json_build_array(name, is_in_path::int) order by is_system, name) from spaces
    ), '[]'),
    'relations', coalesce((
      select json_agg(json_build_array(
        r.schema, r.name, r.kind, d.description, coalesce(c.list, '[]')
      ) order by r.is_system, r.schema, r.name)
      from relations r left join columns c on c.attrelid = r.oid
      left join pg_description d
        on d.classoid = 'pg_class'::regclass and d.objoid = r.oid and d.objsubid = 0
    ), '[]'),
    'functions', coalesce((
      select json_agg(json_build_array(
        f.schema, f.name, pg_get_function_arguments(f.oid), pg_get_function_result(f.oid), f.kind,
        d.description
      ) order by f.schema, f.name, pg_get_function_arguments(f.oid))
      from functions f left join pg_description d
        on d.classoid = 'pg_proc'::regclass and d.objoid = f.oid and d.objsubid = 0
    ), '[]'),
    'types', coalesce((
      select json_agg(json_build_array(s.name, t.typname, (
        select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid
      )) order by s.name, t.typname)
      from pg_type t
      join spaces s on s.oid = t.typnamespace
      left join pg_class c on c.oid = t.typrelid
      where not s.is_system and (t.typtype in ('e', 'd') or c.relkind = 'c')
        and has_type_privilege(t.oid, 'usage')
    ), '[]'),
    'languages', coalesce((
      select json_agg(lanname order by lanname)
      from pg_language
      where has_language_privilege(oid, 'usage')
        and (lanpltrusted or (select rolsuper from pg_roles where rolname = current_user))
    ), '[]'),
    'foreign_keys', coalesce((
      select json_agg(json_build_array(
        a.schema, a.name, names.own, b.schema, b.name, names.other
      ) order by a.schema, a.name, k.conname)
      from pg_constraint k
      join relations a on a.oid = k.conrelid
      join relations b on b.oid = k.confrelid
      cross join lateral (
        select json_agg(x.attname order by p.place) as own, json_agg(y.attname order by p.place) as other
        from unnest(k.conkey, k.confkey) with ordinality p (own, other, place)
        join pg_attribute x on x.attrelid = k.conrelid and x.attnum = p.own
        join pg_attribute y on y.attrelid = k.confrelid and y.attnum = p.other
      ) names
      where k.contype = 'f' and k.conparentid = 0
        and (a.is_whole or not exists (
          select from unnest(k.conkey) n where not has_column_privilege(a.oid, n, 'select, insert, update, references')
        ))
        and (b.is_whole or not exists (
          select from unnest(k.confkey) n where not has_column_privilege(b.oid, n, 'select, insert, update, references')
        ))
    ), '[]')
  )::text as catalog`
