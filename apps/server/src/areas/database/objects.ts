import { databaseEventTriggers } from '@basalt/contract/database/objects/event-triggers'
import { databaseFunctions } from '@basalt/contract/database/objects/functions'
import { databaseIndexes } from '@basalt/contract/database/objects/indexes'
import { databaseMaterializedViews } from '@basalt/contract/database/objects/materialized-views'
import { databasePolicies } from '@basalt/contract/database/objects/policies'
import { databasePublications } from '@basalt/contract/database/objects/publications'
import { databaseRoles } from '@basalt/contract/database/objects/roles'
import { databaseSequences } from '@basalt/contract/database/objects/sequences'
import { databaseTriggers } from '@basalt/contract/database/objects/triggers'
import { databaseTypes } from '@basalt/contract/database/objects/types'
import { databaseViews } from '@basalt/contract/database/objects/views'
import { ApiError } from '@basalt/contract/errors'
import type { AnyRoute } from '@basalt/contract/route'
import type { ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'
import type { Jobs } from '@basalt/jobs'
import {
  type AnyKind,
  asAnyKind,
  eventTriggers,
  findFault,
  findObject,
  findRestrictions,
  inLockedSnapshot,
  inLockedTransaction,
  functions,
  indexes,
  listDependencies,
  listDependentObjects,
  listObjects,
  listWarnings,
  materializedViews,
  type ObjectChange,
  ObjectConflict,
  type ObjectDesign,
  ObjectMissing,
  planObjectChange,
  policies,
  publications,
  readObjectDesign,
  roles,
  runSteps,
  sequences,
  shownSteps,
  toRecordedSql,
  triggers,
  types,
  views,
  writeDefinition,
} from '@basalt/pg-schema'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import type { DataContext } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Log } from '../../process/log.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { startIndexJob } from './index-jobs.ts'
import { recordedChange } from './recorded-change.ts'
import { explainFailure } from './table-changes.ts'

type Services = { engine: ProjectEngine; store: Store; jobs: Jobs; log: Log }

/** Each kind of object with the routes that serve it. */
const kinds: readonly [ObjectRoutes, AnyKind][] = [
  [databaseEventTriggers, asAnyKind(eventTriggers)],
  [databaseFunctions, asAnyKind(functions)],
  [databaseIndexes, asAnyKind(indexes)],
  [databaseMaterializedViews, asAnyKind(materializedViews)],
  [databasePolicies, asAnyKind(policies)],
  [databasePublications, asAnyKind(publications)],
  [databaseRoles, asAnyKind(roles)],
  [databaseSequences, asAnyKind(sequences)],
  [databaseTriggers, asAnyKind(triggers)],
  [databaseTypes, asAnyKind(types)],
  [databaseViews, asAnyKind(views)],
]

/** Lists, designs and changes of database objects, for every kind in the same way. */
export const objectFeature = (services: Services): Endpoint[] =>
  kinds.flatMap(([routes, kind]) => kindEndpoints(services, routes, kind))

/** The routes that `objectRoutes` makes for every kind. */
type ObjectRoutes = Record<'list' | 'read' | 'preview' | 'apply', AnyRoute>

type Change = ObjectChange<ObjectDesign>
type Listing = Parameters<typeof listObjects>[2]
type Row = { id: number; schema: string | null; name: string }

function kindEndpoints(services: Services, routes: ObjectRoutes, kind: AnyKind) {
  const { engine, store } = services
  // The pipeline has parsed the input by the schemas of the kind, which these types describe.
  return [
    serve(routes.list, async (input, context) => {
      const { query } = input as { query: Listing }
      return listObjects(await databaseFor(engine, context as DataContext), kind, query)
    }),
    serve(routes.read, async (input, context) => {
      const { id } = (input as { params: { id: number } }).params
      const db = await databaseFor(engine, context as DataContext)
      return explained(kind, undefined, () =>
        inLockedSnapshot(db, (tx) => readObject(tx, kind, id)),
      )
    }),
    serve(routes.preview, async (input, context) => {
      const { body } = input as { body: Change }
      return preview(await databaseFor(engine, context as DataContext), kind, body)
    }),
    serve(routes.apply, async (input, context) => {
      const { body } = input as { body: Change }
      const db = await databaseFor(engine, context as DataContext)
      const { steps, target } = await planned(db, kind, body)
      const name = [target.schema, target.name].filter((part) => part !== null).join('.')
      const work = {
        action: `${kind.noun.replaceAll(' ', '_')}.${actions[body.action]}`,
        target: { kind: kind.noun, id: name, name },
        details: { statements: shownSteps(steps).map(({ sql }) => sql) },
      }
      await recordBefore(store, context, work)
      try {
        if (kind.runsAsJob?.(body) === true)
          return { id: null, job: await startJob(services, context as DataContext, body) }
        const statements = steps.map(({ fragment }) => toRecordedSql(fragment))
        const record = recordedChange(kind, body, { name, statements })
        await runSteps(db, {
          steps,
          before: async (tx) => {
            await checkVersion(tx, kind, body)
            await record.before(tx)
          },
          after: record.after,
        })
      } catch (error) {
        await recordFailure(store, context, work)
        throw asApiError(error, target)
      }
      return { id: body.action === 'drop' ? null : await findId(db, kind, body) }
    }),
  ] satisfies Endpoint[]
}

async function preview(db: ProjectDatabase, kind: AnyKind, change: Change) {
  const checks = change.action === 'drop' ? [] : (kind.checks?.(change.design) ?? [])
  const fault = await findFault(db, checks)
  if (fault !== null) return { statements: [], warnings: [], fault }
  const { steps } = await planned(db, kind, change)
  const isTried = kind.triesSteps === true && change.action !== 'drop'
  const broken = isTried
    ? await findFault(
        db,
        steps.map(({ fragment }) => fragment),
      )
    : null
  return {
    statements: shownSteps(steps),
    warnings: await listWarnings(db, kind, change),
    ...(broken !== null && { fault: broken }),
    ...(kind.runsAsJob?.(change) === true && { is_job: true }),
  }
}

/** Indexes are the only kind with jobs. */
const startJob = (services: Services, context: DataContext, change: Change) =>
  startIndexJob(services, context, change as Parameters<typeof startIndexJob>[2])

const actions = { create: 'created', alter: 'changed', drop: 'dropped' } as const

async function readObject(tx: Queryable, kind: AnyKind, id: number) {
  const row = await findObject<Row>(tx, kind, id)
  const found = row === null ? null : await readObjectDesign(tx, kind, id)
  if (row === null || found === null)
    throw new ApiError('not_found', `This ${kind.noun} does not exist`)
  return {
    row,
    ...found,
    restrictions: await findRestrictions(tx, kind),
    sql: await writeDefinition(tx, kind, found.design),
    dependents: await listDependentObjects(tx, kind, id),
    dependencies: await listDependencies(tx, kind.catalog, id),
  }
}

const planned = (db: ProjectDatabase, kind: AnyKind, change: Change) =>
  explained(kind, change, () =>
    inLockedTransaction(db, undefined, (tx) => planObjectChange(tx, kind, change)),
  )

/**
 * Explains failures of work that reads definitions. PostgreSQL opens the table of a trigger, a policy
 * or an index for them, so a session that has locked the table is among the reasons.
 */
export async function explained<T>(
  { noun }: Pick<AnyKind, 'noun'>,
  change: Change | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const design = change === undefined || change.action === 'drop' ? undefined : change.design
    throw asApiError(error, { schema: null, name: design?.name ?? `the ${noun}` })
  }
}

/**
 * The state may have changed since the statements were planned. The lock makes simultaneous edits
 * of one object wait for one another, and the later one sees the version of the earlier one.
 */
async function checkVersion(tx: Queryable, kind: AnyKind, change: Change): Promise<void> {
  if (change.action !== 'alter') return
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${kind.kind} ${change.id}`,
  ])
  const found = await readObjectDesign(tx, kind, change.id)
  if (found?.version === change.version) return
  throw new ObjectConflict(
    `Someone else changed this ${kind.noun}, so nothing was done. Reload it to see its current definition.`,
  )
}

/** Most changes keep the oid; an object that had to be created again has another one. */
async function findId(
  db: Queryable,
  kind: AnyKind,
  change: Exclude<Change, { action: 'drop' }>,
): Promise<number | null> {
  if (change.action === 'alter' && (await findObject<Row>(db, kind, change.id)) !== null)
    return change.id
  const { name, schema } = change.design as ObjectDesign & { schema?: string }
  const [row] = await db.query<{ id: number }>(
    `select id::int8::float8 as id from (${kind.list.all}) x
     where name = $1 and ($2::text is null or schema = $2) order by x.id desc limit 1`,
    [name, schema ?? null],
  )
  return row?.id ?? null
}

export function asApiError(
  error: unknown,
  { schema, name }: { schema: string | null; name: string },
) {
  if (error instanceof ObjectMissing)
    return new ApiError('not_found', error.message, { cause: error })
  if (error instanceof ObjectConflict)
    return new ApiError('conflict', error.message, { cause: error })
  return explainFailure(error, { target: { schema: schema ?? '', name } })
}
