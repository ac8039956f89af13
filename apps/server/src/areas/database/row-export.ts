import { randomUUID } from 'node:crypto'

import { databaseRowExports, type RowExportState } from '@basalt/contract/database/row-export'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'
import { findKey, findTable, listColumns } from '@basalt/pg-catalog'
import type { RowView } from '@basalt/pg-model'
import { exportRows, RowError, type RowExport } from '@basalt/pg-rows'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import { type Context, type DataContext, getPrincipal, getProject } from '../../http/context.ts'
import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { exportPlaces } from './export-locations.ts'
import { viewingMoment } from './sessions/viewed.ts'

type ExportServices = { engine: ProjectEngine; store: Store }

type Target = Omit<RowExport, 'view'> & { tableId: number; view: RowView }

type Reported = { onRows: (count: number) => void; signal: AbortSignal }

/** Rows of a table as a file, as far as the caller may read them. */
export function rowExportFeature(services: ExportServices): Endpoint[] {
  const registry = new ExportRegistry()
  return [
    serveStream(databaseRowExports.download, async ({ params, query }, context, emit) => {
      const request = { tableId: params.id, format: query.format, view: {} }
      const reported = { onRows: () => undefined, signal: context.signal }
      await send(services, context, { request, reports: reported, emit })
    }),
    serve(databaseRowExports.prepare, async ({ params, body }, context) => {
      const request = { ...body, tableId: params.id, view: body.view ?? {} }
      const table = await findTable(await databaseFor(services.engine, context), params.id)
      if (table === null) throw new ApiError('not_found', 'This table does not exist')
      return registry.prepare(context, request).state
    }),
    serveStream(databaseRowExports.file, async ({ params }, context, emit) => {
      const one = registry.find(context, params.export)
      if (one.state.status !== 'waiting') {
        throw new ApiError('conflict', 'This file was already downloaded. Export the rows again.')
      }
      one.state.status = 'sending'
      const reported = {
        onRows: (count: number) => {
          one.state.rows += count
        },
        signal: AbortSignal.any([context.signal, one.cancelled.signal]),
      }
      try {
        await send(services, context, { request: one.request, reports: reported, emit })
        one.state.status = 'done'
      } catch (error) {
        one.state.status = reported.signal.aborted ? 'cancelled' : 'failed'
        one.state.error = error instanceof Error ? error.message : null
        throw error
      }
    }),
    serve(
      databaseRowExports.read,
      async ({ params }, context) => registry.find(context, params.export).state,
    ),
    serve(databaseRowExports.cancel, async ({ params }, context) => {
      const one = registry.find(context, params.export)
      one.cancelled.abort()
      if (one.state.status === 'waiting') one.state.status = 'cancelled'
      return one.state
    }),
  ]
}

type Sending = { request: Target; reports: Reported; emit: (text: string) => Promise<void> }

async function send(
  { engine, store }: ExportServices,
  context: DataContext,
  { request, reports: reported, emit }: Sending,
): Promise<void> {
  const { tableId, format, view } = request
  const db = await databaseFor(engine, context)
  const table = await findTable(db, tableId)
  if (table === null) throw new ApiError('not_found', 'This table does not exist')
  nameFile(context, table.name, format)
  const name = `${table.schema}.${table.name}`
  const target = { kind: 'table', id: name, name }
  const work = { action: 'rows.exported', target, details: { format } }
  await exportPlaces(engine).within(getProject(context).ref, async () => {
    await recordBefore(store, context, work)
    try {
      const [columns, key] = await Promise.all([listColumns(db, tableId), findKey(db, tableId)])
      const { schema, name: plain } = table
      await viewingMoment(db, view.as, (tx) =>
        exportRows(
          tx,
          { schema, name: plain, columns, key },
          { ...request, ...reported, write: emit },
        ),
      )
    } catch (error) {
      await recordFailure(store, context, work)
      if (error instanceof RowError) {
        throw new ApiError('invalid_request', error.message, { cause: error })
      }
      throw error
    }
  })
}

const kinds: Record<RowExport['format'], { ending: string; type: string }> = {
  csv: { ending: 'csv', type: 'text/csv; charset=utf-8' },
  tsv: { ending: 'tsv', type: 'text/tab-separated-values; charset=utf-8' },
  sql: { ending: 'sql', type: 'application/sql; charset=utf-8' },
  jsonl: { ending: 'jsonl', type: 'application/x-ndjson; charset=utf-8' },
  json: { ending: 'json', type: 'application/json; charset=utf-8' },
}

function nameFile({ file }: DataContext, table: string, format: RowExport['format']) {
  if (file === null) return
  const { ending, type } = kinds[format]
  file.name = `${table} ${new Date().toISOString().slice(0, 10)}.${ending}`
  file.type = type
}

type Prepared = {
  owner: string
  ref: string
  request: Target
  state: RowExportState
  cancelled: AbortController
}

/** A file that is not fetched expires, and so does the result of one. */
const rememberedMs = 30 * 60_000

class ExportRegistry {
  readonly #exports = new Map<string, Prepared>()

  prepare(context: Context, request: Target): Prepared {
    const one: Prepared = {
      owner: getOwner(context),
      ref: getProject(context).ref,
      request,
      state: { id: randomUUID(), status: 'waiting', rows: 0, error: null },
      cancelled: new AbortController(),
    }
    this.#exports.set(one.state.id, one)
    setTimeout(() => this.#exports.delete(one.state.id), rememberedMs).unref()
    return one
  }

  find(context: Context, id: string): Prepared {
    const one = this.#exports.get(id)
    if (one?.ref === getProject(context).ref && one.owner === getOwner(context)) return one
    throw new ApiError('not_found', 'This export has ended. Export the rows again.')
  }
}

const getOwner = (context: Context): string => getPrincipal(context).userId ?? 'administrator'
