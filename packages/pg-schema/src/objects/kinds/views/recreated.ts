import type { Queryable } from '@basalt/engine'

import { DesignError } from '../../../designs/design.ts'
import type { Step } from '../../../designs/steps.ts'
import { catalogStep } from '../../object-steps.ts'
import { listDependentObjects } from '../../related.ts'

type Relation = {
  /** Its name in SQL. */
  name: string
  keyword: 'view' | 'materialized view'
  /** The columns that stay: their names now and after it is created again. */
  columns: readonly (readonly [string, string])[]
}

/**
 * The steps that give a relation that is dropped and created again, under the same name, what was
 * attached to it: grants, comments of columns, defaults, rules, triggers, indexes, statistics.
 *
 * @throws DesignError at `query` with the objects that depend on it, which a drop would drop too.
 */
export async function attachedSteps(db: Queryable, relation: Relation): Promise<Step[]> {
  const { name, keyword, columns } = relation
  const [found] = await db.query<{ id: number }>(
    'select to_regclass($1)::oid::int8::float8 as id',
    [name],
  )
  await refuseDependents(db, found?.id ?? 0, keyword)
  const renamed = JSON.stringify(columns.map(([was, is]) => ({ was, is })))
  const rows = await db.query<{ statement: string }>(attachedQuery, [name, keyword, renamed])
  return rows.map(({ statement }) => catalogStep([statement]))
}

async function refuseDependents(
  db: Queryable,
  id: number,
  keyword: Relation['keyword'],
): Promise<void> {
  const dependents = await listDependentObjects(db, { catalog: 'pg_class' }, id)
  if (dependents.length === 0) return
  const shown = dependents.slice(0, 5).map(({ description }) => description)
  const more = dependents.length - shown.length
  throw new DesignError({
    query: `${limits[keyword]} This query needs a new ${keyword}, which these objects prevent: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Drop them first.`,
  })
}

const limits = {
  view: 'PostgreSQL can replace the query of a view when it keeps the names, types and order of its columns; new ones come last.',
  'materialized view': 'PostgreSQL cannot replace the query of a materialized view.',
} as const

/** $1 is the name in SQL, $2 the kind, $3 the columns that stay. */
const attachedQuery = /* SQL */ `
  with relation as (
    select c.oid, c.relowner, c.relacl, $1::text as name, $2::text as kind from pg_class c
    where c.oid = to_regclass($1)
  ), columns as (
    select a.*, kept."is" from relation
    join pg_attribute a on a.attrelid = relation.oid
    join json_to_recordset($3::json) kept (was text, "is" text) on kept.was = a.attname
  ), indexes as (
    select i.indexrelid as oid, i.indisclustered, format('%I.%I', n.nspname, c.relname) as name,
      c.relname
    from relation
    join pg_index i on i.indrelid = relation.oid
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
  ), statistics as (
    select s.*, format('%I.%I', n.nspname, s.stxname) as name from relation
    join pg_statistic_ext s on s.stxrelid = relation.oid
    join pg_namespace n on n.oid = s.stxnamespace
  ), privileges as (
    -- Those of the owner come with the relation, unless some were revoked.
    select a.*, coalesce(quote_ident(r.rolname), 'public') as role
    from relation, aclexplode(coalesce(relacl, acldefault('r', relowner))) a
    left join pg_roles r on r.oid = a.grantee
    where r.oid is not null or a.grantee = 0
  ), complete as (
    select not exists (
      select from aclexplode(acldefault('r', relowner)) a
      where not exists (
        select from privileges p where p.grantee = relowner and p.privilege_type = a.privilege_type
      )
    ) as is_owner
    from relation
  ), revoked as (
    -- Default privileges grant these roles something on each new relation.
    select distinct quote_ident(r.rolname) as role
    from pg_default_acl d, aclexplode(d.defaclacl) a join pg_roles r on r.oid = a.grantee, relation
    where d.defaclobjtype = 'r' and a.grantee <> relation.relowner
    union
    select 'public' from pg_default_acl d, aclexplode(d.defaclacl) a
    where d.defaclobjtype = 'r' and a.grantee = 0
    union
    select quote_ident(pg_get_userbyid(relowner)) from relation, complete where not is_owner
  )
  select statement from (
    select 0 as place, '' as at, format('revoke all on %s from %s', relation.name, revoked.role) as statement
    from relation, revoked
    union all
    select 1, role, format('grant %s on %s to %s%s', string_agg(p.privilege_type, ', ' order by p.privilege_type),
      relation.name, role, case when p.is_grantable then ' with grant option' else '' end)
    from relation, complete,
      (select distinct grantee, role, privilege_type, is_grantable from privileges) p
    where p.grantee <> relation.relowner or not complete.is_owner
    group by relation.name, role, p.is_grantable
    union all
    select 2, lpad(attnum::text, 5, '0'), format('grant %s (%I) on %s to %s%s', a.privilege_type, columns."is",
      relation.name, coalesce(quote_ident(r.rolname), 'public'),
      case when a.is_grantable then ' with grant option' else '' end)
    from relation, columns, aclexplode(columns.attacl) a left join pg_roles r on r.oid = a.grantee
    union all
    select 3, lpad(attnum::text, 5, '0'), format('comment on column %s.%I is %L', relation.name, columns."is", d.description)
    from relation, columns
    join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = columns.attrelid and d.objsubid = columns.attnum
    union all
    select 4, lpad(attnum::text, 5, '0'), format('alter view %s alter column %I set default %s', relation.name, columns."is",
      pg_get_expr(d.adbin, d.adrelid))
    from relation, columns
    join pg_attrdef d on d.adrelid = columns.attrelid and d.adnum = columns.attnum
    union all
    select 5, lpad(attnum::text, 5, '0'), format('alter %s %s alter column %I %s', relation.kind, relation.name, columns."is", option)
    from relation, columns, pg_type t,
      lateral (
        select format('set statistics %s', attstattarget) where attstattarget >= 0
        union all
        select format('set (%s)', array_to_string(attoptions, ', ')) where attoptions is not null
        union all
        select format('set storage %s', case attstorage when 'p' then 'plain' when 'e' then 'external'
          when 'm' then 'main' else 'extended' end)
        where attstorage <> t.typstorage
        union all
        select format('set compression %s', case attcompression when 'p' then 'pglz' else 'lz4' end)
        where attcompression <> ''
      ) made (option)
    where relation.kind = 'materialized view' and t.oid = columns.atttypid
    union all
    select 6, relname, pg_get_indexdef(oid) from indexes
    union all
    select 7, relname, format('comment on index %s is %L', name, obj_description(oid, 'pg_class'))
    from indexes where obj_description(oid, 'pg_class') is not null
    union all
    select 8, indexes.relname || attnum, format('alter index %s alter column %s set statistics %s', indexes.name, attnum, attstattarget)
    from indexes join pg_attribute a on a.attrelid = indexes.oid where attstattarget >= 0
    union all
    select 9, relname, format('alter materialized view %s cluster on %I', relation.name, relname)
    from relation, indexes where indisclustered
    union all
    select 10, name, pg_get_statisticsobjdef(oid) from statistics
    union all
    select 11, name, format('alter statistics %s set statistics %s', name, stxstattarget)
    from statistics where stxstattarget >= 0
    union all
    select 12, name, format('comment on statistics %s is %L', name, obj_description(oid, 'pg_statistic_ext'))
    from statistics where obj_description(oid, 'pg_statistic_ext') is not null
    union all
    select 13, rulename, rtrim(pg_get_ruledef(r.oid), ';')
    from relation join pg_rewrite r on r.ev_class = relation.oid and r.rulename <> '_RETURN'
    union all
    select 14, rulename, format('comment on rule %I on %s is %L', rulename, relation.name, obj_description(r.oid, 'pg_rewrite'))
    from relation join pg_rewrite r on r.ev_class = relation.oid
    where obj_description(r.oid, 'pg_rewrite') is not null
    union all
    select 15, tgname, pg_get_triggerdef(t.oid)
    from relation join pg_trigger t on t.tgrelid = relation.oid and not t.tgisinternal
    union all
    select 16, tgname, format('comment on trigger %I on %s is %L', tgname, relation.name, obj_description(t.oid, 'pg_trigger'))
    from relation join pg_trigger t on t.tgrelid = relation.oid
    where obj_description(t.oid, 'pg_trigger') is not null
  ) attached
  order by place, at collate "C"`
