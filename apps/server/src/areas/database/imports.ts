import { databaseImports, type ImportState } from '@basalt/contract/database/imports'
import { ApiError } from '@basalt/contract/errors'
import { delimitedLine } from '@basalt/delimited'
import type { ProjectEngine } from '@basalt/engine'
import { findTable } from '@basalt/pg-catalog'
import { ImportError, newTableStatements, planImport } from '@basalt/pg-rows'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import {
  type Context,
  type DataContext,
  getPrincipal,
  getProject,
  getScope,
} from '../../http/context.ts'
import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import { databaseFor, readRecords } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { committedImport } from './committed-import.ts'
import { type ImportRequest, RunningImport } from './running-import.ts'

type ImportServices = { engine: ProjectEngine; store: Store; decisionMs?: number | undefined }

/**
 * Imports files into tables. A running import is known to this process only and ends with it; a
 * committed one is found in the history of the project.
 */
export function importFeature(services: ImportServices): Endpoint[] {
  const registry = new ImportRegistry(services.decisionMs)
  return [
    ...beginnings(services, registry),
    ...readings(services, registry),
    ...decisions(services, registry),
  ]
}

function beginnings({ engine }: ImportServices, registry: ImportRegistry): Endpoint[] {
  return [
    serve(databaseImports.begin, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      const table = await findTable(db, params.id)
      if (table === null) throw new ApiError('not_found', 'This table does not exist')
      const { columns, on_conflict } = body
      await inWords(() => planImport(db, params.id, { columns, on_conflict }))
      const { id, schema, name } = table
      return registry.begin(context, { ...getRequest(body), target: { id, schema, name } }).state
    }),
    serve(databaseImports.preview, async ({ body }) => ({
      statements: await inWords(async () => newTableStatements(body)),
    })),
    serve(databaseImports.beginNew, async ({ body }, context) => {
      const { permission } = databaseImports.begin
      if (!context.may(permission, getScope(getProject(context)))) {
        throw new ApiError('forbidden', 'You need additional permissions to insert rows')
      }
      const statements = await inWords(async () => newTableStatements(body.table))
      const request = {
        ...getRequest({ ...body, on_conflict: 'fail' }),
        target: { table: body.table },
      }
      return { ...registry.begin(context, request).state, statements }
    }),
  ]
}

type Body = Pick<ImportRequest, 'source' | 'columns'> & {
  on_conflict: ImportRequest['onConflict']
  all_or_nothing: boolean
  expected_rows: number | null
}

const getRequest = (body: Body): Omit<ImportRequest, 'target'> => ({
  source: body.source,
  columns: body.columns,
  onConflict: body.on_conflict,
  allOrNothing: body.all_or_nothing,
  expectedRows: body.expected_rows,
})

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    throw new ApiError('invalid_request', error.message, { cause: error })
  }
}

function readings({ engine, store }: ImportServices, registry: ImportRegistry): Endpoint[] {
  return [
    serve(databaseImports.send, async ({ params }, context) => {
      const one = registry.find(context, params.import)
      const { upload } = context
      if (upload === null) {
        throw new ApiError('invalid_request', 'Send the file as application/octet-stream')
      }
      await recordBefore(store, context, getWork(one.state))
      await one
        .read(await databaseFor(engine, context), upload, context.signal)
        .finally(async () => {
          if (one.status === 'failed') await recordFailure(store, context, getWork(one.state))
        })
      return one.state
    }),
    serve(databaseImports.list, async (_, context) => registry.list(context)),
    serve(databaseImports.read, async ({ params }, context) => {
      const one = registry.seek(context, params.import)
      if (one !== undefined && !one.isUncertain) return one.state
      // A user who lost a right since still sees how it ended.
      const ended = await readRecords(engine, context, (db) =>
        committedImport(db, params.import, ownerName(context)),
      )
      return ended ?? unknownImport()
    }),
    serve(databaseImports.rejected, async ({ params, query }, context) => {
      const one = registry.find(context, params.import)
      const rows = await one.readRejected(query.after, query.limit + 1)
      return { rows: rows.slice(0, query.limit), has_more: rows.length > query.limit }
    }),
    serveStream(databaseImports.rejectedFile, async ({ params }, context, emit) => {
      const one = registry.find(context, params.import)
      const { table, columns } = one.state
      if (context.file !== null) context.file.name = `${table.name} rejected.csv`
      await emit(delimitedLine(['line', 'reason', ...columns.map((column) => column.name)]))
      for (let after = 0; ;) {
        const rows = await one.readRejectedFull(after, 500)
        await emit(
          rows
            .map(({ line, reason, cells }) => delimitedLine([String(line), reason, ...cells]))
            .join(''),
        )
        context.signal.throwIfAborted()
        if (rows.length < 500) break
        after = rows.at(-1)?.number ?? after
      }
    }),
  ]
}

function decisions({ store }: ImportServices, registry: ImportRegistry): Endpoint[] {
  return [
    serve(databaseImports.retry, async ({ params, body }, context) => {
      const one = registry.find(context, params.import)
      await one.retry(body.rows)
      return one.state
    }),
    serve(databaseImports.commit, async ({ params }, context) => {
      const one = registry.find(context, params.import)
      const work = getWork(one.state)
      await recordBefore(store, context, { ...work, action: 'rows.import_accepted' })
      await one.commit()
      if (one.status === 'failed') await recordFailure(store, context, work)
      return one.state
    }),
    serve(databaseImports.cancel, async ({ params }, context) => {
      const one = registry.find(context, params.import)
      await one.cancel()
      return one.state
    }),
  ]
}

/** The table and the columns, without their values. */
const getWork = ({ id, table, inserted, updated, rejected, ...state }: ImportState) => {
  const name = `${table.schema}.${table.name}`
  const columns = state.columns.map((column) => column.name)
  return {
    action: 'rows.imported',
    target: { kind: 'table', id: name, name },
    details: { import: id, columns, inserted, updated, rejected },
  }
}

/** Each of them uses a connection; screens need some too. */
const importsAtOnce = 2

/** The running imports that block another one, and the possible actions. */
function describeRunning(imports: readonly RunningImport[], context: Context): string {
  const reported = imports.map(({ owner, state: { table, status } }) => {
    const by = owner.key === getKey(context) ? 'you' : owner.name
    const waits = status === 'deciding' ? ', waiting for a decision' : ''
    return `into ${table.schema}.${table.name} by ${by}${waits}`
  })
  return `${imports.length} imports of this project are running: ${reported.join('; ')}. Wait until one finishes.`
}

/** A finished import is remembered for a while, for clients that poll its result. */
const rememberedMs = 10 * 60_000

class ImportRegistry {
  readonly #imports = new Map<string, RunningImport>()
  readonly #decisionMs: number | undefined

  constructor(decisionMs: number | undefined) {
    this.#decisionMs = decisionMs
  }

  begin(context: DataContext, request: ImportRequest): RunningImport {
    const { ref } = getProject(context)
    const running = [...this.#imports.values()].filter((one) => one.ref === ref && !one.isOver)
    const mine = running.filter(({ owner }) => owner.key === getKey(context))
    // An import whose file never arrived can be cancelled without a loss.
    for (const one of mine) if (one.status === 'waiting') void one.cancel()
    const others = running.filter(({ isOver }) => !isOver)
    if (others.length >= importsAtOnce)
      throw new ApiError('conflict', describeRunning(others, context))
    const owner = { key: getKey(context), name: ownerName(context) }
    const one = new RunningImport({ owner, ref }, request, this.#decisionMs)
    this.#imports.set(one.id, one)
    setTimeout(() => this.#forget(one), rememberedMs).unref()
    return one
  }

  list(context: Context): ImportState[] {
    const { ref } = getProject(context)
    return [...this.#imports.values()]
      .filter((one) => one.ref === ref && one.owner.key === getKey(context) && !one.isOver)
      .map(({ state }) => state)
  }

  seek(context: Context, id: string): RunningImport | undefined {
    const one = this.#imports.get(id)
    const isForeign = one?.ref === getProject(context).ref && one.owner.key === getKey(context)
    return isForeign ? one : undefined
  }

  find(context: Context, id: string): RunningImport {
    return this.seek(context, id) ?? unknownImport()
  }

  #forget(one: RunningImport): void {
    if (one.status === 'waiting') void one.cancel()
    if (one.isOver) this.#imports.delete(one.id)
    else setTimeout(() => this.#forget(one), rememberedMs).unref()
  }
}

function unknownImport(): never {
  throw new ApiError('not_found', 'This import has ended or does not exist')
}

/** The name that the history stores. */
const ownerName = (context: Context): string => getPrincipal(context).email

/** The account that a session or a token belongs to; the administrator where there are none. */
const getKey = (context: Context): string => getPrincipal(context).userId ?? 'administrator'
