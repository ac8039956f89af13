import { ownSchemas, protectedSchemas } from '@basalt/catalog'
import { ApiError } from '@basalt/contract/errors'
import {
  type IndexProblem,
  indexAdvisor as routes,
} from '@basalt/contract/query-performance/index-advisor'
import {
  EngineError,
  type ProjectDatabase,
  type ProjectEngine,
  type Queryable,
} from '@basalt/engine'
import {
  findBloatedIndexes,
  findDuplicateIndexes,
  findMissingIndexes,
  findUnusedIndexes,
  type IndexFinding,
  maxIndexFindings,
  type MissingIndex,
  readIndexStatistics,
} from '@basalt/pg-catalog'
import { quoteIdent } from '@basalt/pg-sql'

import { getProject } from '../../../http/context.ts'
import { type Endpoint, serve } from '../../../http/route.ts'
import type { Clock } from '../../../process/clock.ts'
import type { Store } from '../../../store/store.ts'
import { hasHypopg } from './reading/has-hypopg.ts'
import { createIndexSql, indexKey, nameIndex } from './reading/index-sql.ts'
import { planTop } from './reading/plan-top.ts'
import {
  listNewIndexes,
  listTopStatements,
  sumTime,
  type TopStatement,
} from './reading/statement-store.ts'

type Services = {
  store: Store
  backgroundEngine: ProjectEngine
  engine: ProjectEngine
  clock: Clock
}

const hiddenSchemas = [...ownSchemas, ...protectedSchemas]
const maxStatements = 50
const maxMissing = 20
const statisticsDays = 7

/** `sample` counts the statements that ran since the last sample. */
export const adviceFeature = (
  { store, backgroundEngine, engine, clock }: Services,
  sample: (project: { id: number; ref: string }) => Promise<void>,
): Endpoint[] => [
  serve(routes.read, async ({ query }, context) => {
    const { id: projectId, ref } = getProject(context)
    await sample({ id: projectId, ref })
    const range = { projectId, from: new Date(query.from), to: endRange(query.to, clock()) }
    try {
      const db = await backgroundEngine.open(ref, 'owner')
      const missing = await adviseMissing({ store, engine: backgroundEngine, ref, db }, range)
      const existing = await adviseExisting(db, await listNewIndexes(store, projectId))
      return {
        checks: [missing.check, ...existing.checks],
        missing: missing.found,
        existing: existing.found,
        proof_obstacle: await findObstacle(engine, db),
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      throw new ApiError('conflict', `The database could not be read: ${error.message}`, {
        cause: error,
      })
    }
  }),
]

const currentMs = 60_000

/** A range that ends now has the sample that was just taken. */
function endRange(text: string, now: Date): Date {
  const to = new Date(text)
  return Math.abs(now.getTime() - to.getTime()) < currentMs ? now : to
}

/** Why no index can be proved. */
async function findObstacle(engine: ProjectEngine, db: Queryable): Promise<string | null> {
  if (engine.features.has('copy') || (await hasHypopg(db))) return null
  return 'The engine cannot copy databases, and the extension hypopg is not enabled.'
}

type Reading = { store: Store; engine: ProjectEngine; ref: string; db: ProjectDatabase }
type Range = { projectId: number; from: Date; to: Date }

/** Statements that have a plan. */
const isQuery = /^[\s(]*(?:select|with|insert|update|delete|merge|values|table)\b/iu

async function adviseMissing({ store, engine, ref, db }: Reading, range: Range) {
  const top = await listTopStatements(store, range, maxStatements)
  const statements = top.filter(({ query }) => isQuery.test(query))
  const { plans, failures, elsewhere } = await planTop({ engine, ref, db }, statements)
  const indexes = await findMissingIndexes(db, plans, { hiddenSchemas })
  const total = await sumTime(store, range)
  const taken = await readNames(db, indexes)
  const found = indexes
    .map((index) => presentMissing(index, { statements, total, taken }))
    .toSorted((one, two) => two.share - one.share)
    .slice(0, maxMissing)
  const notes = [
    ...(top.length === 0 ? ['No statement has a sample in this range yet.'] : []),
    ...(failures.length === 0
      ? []
      : [
          `${failures.length} of ${statements.length} statements cannot be planned: ${failures[0]}`,
        ]),
    ...(top.length === statements.length
      ? []
      : [`${top.length - statements.length} statements are no queries, such as CREATE TABLE.`]),
    ...(elsewhere === 0 ? [] : [`${elsewhere} statements belong to other databases.`]),
  ]
  const state = plans.size === 0 ? 'unchecked' : failures.length > 0 ? 'partly' : 'checked'
  return { found, check: { category: 'missing', state, notes } as const }
}

async function readNames(
  db: Queryable,
  indexes: readonly MissingIndex[],
): Promise<Map<string, Set<string>>> {
  const rows = await db.query<{ schema: string; names: string[] }>(
    `select n.nspname::text as schema, array_agg(c.relname::text) as names
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) group by n.nspname`,
    [[...new Set(indexes.map(({ table }) => table.schema))]],
  )
  return new Map(rows.map(({ schema, names }) => [schema, new Set(names)]))
}

type Present = {
  statements: readonly TopStatement[]
  total: number
  taken: ReadonlyMap<string, Set<string>>
}

function presentMissing(
  { table, columns, uses, statements: ids, lacks_statistics }: MissingIndex,
  { statements, total, taken }: Present,
) {
  const place = { schema: table.schema, table: table.name }
  const name = nameIndex(table.name, columns, taken.get(table.schema) ?? new Set())
  // Another suggestion for the same table may shorten to the same name.
  taken.get(table.schema)?.add(name)
  const served = statements.filter(({ id }) => ids.includes(id))
  const time = served.reduce((sum, one) => sum + one.total_ms, 0)
  return {
    key: indexKey(place, columns),
    ...place,
    table_id: table.id,
    rows: table.rows,
    table_bytes: table.bytes,
    name,
    columns,
    uses,
    sql: `${createIndexSql({ ...place, name }, columns, { concurrently: true })};`,
    lacks_statistics,
    statements: served.map(({ id, query, calls, total_ms }) => ({ id, query, calls, total_ms })),
    share: total === 0 ? 0 : time / total,
  }
}

async function adviseExisting(db: ProjectDatabase, newIndexes: ReadonlySet<string>) {
  const { since, days } = await readIndexStatistics(db)
  const isOld = days >= statisticsDays
  const [unused, duplicates, bloated] = await Promise.all([
    isOld ? findUnusedIndexes(db, hiddenSchemas) : [],
    findDuplicateIndexes(db, hiddenSchemas),
    findBloatedIndexes(db, hiddenSchemas),
  ])
  const isNew = ({ schema, name }: IndexFinding) => newIndexes.has(`${schema}.${name}`)
  const day = since.slice(0, 10)
  const found = [
    ...unused.filter((one) => !isNew(one)).map((one) => presentProblem(one, day)),
    ...[...duplicates, ...bloated.findings].map((one) => presentProblem(one, day)),
  ]
  const checks = [
    {
      category: 'unused' as const,
      state: isOld ? ('checked' as const) : ('unchecked' as const),
      notes: isOld
        ? [`The use of indexes is counted since ${day}.`, ...noteMore(unused)]
        : [
            `The use of indexes is counted since ${day}: ${Math.floor(days)} days, of ${statisticsDays} that are needed.`,
          ],
    },
    { category: 'duplicate' as const, state: 'checked' as const, notes: noteMore(duplicates) },
    {
      category: 'bloated' as const,
      state: bloated.unchecked > 0 ? ('partly' as const) : ('checked' as const),
      notes: [
        'Sizes after a rebuild are estimates from the statistics of columns, for B-tree indexes from 1 MB on.',
        ...noteMore(bloated.findings),
        ...(bloated.unchecked > 0
          ? [`${bloated.unchecked} indexes were not checked: no statistics, or another method.`]
          : []),
      ],
    },
  ]
  return { found, checks }
}

/** One check lists so many. */
const noteMore = ({ length }: readonly IndexFinding[]): string[] =>
  length < maxIndexFindings ? [] : [`Only the first ${maxIndexFindings} are listed.`]

function presentProblem(finding: IndexFinding, since: string): IndexProblem {
  const quoted = `${quoteIdent(finding.schema)}.${quoteIdent(finding.name)}`
  const isBloated = finding.category === 'bloated'
  return {
    category: finding.category,
    index_id: finding.index_id,
    schema: finding.schema,
    name: finding.name,
    table: finding.table,
    table_id: finding.table_id,
    size_bytes: finding.size_bytes,
    definition: finding.definition,
    expected_bytes: finding.expected_bytes,
    reason: explain(finding, since),
    sql: isBloated ? `reindex index concurrently ${quoted};` : `drop index concurrently ${quoted};`,
  }
}

function explain({ category, replaced_by: by }: IndexFinding, since: string): string {
  if (category === 'unused') return `No query has used it since ${since}.`
  if (category === 'duplicate') return `${by ?? 'Another index'} serves the same queries.`
  return 'More than half of it is empty space, by estimate.'
}
