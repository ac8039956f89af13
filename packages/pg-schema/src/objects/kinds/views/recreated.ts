import type { Queryable } from '@basalt/engine'

import { DesignError } from '../../../designs/design.ts'
import { grantSteps } from '../../../designs/grants.ts'
import type { Step } from '../../../designs/steps.ts'
import { catalogStep, quoted } from '../../object-steps.ts'
import { listDependentObjects } from '../../related.ts'
import { describeQuery, trimQuery } from './query-columns.ts'
import { keptColumns, wantsNames } from './view-columns.ts'

type Relation = {
  /** Its name in SQL. */
  name: string
  keyword: 'view' | 'materialized view'
  /** The columns that stay: their names now and after it is created again. */
  columns: readonly (readonly [string, string])[]
}

/**
 * The steps that give a relation that is dropped and created again, under the same name, what was
 * attached to it besides its grants: comments of columns, defaults, rules, triggers, indexes, statistics.
 */
export async function attachedSteps(db: Queryable, relation: Relation): Promise<Step[]> {
  const { name, keyword, columns } = relation
  const renamed = JSON.stringify(columns.map(([was, is]) => ({ was, is })))
  const rows = await db.query<{ statement: string }>(attachedQuery, [name, keyword, renamed])
  return rows.map(({ statement }) => catalogStep([statement]))
}

/** The steps that give the relation all that it loses when it is dropped and created again. */
export const recreatedSteps = async (db: Queryable, relation: Relation): Promise<Step[]> => [
  ...(await grantSteps(db, {
    kind: 'relation',
    name: relation.name,
    subject: relation.name,
    columns: relation.columns,
  })),
  ...(await attachedSteps(db, relation)),
]

type Viewed = {
  schema: string
  name: string
  owner: string | null
  columns: readonly string[]
  query: string
}

/** The grants of a view for another one, whose columns may be others. */
export async function viewGrants(from: Viewed, to: Viewed, db: Queryable): Promise<Step[]> {
  const isSame = trimQuery(from.query) === trimQuery(to.query) && !wantsNames(from, to)
  const columns = isSame
    ? from.columns.map((name) => [name, name] as const)
    : keptColumns(from, to, await describeQuery(db, to.query))
  const { owner } = to
  return grantSteps(db, {
    kind: 'relation',
    name: quoted(from),
    subject: quoted(to),
    columns,
    owner,
  })
}

/** @throws DesignError at `query` with the objects that a drop of the relation would drop too. */
export async function refuseDependents(
  db: Queryable,
  { name, keyword }: Pick<Relation, 'name' | 'keyword'>,
): Promise<void> {
  const [found] = await db.query<{ id: number }>(
    'select to_regclass($1)::oid::int8::float8 as id',
    [name],
  )
  const dependents = await listDependentObjects(db, { catalog: 'pg_class' }, found?.id ?? 0)
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
    select c.oid, $1::text as name, $2::text as kind from pg_class c
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
  )
  select statement from (
    select 0 as place, lpad(attnum::text, 5, '0') as at, format('comment on column %s.%I is %L', relation.name, columns."is", d.description) as statement
    from relation, columns
    join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = columns.attrelid and d.objsubid = columns.attnum
    union all
    select 1, lpad(attnum::text, 5, '0'), format('alter view %s alter column %I set default %s', relation.name, columns."is",
      pg_get_expr(d.adbin, d.adrelid))
    from relation, columns
    join pg_attrdef d on d.adrelid = columns.attrelid and d.adnum = columns.attnum
    union all
    select 2, lpad(attnum::text, 5, '0'), format('alter %s %s alter column %I %s', relation.kind, relation.name, columns."is", option)
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
    select 3, relname, pg_get_indexdef(oid) from indexes
    union all
    select 4, relname, format('comment on index %s is %L', name, obj_description(oid, 'pg_class'))
    from indexes where obj_description(oid, 'pg_class') is not null
    union all
    select 5, indexes.relname || attnum, format('alter index %s alter column %s set statistics %s', indexes.name, attnum, attstattarget)
    from indexes join pg_attribute a on a.attrelid = indexes.oid where attstattarget >= 0
    union all
    select 6, relname, format('alter materialized view %s cluster on %I', relation.name, relname)
    from relation, indexes where indisclustered
    union all
    select 7, name, pg_get_statisticsobjdef(oid) from statistics
    union all
    select 8, name, format('alter statistics %s set statistics %s', name, stxstattarget)
    from statistics where stxstattarget >= 0
    union all
    select 9, name, format('comment on statistics %s is %L', name, obj_description(oid, 'pg_statistic_ext'))
    from statistics where obj_description(oid, 'pg_statistic_ext') is not null
    union all
    select 10, rulename, rtrim(pg_get_ruledef(r.oid), ';')
    from relation join pg_rewrite r on r.ev_class = relation.oid and r.rulename <> '_RETURN'
    union all
    select 11, rulename, format('comment on rule %I on %s is %L', rulename, relation.name, obj_description(r.oid, 'pg_rewrite'))
    from relation join pg_rewrite r on r.ev_class = relation.oid
    where obj_description(r.oid, 'pg_rewrite') is not null
    union all
    select 12, tgname, pg_get_triggerdef(t.oid)
    from relation join pg_trigger t on t.tgrelid = relation.oid and not t.tgisinternal
    union all
    select 13, tgname, format('comment on trigger %I on %s is %L', tgname, relation.name, obj_description(t.oid, 'pg_trigger'))
    from relation join pg_trigger t on t.tgrelid = relation.oid
    where obj_description(t.oid, 'pg_trigger') is not null
  ) attached
  order by place, at collate "C"`
