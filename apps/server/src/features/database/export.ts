import { ApiError, projectExport } from '@basalt/contract'
import type { ProjectEngine } from '@basalt/engine'
import { exportCsv, exportSql, findTable, listExportable } from '@basalt/pg-admin'

import { type DataContext, projectOf } from '../../http/context.ts'
import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { databaseFor } from './connection.ts'
import { recordBefore, recordFailure } from './recorded.ts'

type ExportServices = { engine: ProjectEngine; store: Store }

type Emit = (text: string) => Promise<void>

/** Takes data away, as far as the caller may read it; nothing is ever changed. */
export function exportFeature({ engine, store }: ExportServices): Endpoint[] {
  const places = exportPlaces()
  const recorded = (context: DataContext, work: Work, send: () => Promise<void>) =>
    places.within(projectOf(context).ref, async () => {
      await recordBefore(store, context, work)
      try {
        await send()
      } catch (error) {
        await recordFailure(store, context, work)
        throw error
      }
    })
  return [
    serve(projectExport.tables, async (_, context) =>
      listExportable(await databaseFor(engine, context)),
    ),
    serveStream(projectExport.csv, async ({ params }, context, emit) => {
      const db = await databaseFor(engine, context)
      const table = await findTable(db, params.id)
      if (table === null) throw new ApiError('not_found', 'This table does not exist')
      const name = `${table.schema}.${table.name}`
      nameFile(context, `${name}.csv`)
      const target = { kind: 'table', id: name, name }
      const work = { action: 'table.exported', target, details: { format: 'csv' } }
      await recorded(context, work, () => exportCsv(db, table, sending(context, emit)))
    }),
    serveStream(projectExport.sql, async (_, context, emit) => {
      const db = await databaseFor(engine, context)
      const { ref, name } = projectOf(context)
      nameFile(context, `${name} ${ref}.sql`)
      const target = { kind: 'database', id: ref, name }
      const work = { action: 'database.exported', target, details: { format: 'sql' } }
      await recorded(context, work, () => exportSql(db, sending(context, emit)))
    }),
  ]
}

/** Each export holds a connection for as long as its reader takes; the screens need some too. */
const exportsAtOnce = 3

function exportPlaces() {
  const taken = new Map<string, number>()
  return {
    async within(ref: string, send: () => Promise<void>): Promise<void> {
      const count = taken.get(ref) ?? 0
      if (count >= exportsAtOnce) {
        throw new ApiError(
          'conflict',
          `${exportsAtOnce} exports of this project are under way. Wait until one of them is done.`,
        )
      }
      taken.set(ref, count + 1)
      try {
        await send()
      } finally {
        taken.set(ref, (taken.get(ref) ?? 1) - 1)
      }
    },
  }
}

type Work = Parameters<typeof recordBefore>[2]

const sending = ({ signal }: DataContext, write: Emit) => ({ write, signal })

function nameFile({ file }: DataContext, name: string) {
  if (file !== null) file.name = name
}
