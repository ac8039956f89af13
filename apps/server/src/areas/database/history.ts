import { databaseHistory } from '@basalt/contract/database/history'
import { tableRights } from '@basalt/contract/database/table-rights'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectDatabase, ProjectEngine } from '@basalt/engine'
import {
  findChange,
  listChangedRows,
  listHistory,
  readHistoryLimits,
  writeHistoryLimits,
} from '@basalt/pg-rows'
import { DesignError, LockedError } from '@basalt/pg-schema'
import {
  addDesignReasons,
  findDesignChange,
  type Place,
  type TableRight,
  undoChange,
} from '@basalt/pg-undo'

import type { ChangeReports } from '../../change-reports/change-reports.ts'
import { recordBefore, recordFailure, type Work } from '../../change-reports/recorded.ts'
import { type Context, getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { type Resources, saveLimits } from '../../limits/resources.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { fitting, getName, refuseWithoutRight } from './changes.ts'
import { undoDesign } from './design-undo.ts'
import { listShapes } from './shapes.ts'
import { explainFailure } from './table-changes.ts'

type HistoryServices = {
  engine: ProjectEngine
  store: Store
  reports: ChangeReports
  resources: Resources
}

export function historyFeature(services: HistoryServices): Endpoint[] {
  const { engine } = services
  return [
    serve(databaseHistory.list, async ({ query }, context) => {
      const db = await databaseFor(engine, context)
      const { table, before, limit } = query
      const entries = await listHistory(db, { table, before, limit: limit + 1 })
      const listed = await addDesignReasons(db, entries.slice(0, limit))
      return { entries: listed.map(shownEntry), has_more: entries.length > limit }
    }),
    serve(databaseHistory.detail, async ({ params, query }, context) => {
      const db = await databaseFor(engine, context)
      const found = (await findChange(db, params.id)) ?? notStored()
      const [entry = found] = await addDesignReasons(db, [found])
      const { after = 0, limit } = query
      const rows = await listChangedRows(db, params.id, { after, limit: limit + 1 })
      return {
        entry: shownEntry(entry),
        rows: rows.slice(0, limit),
        has_more: rows.length > limit,
      }
    }),
    undoing(services),
    ...settings(services),
  ]
}

type Found = NonNullable<Awaited<ReturnType<typeof findChange>>>

/** Lists that the answer owns, because the contract's are not read-only. */
const shownEntry = (entry: Found) => ({
  ...entry,
  tables: entry.tables.map((table) => ({
    ...table,
    columns: [...table.columns],
    key: [...table.key],
  })),
})

function notStored(): never {
  throw new ApiError('not_found', 'This change is no longer in the history')
}

const undoing = ({ engine, store, reports, resources }: HistoryServices): Endpoint =>
  serve(databaseHistory.undo, async ({ params, body }, context) => {
    const db: ProjectDatabase = await databaseFor(engine, context)
    const change = await findDesignChange(db, params.id)
    if (change !== null) return undoDesign(store, context, { db, change, id: body.id })
    const work = {
      action: 'rows.change_undone',
      target: { kind: 'change', id: params.id },
      details: { change: body.id },
    }
    const tables = new MadeTables(store, context, { undo: body.id, undoes: params.id })
    return reports.reported(context, {
      db,
      id: body.id,
      work,
      run: async (report) => {
        const request = {
          change: params.id,
          id: body.id,
          by: getName(context),
          resolutions: body.resolutions ?? {},
          leavesChanged: body.leaves_changed,
          onPlan: (kinds: Parameters<typeof refuseWithoutRight>[1]) =>
            refuseWithoutRight(context, kinds),
          tables,
          report,
          limits: saveLimits(resources),
        }
        const undone = fitting(() => undoChange(db, request, listShapes(db)))
        return (await undone.catch((error: unknown) => tables.failed(db, error))) ?? notStored()
      },
    })
  })

/**
 * Tables that imports create and their undo drops: the audit log gets an entry as for any change of
 * a table.
 */
class MadeTables implements TableRight {
  readonly #store: Store
  readonly #context: Context
  readonly #ids: { undo: string; undoes: string }
  #work: Work | undefined

  constructor(store: Store, context: Context, ids: { undo: string; undoes: string }) {
    this.#store = store
    this.#context = context
    this.#ids = ids
  }

  get mayChange(): boolean {
    return this.#context.may(tableRights.change.permission, getScope(getProject(this.#context)))
  }

  onChange = async (action: 'table.dropped' | 'table.restored', { schema, name }: Place) => {
    if (!this.mayChange) {
      throw new ApiError('forbidden', 'You need additional permissions to change tables')
    }
    const target = { kind: 'table', id: `${schema}.${name}`, name: `${schema}.${name}` }
    const { undo, undoes } = this.#ids
    const trash = action === 'table.dropped' ? undo : undoes
    this.#work = { action, target, details: { trash, undoes } }
    await recordBefore(this.#store, this.#context, this.#work)
  }

  async failed(db: ProjectDatabase, error: unknown): Promise<never> {
    if (this.#work !== undefined) await recordFailure(this.#store, this.#context, this.#work)
    if (!(error instanceof LockedError || error instanceof DesignError)) throw error
    const [table] = (await findChange(db, this.#ids.undoes))?.tables ?? []
    throw explainFailure(error, { target: table ?? { schema: '', name: 'the table' } })
  }
}

const settings = ({ engine, store }: HistoryServices): Endpoint[] => [
  serve(databaseHistory.readSettings, async (_, context) =>
    readHistoryLimits(await databaseFor(engine, context)),
  ),
  serve(databaseHistory.writeSettings, async ({ body }, context) => {
    const db = await databaseFor(engine, context)
    await recordBefore(store, context, {
      action: 'rows.history_settings_changed',
      target: { kind: 'database', id: getProject(context).ref },
      details: body,
    })
    await writeHistoryLimits(db, body)
    return body
  }),
]
