import { randomUUID } from 'node:crypto'

import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'
import {
  findTable,
  hasSequences,
  childTables,
  listDataTypes,
  listDependents,
  referringTables,
} from '@basalt/pg-catalog'
import { readHistoryLimits, recordHistory } from '@basalt/pg-rows'
import {
  findInvalidRows,
  findViolations,
  inLockedTransaction,
  LockedError,
  PartlyDoneError,
  readDesign,
  readView,
  runSteps,
  shownSteps,
} from '@basalt/pg-schema'
import {
  canReturn,
  carryOutDrop,
  type DesignChange,
  ensureTrash,
  noteRemaining,
  onlyForGood,
  recordDesign,
  type TrashPlan,
} from '@basalt/pg-undo'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import type { Context } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { getName } from './changes.ts'
import { asApiError, planChange, getSize, type TablePlan } from './table-plans.ts'

type Services = { engine: ProjectEngine; store: Store }

/** The design of tables, and all its changes. */
export function tableChangeFeature(services: Services): Endpoint[] {
  return [...readingEndpoints(services), ...changingEndpoints(services)]
}

function readingEndpoints({ engine }: Services): Endpoint[] {
  return [
    serve(routes.types, async (_, context) => listDataTypes(await databaseFor(engine, context))),
    serve(routes.design, async ({ params }, context) => {
      const db = await databaseFor(engine, context)
      const table = await presentTable(db, params.id)
      const found = await patiently(db, table, (tx) => readDesign(tx, params.id))
      if (found !== null) return found
      throw new ApiError('conflict', 'This is a view: its columns come from its query')
    }),
    serve(routes.viewDesign, async ({ params }, context) => {
      const found = await readView(await databaseFor(engine, context), params.id)
      if (found !== null) return found
      throw new ApiError('not_found', 'This view does not exist')
    }),
    serve(routes.dependents, async ({ params }, context) => {
      const db = await databaseFor(engine, context)
      const table = await presentTable(db, params.id)
      return patiently(db, table, async (tx) => {
        const dependents = await listDependents(tx, params.id)
        return {
          dependents: dependents.map((one) => ({ ...one, can_return: canReturn(one) })),
          referring: await referringTables(tx, params.id),
          child_tables: await childTables(tx, params.id),
          can_restart: await hasSequences(tx, params.id),
          only_for_good: await onlyForGood(tx, params.id, dependents),
          size_bytes: await getSize(tx, params.id),
          row_estimate: table.row_estimate,
          kept_hours: await retentionHours(tx),
        }
      })
    }),
    serve(routes.preview, async ({ body }, context) => {
      const { steps } = await planned(await databaseFor(engine, context), body)
      return { statements: shownSteps(steps) }
    }),
    serve(routes.violations, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      const table = await presentTable(db, params.id)
      try {
        const { signal } = context
        return await ('check' in body
          ? findInvalidRows(db, table, { ...body, signal })
          : findViolations(db, table, { ...body, signal }))
      } catch (error) {
        throw asApiError(error)
      }
    }),
  ]
}

function changingEndpoints({ engine, store }: Services): Endpoint[] {
  return [
    serve(routes.create, async ({ body }, context) => {
      const db = await databaseFor(engine, context)
      const plan = await planned(db, body)
      await recorded(store, context, { action: 'table.created', plan, db })
      return { id: await getId(db, body.design) }
    }),
    serve(routes.change, async ({ body }, context) => {
      const db = await databaseFor(engine, context)
      const plan = await planned(db, body)
      const work = { action: actions[body.action], plan, db }
      const history_id = await recorded(store, context, work)
      const trash_id = plan.trash?.id ?? null
      if (body.action === 'drop') return { id: null, trash_id, history_id }
      const id = body.action === 'duplicate' ? await getId(db, body) : body.table_id
      return { id, trash_id, history_id }
    }),
    serve(routes.createIndex, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      const plan = await planned(db, { action: 'index', table_id: params.id, ...body })
      const known = new Set(await listIndexes(db, params.id))
      try {
        await recorded(store, context, { action: 'index.created', plan, db })
      } catch (error) {
        await removeBroken(db, params.id, known)
        throw error
      }
      const made = (await listIndexes(db, params.id)).find((name) => !known.has(name))
      return { name: made ?? body.name ?? '' }
    }),
  ]
}

/** Actions in the audit log. */
const actions = {
  alter: 'table.altered',
  duplicate: 'table.duplicated',
  truncate: 'table.truncated',
  drop: 'table.dropped',
  refresh: 'view.refreshed',
  view: 'view.changed',
  'enable-rls': 'table.rls_enabled',
} as const

async function planned(...[db, requested]: Parameters<typeof planChange>): Promise<TablePlan> {
  try {
    return await planChange(db, requested)
  } catch (error) {
    if (!(error instanceof LockedError) || requested.action === 'create') throw asApiError(error)
    throw explainFailure(error, { target: await presentTable(db, requested.table_id) })
  }
}

type Place = { id: number; schema: string; name: string }

/** Opens the table to read it, and names the holder of its lock after 5 s. */
async function patiently<T>(
  db: ProjectDatabase,
  table: Place,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  try {
    return await inLockedTransaction(db, table.id, work)
  } catch (error) {
    throw error instanceof LockedError ? explainFailure(error, { target: table }) : error
  }
}

export type TableWork = {
  action: string
  plan: TablePlan
  db: ProjectDatabase
  /** Of the change in the history, when the caller has generated one. */
  id?: string
  undoes?: DesignChange
}

/** Runs the change, and returns its id in the history when it can be undone. */
export async function recorded(
  store: Store,
  context: Context,
  { action, plan, db, id = randomUUID(), undoes }: TableWork,
): Promise<string | null> {
  const name = `${plan.target.schema}.${plan.target.name}`
  const work = {
    action,
    target: { kind: 'table', id: name, name },
    details: {
      statements: shownSteps(plan.steps).map(({ sql }) => sql),
      ...(plan.trash !== undefined && { trash: plan.trash.id }),
    },
  }
  await recordBefore(store, context, work)
  try {
    if (plan.trash !== undefined) await moveToTrash(db, plan.trash, context)
    else return await altered(db, plan, { id, by: getName(context), undoes })
    return null
  } catch (error) {
    await recordFailure(store, context, work)
    throw explainFailure(error, plan)
  }
}

type Recording = { id: string; by: string; undoes: DesignChange | undefined }

async function altered(
  db: ProjectDatabase,
  plan: TablePlan,
  recording: Recording,
): Promise<string | null> {
  const { alteration } = plan
  if (alteration === undefined) {
    await runSteps(db, plan)
    return null
  }
  const { id } = recording
  let canUndo = false
  const after = async (tx: Queryable) => {
    canUndo = await recordDesign(tx, { ...recording, ...alteration })
  }
  try {
    await runSteps(db, { ...plan, after })
  } finally {
    // Steps after the transaction may change the table, so the recorded state is updated.
    if (canUndo && plan.steps.some(({ runs }) => runs === 'alone')) {
      await noteRemaining(db, id, alteration.current.id)
    }
  }
  return canUndo ? id : null
}

const moveToTrash = (db: ProjectDatabase, trash: TrashPlan, context: Context) =>
  inLockedTransaction(db, trash.table.id, async (tx) => {
    const { id, schema, name } = trash.table
    await ensureTrash(tx)
    await carryOutDrop(tx, trash)
    await recordHistory(tx, {
      id: trash.id,
      kind: 'table',
      by: getName(context),
      tables: [{ id, schema, name, columns: [], key: [] }],
      rows: [],
      note: `Dropped the table ${schema}.${name}`,
      fixedBecause: 'The table is in the trash. Restore it from there',
    })
  })

/** Errors in the words of people who press buttons. */
export function explainFailure(error: unknown, { target }: Pick<TablePlan, 'target'>): unknown {
  if (error instanceof PartlyDoneError) {
    return new ApiError('conflict', error.message, { cause: error })
  }
  if (!(error instanceof LockedError)) return asApiError(error)
  const holders = error.holders.map(
    ({ user, application, state, seconds, pid }) =>
      `${user}${application === '' ? '' : ` (${application})`}, ${state} for ${getSpan(seconds)}, process ${pid}`,
  )
  const name = [target.schema, target.name].filter((part) => part !== '').join('.')
  const who = holders.length === 0 ? 'a session that has since released it' : holders.join('; ')
  return new ApiError(
    'conflict',
    `Nothing was changed: after 5 s ${name} was still locked by ${who}. Try again when that has finished.`,
    { cause: error, retryAfter: 5 },
  )
}

const getSpan = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`

async function presentTable(db: Queryable, id: number) {
  const table = await findTable(db, id)
  if (table !== null) return table
  throw new ApiError('not_found', 'This table does not exist')
}

async function retentionHours(db: Queryable): Promise<number> {
  return (await readHistoryLimits(db)).window_hours
}

async function getId(db: Queryable, place: { schema: string; name: string }): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `select c.oid::int8::float8 as id from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2`,
    [place.schema, place.name],
  )
  return row?.id ?? 0
}

async function listIndexes(db: Queryable, id: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::oid order by c.oid desc`,
    [id],
  )
  return rows.map(({ name }) => name)
}

/** An index that was not finished is of no use and costs every write. */
async function removeBroken(db: Queryable, id: number, known: ReadonlySet<string>): Promise<void> {
  const rows = await db.query<{ name: string; sql: string }>(
    `select c.relname::text as name, format('drop index %I.%I', n.nspname, c.relname) as sql
     from pg_index i join pg_class c on c.oid = i.indexrelid
     join pg_namespace n on n.oid = c.relnamespace
     where i.indrelid = $1::oid and not i.indisvalid`,
    [id],
  )
  for (const { name, sql } of rows) if (!known.has(name)) await db.text(sql)
}
