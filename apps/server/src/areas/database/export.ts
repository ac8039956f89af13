import { projectExport } from '@basalt/contract/project/export'
import type { ProjectEngine } from '@basalt/engine'
import { exportSql, listExportable } from '@basalt/pg-schema'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import { type DataContext, getProject } from '../../http/context.ts'
import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { exportPlaces } from './export-locations.ts'

type ExportServices = { engine: ProjectEngine; store: Store }

type Emit = (text: string) => Promise<void>

/** Exports data that the caller may read; never changes anything. */
export function exportFeature({ engine, store }: ExportServices): Endpoint[] {
  const places = exportPlaces(engine)
  const recorded = (context: DataContext, work: Work, send: () => Promise<void>) =>
    places.within(getProject(context).ref, async () => {
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
    serveStream(projectExport.sql, async (_, context, emit) => {
      const db = await databaseFor(engine, context)
      const { ref, name } = getProject(context)
      nameFile(context, `${name} ${ref}.sql`)
      const target = { kind: 'database', id: ref, name }
      const work = { action: 'database.exported', target, details: { format: 'sql' } }
      await recorded(context, work, () => exportSql(db, sending(context, emit)))
    }),
  ]
}

type Work = Parameters<typeof recordBefore>[2]

const sending = ({ signal }: DataContext, write: Emit) => ({ write, signal })

function nameFile({ file }: DataContext, name: string) {
  if (file !== null) file.name = name
}
