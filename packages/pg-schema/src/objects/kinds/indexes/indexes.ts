import type { ProjectDatabase, Queryable } from '@basalt/engine'
import type { IndexDefinition } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from '../../../designs/design.ts'
import { alone, type Fragment, piece, type Step, step, tableName } from '../../../designs/steps.ts'
import type { DropOptions, ObjectKind } from '../../object-kind.ts'
import { catalogStep, commentSteps, quoted } from '../../object-steps.ts'
import { buildStep, finishSteps, planIndexBuild } from './build-plan.ts'
import { parameterList } from './index-sql.ts'
import { readIndexedTable } from './indexed-table.ts'
import { all, design, detail, keptReason } from './read-indexes.ts'
import { statisticsSteps } from './statistics-steps.ts'

async function create(to: IndexDefinition, db: Queryable): Promise<Step[]> {
  if (to.concurrently) {
    const { parts, finish } = await planIndexBuild(db, to)
    return [...parts.map(({ build }) => build), ...finish]
  }
  const { size_bytes } = await readIndexedTable(db, to)
  return [buildStep(to, { table: to, size_bytes, concurrently: false }), ...finishSteps(to)]
}

function alter(from: IndexDefinition, to: IndexDefinition): Step[] {
  refuseOthers(from, to)
  const renamed: Step[] =
    from.name === to.name
      ? []
      : [
          catalogStep([
            `alter index ${quoted(from)} rename to `,
            piece(quoteIdent(to.name), 'name'),
          ]),
        ]
  return [
    ...renamed,
    ...parameterSteps(from, to),
    ...statisticsSteps(from, to),
    ...commentSteps(`index ${quoted(to)}`, from.comment, to.comment),
  ]
}

function parameterSteps(from: IndexDefinition, to: IndexDefinition): Step[] {
  const before = new Map(from.parameters.map(({ name, value }) => [name, value]))
  const remaining = new Set(to.parameters.map(({ name }) => name))
  const changed = to.parameters.filter(({ name, value }) => before.get(name) !== value)
  const removed = [...before.keys()].filter((name) => !remaining.has(name))
  const steps = [
    ...(changed.length === 0 ? [] : [`set ${parameterList(changed)}`]),
    ...(removed.length === 0 ? [] : [`reset (${removed.join(', ')})`]),
  ]
  return steps.map((change) =>
    catalogStep([`alter index ${quoted(to)} `, piece(change, 'parameters')]),
  )
}

/** The attributes that PostgreSQL can change; the statistics targets of the keys too. */
const changeable: ReadonlySet<string> = new Set(['name', 'comment', 'parameters', 'statistics'])

const fixed =
  'PostgreSQL cannot change this: duplicate the index with the change, then drop this one'

function refuseOthers(from: IndexDefinition, to: IndexDefinition): void {
  const write = (value: unknown) =>
    JSON.stringify(value, (key, part: unknown) => (changeable.has(key) ? undefined : part))
  const names = Object.keys(to) as (keyof IndexDefinition)[]
  const others = names.filter(
    (name) => !changeable.has(name) && write(from[name]) !== write(to[name]),
  )
  if (others.length > 0)
    throw new DesignError(Object.fromEntries(others.map((name) => [name, fixed])))
}

/** The table orders its rows by it, or identifies them by it. */
async function attached(one: IndexDefinition, db: Queryable): Promise<Step[]> {
  const use = await readUse(db, one)
  const table = tableName({ schema: one.schema, name: one.table })
  const index = quoteIdent(one.name)
  return [
    ...(use.clusters ? [catalogStep([`alter table ${table} cluster on ${index}`])] : []),
    ...(use.identifies
      ? [catalogStep([`alter table ${table} replica identity using index ${index}`])]
      : []),
  ]
}

async function readUse(db: Queryable, one: IndexDefinition) {
  const [found] = await db.query<{ identifies: boolean; clusters: boolean }>(
    `select indisreplident as identifies, indisclustered as clusters
     from pg_index where indexrelid = to_regclass($1)`,
    [quoted(one)],
  )
  return found ?? { identifies: false, clusters: false }
}

/** Uses of an index that end with it, and that no other object shows. */
async function warn(
  db: ProjectDatabase,
  from: IndexDefinition | null,
  to: IndexDefinition | null,
): Promise<string[]> {
  if (from === null || to !== null) return []
  const use = await readUse(db, from)
  return [
    ...(use.identifies
      ? [
          `It is the replica identity of the table ${from.table}: without it, updates and deletes of a published table fail.`,
        ]
      : []),
    ...(use.clusters ? [`CLUSTER orders the table ${from.table} by it.`] : []),
  ]
}

function drop(one: IndexDefinition, { cascade, concurrently = false }: DropOptions): Step[] {
  const lock = {
    table: `${one.schema}.${one.table}`,
    work: 'instant' as const,
    reason: 'Deletes the files of the index, for any size',
    sizeBytes: 0,
  }
  if (concurrently) {
    return [
      alone([`drop index concurrently ${quoted(one)}`], {
        ...lock,
        lock: 'SHARE UPDATE EXCLUSIVE',
        safer: null,
      }),
    ]
  }
  return [
    step([`drop index ${quoted(one)}${cascade ? ' cascade' : ''}`], {
      ...lock,
      lock: 'ACCESS EXCLUSIVE',
      safer: 'Drop it concurrently, without blocking reads and writes',
    }),
  ]
}

const checks = ({ schema, table, where }: IndexDefinition): Fragment[] =>
  where === null || table === ''
    ? []
    : [
        [
          `explain select from ${tableName({ schema, name: table })} where (`,
          piece(`${where}\n)`, 'where'),
        ],
      ]

export const indexes: ObjectKind<IndexDefinition> = {
  kind: 'indexes',
  noun: 'index',
  catalog: 'pg_class',
  list: {
    all,
    detail,
    kept: keptReason,
    computedSorts: { scans: 'pg_stat_get_numscans(x.id)::float8' },
    sortTypes: { size: 'float8', scans: 'float8' },
  },
  design,
  create,
  alter,
  attached,
  runsAsJob: (change) =>
    change.action === 'drop'
      ? change.concurrently === true
      : change.action === 'create' && change.design.concurrently,
  drop,
  checks,
  warn,
}
