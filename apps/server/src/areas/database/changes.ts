import { databaseChanges, rowRights } from '@basalt/contract/database/changes'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectDatabase, ProjectEngine } from '@basalt/engine'
import type { RowOperation } from '@basalt/pg-model'
import {
  countDependents,
  previewStatements,
  RowError,
  saveChange,
  sweepHistory,
} from '@basalt/pg-rows'

import type { ChangeReports } from '../../change-reports/change-reports.ts'
import type { Work } from '../../change-reports/recorded.ts'
import { type Context, getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { type Resources, saveLimits } from '../../limits/resources.ts'
import { databaseFor } from '../../projects/connection.ts'
import { listShapes } from './shapes.ts'

type ChangeServices = { engine: ProjectEngine; reports: ChangeReports; resources: Resources }

/** The one way in which rows are written. */
export function changeFeature({ engine, reports, resources }: ChangeServices): Endpoint[] {
  const limits = saveLimits(resources)
  return [
    serve(databaseChanges.save, async ({ body }, context) => {
      refuseWithoutRight(context, new Set(body.operations.map(({ op }) => op)))
      const db = await databaseFor(engine, context)
      const work = await getWork(db, body)
      const outcome = await reports.reported(context, {
        db,
        id: body.id,
        work,
        run: (report) =>
          fitting(() =>
            saveChange(
              db,
              { id: body.id, by: getName(context), operations: body.operations, report, limits },
              listShapes(db),
            ),
          ),
      })
      sweepSoon(db)
      return outcome
    }),
    serve(databaseChanges.preview, async ({ body }, context) => {
      const db = await databaseFor(engine, context)
      const statements = fitting(() => previewStatements(db, body.operations, listShapes(db)))
      return { statements: await statements }
    }),
    serve(databaseChanges.dependents, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      return fitting(() =>
        countDependents(db, { table: params.id, keys: body.keys }, listShapes(db)),
      )
    }),
  ]
}

/** Each kind of operation needs its own right. */
export function refuseWithoutRight(context: Context, kinds: ReadonlySet<RowOperation['op']>): void {
  const scope = getScope(getProject(context))
  for (const kind of kinds) {
    if (context.may(rowRights[kind].permission, scope)) continue
    throw new ApiError('forbidden', `You need additional permissions to ${kind} rows`)
  }
}

/** The name that the history stores. */
export const getName = (context: Context): string => context.origin.actor.name

/** A request that does not fit the table is the caller's error. */
export async function fitting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    throw new ApiError('invalid_request', error.message, { cause: error })
  }
}

/** More keys than these are only counted. */
const keysNoted = 100

type Body = { id: string; operations: readonly RowOperation[] }

/** The rows and tables concerned, without their values. */
async function getWork(db: ProjectDatabase, { id, operations }: Body): Promise<Work> {
  const kinds = [...new Set(operations.map(({ op }) => op))]
  const tables = [...new Set(operations.map(({ table }) => table))]
  const shapes = await listShapes(db).load(db, tables)
  const names = tables.map((table) => {
    const shape = shapes.get(table)
    return shape === undefined ? String(table) : `${shape.schema}.${shape.name}`
  })
  const columns = operations.flatMap((operation) =>
    operation.op === 'update' ? Object.keys(operation.values) : [],
  )
  return {
    action: kinds.length === 1 ? actions[kinds[0] ?? 'update'] : 'rows.changed',
    target: { kind: 'table', id: names.join(', '), name: names.join(', ') },
    details: {
      change: id,
      key: shapes.get(tables[0] ?? 0)?.read_key ?? [],
      rows: operations
        .slice(0, keysNoted)
        // A generated key is not known before.
        .map((operation) => (operation.op === 'insert' ? null : operation.key)),
      ...(columns.length > 0 && { columns: [...new Set(columns)] }),
      ...(operations.length > keysNoted && { count: operations.length }),
    },
  }
}

const actions = {
  insert: 'rows.inserted',
  update: 'rows.updated',
  delete: 'rows.deleted',
} as const

const sweepEveryMs = 10 * 60_000
const lastSweep = new WeakMap<object, number>()

/** Occasionally, in the background. */
function sweepSoon(db: ProjectDatabase): void {
  const now = Date.now()
  const last = lastSweep.get(db.shared)
  if (last !== undefined && now - last < sweepEveryMs) return
  lastSweep.set(db.shared, now)
  // A failed deletion is tried again the next time.
  if (last !== undefined) void sweepHistory(db).catch(() => {})
}
