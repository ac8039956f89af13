import type { Queryable } from '@basalt/engine'
import type { MaterializedViewDesign } from '@basalt/pg-model'
import { quoteLiteral } from '@basalt/pg-sql'

import {
  columnList,
  type Fragment,
  joined,
  piece,
  type Step,
  step,
} from '../../../designs/steps.ts'
import type { ObjectKind } from '../../object-kind.ts'
import {
  catalogStep,
  commentSteps,
  moveSteps,
  namedPieces,
  ownerSteps,
  quoted,
} from '../../object-steps.ts'
import { describeQuery, queryCheck, trimQuery } from './query-columns.ts'
import { attachedSteps, recreatedSteps, refuseDependents, viewGrants } from './recreated.ts'
import { columnNames, keptColumns, renameSteps, viewText, wantsNames } from './view-columns.ts'

const all = /* SQL */ `
  select c.oid as id, n.nspname::text as schema, c.relname::text as name, c.relowner as owner,
    c.relispopulated as is_populated
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'm'`

/** Those that REFRESH CONCURRENTLY can use, as PostgreSQL decides it. */
const isUsable = /* SQL */ `
  i.indisunique and i.indimmediate and i.indisvalid and i.indpred is null
    and i.indexprs is null and i.indnatts > 0`

const detail = /* SQL */ `
  page.is_populated, pg_total_relation_size(page.id)::float8 as size_bytes,
  (
    select coalesce(json_agg(json_build_object(
      'id', x.oid::int8::float8, 'name', x.relname, 'sql', pg_get_indexdef(x.oid), 'size_bytes', pg_relation_size(x.oid)
    ) order by x.relname), '[]')
    from pg_index i join pg_class x on x.oid = i.indexrelid
    where i.indrelid = page.id
  ) as indexes,
  case
    when not page.is_populated then 'It has no rows yet: the first refresh blocks reads'
    when not exists (select from pg_index i where i.indrelid = page.id and ${isUsable})
      then 'Requires a unique index on plain columns, without a condition'
  end as concurrent_obstacle`

const storage = (options: string, prefix = '') => /* SQL */ `
  select '${prefix}' || o.option_name as name, o.option_value as value
  from pg_options_to_table(${options}) o`

const design = /* SQL */ `
  select json_build_object(
    'schema', n.nspname, 'name', c.relname, 'owner', pg_get_userbyid(c.relowner),
    'comment', obj_description(c.oid, 'pg_class'),
    'columns', ${columnNames}, 'query', ${viewText}, 'with_data', c.relispopulated,
    'storage', (
      select coalesce(json_agg(o order by o.name), '[]') from (
        ${storage('c.reloptions')} union all ${storage('toast.reloptions', 'toast.')}
      ) o
    )
  ) as design
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_class toast on toast.oid = c.reltoastrelid
  where c.oid = $1::oid and c.relkind = 'm'`

type Storage = MaterializedViewDesign['storage'][number]

const storagePieces = ({ name, value }: Storage, at: number): Fragment => [
  piece(name, `storage.${at}.name`),
  ' = ',
  piece(quoteLiteral(value), `storage.${at}.value`),
]

const storageList = (parts: readonly Fragment[]): Fragment => ['(', ...joined(parts, ', '), ')']

/** The query runs, and its rows are written. */
const runStep = (fragment: Fragment, view: MaterializedViewDesign, sizeBytes: number): Step =>
  step(fragment, {
    lock: 'ACCESS EXCLUSIVE',
    table: `${view.schema}.${view.name}`,
    work: 'rewrite',
    reason: 'Runs its query and writes all rows',
    safer: null,
    sizeBytes,
  })

function create(to: MaterializedViewDesign, sizeBytes = 0): Step[] {
  const fragment: Fragment = [
    'create materialized view ',
    ...namedPieces(to),
    ...(to.columns.length === 0 ? [] : [' ', piece(columnList(to.columns), 'columns')]),
    ...(to.storage.length === 0 ? [] : [' with ', ...storageList(to.storage.map(storagePieces))]),
    ' as\n',
    piece(trimQuery(to.query), 'query'),
    `\nwith ${to.with_data ? '' : 'no '}data`,
  ]
  return [
    to.with_data ? runStep(fragment, to, sizeBytes) : catalogStep(fragment),
    ...ownerSteps(`materialized view ${quoted(to)}`, null, to.owner),
    ...commentSteps(`materialized view ${quoted(to)}`, null, to.comment),
  ]
}

const drop = (view: MaterializedViewDesign, cascade = false): Step[] => [
  catalogStep([`drop materialized view ${quoted(view)}${cascade ? ' cascade' : ''}`]),
]

async function alter(
  from: MaterializedViewDesign,
  to: MaterializedViewDesign,
  db: Queryable,
): Promise<Step[]> {
  const subject = `materialized view ${quoted(to)}`
  const isReplaced = trimQuery(from.query) !== trimQuery(to.query)
  return [
    ...(isReplaced
      ? await replaceSteps(from, to, db)
      : [
          ...renameSteps('materialized view', from, to.columns),
          ...storageSteps(from, to),
          ...dataSteps(from, to, await getSize(db, from)),
        ]),
    ...moveSteps('materialized view', from, to),
    ...ownerSteps(subject, from.owner, to.owner),
    ...commentSteps(subject, from.comment, to.comment),
  ]
}

/** Steps for another query; the view keeps its name, owner and comment. */
async function replaceSteps(
  from: MaterializedViewDesign,
  to: MaterializedViewDesign,
  db: Queryable,
): Promise<Step[]> {
  const { schema, name, owner, comment } = from
  const columns = keptColumns(from, to, await describeQuery(db, to.query))
  const relation = { name: quoted(from), keyword: 'materialized view' } as const
  await refuseDependents(db, relation)
  const attached = await recreatedSteps(db, { ...relation, columns })
  const here = { ...to, schema, name, owner, comment }
  return [
    catalogStep([
      '-- PostgreSQL cannot replace the query of a materialized view:\n',
      '-- it is dropped and created again, with its grants, comments and indexes.\n',
      `drop materialized view ${quoted(from)}`,
    ]),
    ...create(
      { ...here, columns: wantsNames(from, to) ? to.columns : [] },
      await getSize(db, from),
    ),
    ...attached,
  ]
}

async function getSize(db: Queryable, view: MaterializedViewDesign): Promise<number> {
  const [found] = await db.query<{ size: number | null }>(
    'select pg_total_relation_size(to_regclass($1))::float8 as size',
    [quoted(view)],
  )
  return found?.size ?? 0
}

function storageSteps(from: MaterializedViewDesign, to: MaterializedViewDesign): Step[] {
  const before = new Map(from.storage.map(({ name, value }) => [name, value]))
  const names = new Set(to.storage.map(({ name }) => name))
  const set = to.storage.flatMap((one, at) =>
    before.get(one.name) === one.value ? [] : [storagePieces(one, at)],
  )
  const reset = [...before.keys()].filter((name) => !names.has(name))
  const subject = `alter materialized view ${quoted(from)}`
  return [
    ...(set.length === 0 ? [] : [catalogStep([`${subject} set `, ...storageList(set)])]),
    ...(reset.length === 0 ? [] : [catalogStep([`${subject} reset (${reset.join(', ')})`])]),
  ]
}

function dataSteps(
  from: MaterializedViewDesign,
  to: MaterializedViewDesign,
  sizeBytes: number,
): Step[] {
  if (from.with_data === to.with_data) return []
  const sql = `refresh materialized view ${quoted(from)}`
  return [to.with_data ? runStep([sql], from, sizeBytes) : catalogStep([`${sql} with no data`])]
}

export const materializedViews: ObjectKind<MaterializedViewDesign> = {
  kind: 'materialized-views',
  noun: 'materialized view',
  catalog: 'pg_class',
  list: { all, detail: { columns: detail }, sortTypes: { is_populated: 'boolean' } },
  design,
  create: (to) => create(to),
  // The query names the columns as it is read back.
  define: (view) => create({ ...view, columns: [] }),
  alter,
  grants: viewGrants,
  attached: (view, db) =>
    attachedSteps(db, {
      name: quoted(view),
      keyword: 'materialized view',
      columns: view.columns.map((name) => [name, name] as const),
    }),
  checks: queryCheck,
  drop: (view, { cascade }) => drop(view, cascade),
}
