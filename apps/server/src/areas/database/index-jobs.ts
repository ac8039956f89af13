import { databaseIndexJobs, type IndexJob } from '@basalt/contract/database/index-jobs'
import type { IndexRow } from '@basalt/contract/database/objects/indexes'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectDatabase, ProjectEngine } from '@basalt/engine'
import type { Jobs } from '@basalt/jobs'
import type { IndexDefinition } from '@basalt/pg-model'
import {
  findObject,
  indexes,
  type ObjectChange,
  probeIndex,
  readJobProgress,
  readObjectDesign,
} from '@basalt/pg-schema'

import { recordBefore } from '../../change-reports/recorded.ts'
import { type DataContext, getPrincipal, getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Log } from '../../process/log.ts'
import { databaseFor, readRecords, roleFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { startJob } from './index-jobs/add-jobs.ts'
import { insertJob, listJobs, removeEnded, requestCancel } from './index-jobs/stored-jobs.ts'

type Services = { engine: ProjectEngine; store: Store; jobs: Jobs; log: Log }

/** Jobs that build, rebuild or drop indexes. */
export const indexJobFeature = (services: Services): Endpoint[] => [
  serve(databaseIndexJobs.list, (_, context) => listWithProgress(services, context)),
  serve(databaseIndexJobs.rebuild, async ({ body }, context) => {
    const target = await findTarget(await databaseFor(services.engine, context), body.id)
    const name = `${target.schema ?? ''}.${target.name}`
    await recordBefore(services.store, context, {
      action: 'index.rebuilt',
      target: { kind: 'index', id: name, name },
      details: {},
    })
    return { job: await addJob(services, context, { action: 'rebuild', target }) }
  }),
  ...endings(services),
]

function endings({ store }: Services): Endpoint[] {
  return [
    serve(databaseIndexJobs.cancel, async ({ params }, context) =>
      store.transaction().execute(async (tx) => {
        const projectId = getProject(context).id
        if (!(await requestCancel(tx, { id: params.job, projectId })))
          throw new ApiError('conflict', 'This job has ended')
        await context.audit(tx, {
          action: 'index_job.cancelled',
          target: { kind: 'index_job', id: params.job },
        })
        return {}
      }),
    ),
    serve(databaseIndexJobs.remove, async ({ params }, context) =>
      store.transaction().execute(async (tx) => {
        const projectId = getProject(context).id
        if (!(await removeEnded(tx, { id: params.job, projectId })))
          throw new ApiError('conflict', 'This job is still running. Cancel it first.')
        await context.audit(tx, {
          action: 'index_job.removed',
          target: { kind: 'index_job', id: params.job },
        })
        return {}
      }),
    ),
  ]
}

/** The progress is that of the owner's statements, which readers cannot see themselves. */
async function listWithProgress({ store, engine }: Services, context: DataContext) {
  const rows = await listJobs(store, getProject(context).id)
  const running = rows.flatMap(({ id, ended_at }) => (ended_at === null ? [id] : []))
  const progress =
    running.length === 0
      ? []
      : await readRecords(engine, context, (db) => readJobProgress(db, running))
  return rows.map((row): IndexJob => {
    const {
      phase = null,
      percent = null,
      waits_for = null,
    } = progress.find(({ job }) => job === row.id) ?? {}
    return {
      id: row.id,
      action: row.action,
      schema: row.schema_name,
      table: row.table_name,
      name: row.index_name,
      index_id: row.index_id,
      state: row.state,
      error: row.error,
      phase,
      percent,
      waits_for,
      part: row.part,
      parts: row.parts,
      created_by: row.created_by,
      created_at: row.created_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    }
  })
}

type Change = Exclude<ObjectChange<IndexDefinition>, { action: 'alter' }>

/**
 * Begins a planned change of an index as a job.
 *
 * @throws DesignError with the faults of a new index, before anything is built.
 */
export async function startIndexJob(
  services: Services,
  context: DataContext,
  change: Change,
): Promise<string> {
  const db = await databaseFor(services.engine, context)
  if (change.action === 'create') {
    await probeIndex(db, change.design)
    return addJob(services, context, { action: 'create', design: change.design })
  }
  const target = await findTarget(db, change.id)
  if (target.is_partitioned)
    throw new ApiError('conflict', 'PostgreSQL can drop a partitioned index only in a transaction')
  const found = await readObjectDesign(db, indexes, change.id)
  return addJob(services, context, { action: 'drop', target, design: found?.design ?? null })
}

async function findTarget(db: ProjectDatabase, id: number): Promise<IndexRow> {
  const row = await findObject<IndexRow>(db, indexes, id)
  if (row === null) throw new ApiError('not_found', 'This index does not exist')
  if (row.locked === null) return row
  throw new ApiError('conflict', `${row.locked}, so it cannot be changed here.`)
}

type Job =
  | { action: 'create'; design: IndexDefinition }
  | { action: 'rebuild'; target: IndexRow }
  | { action: 'drop'; target: IndexRow; design: IndexDefinition | null }

async function addJob(services: Services, context: DataContext, job: Job): Promise<string> {
  if (roleFor(context) !== 'owner')
    throw new ApiError('conflict', 'The database is read-only at the moment')
  const { id: projectId, ref } = getProject(context)
  const { schema, table, name } = job.action === 'create' ? job.design : job.target
  const id = await insertJob(services.store, {
    action: job.action,
    project_id: projectId,
    schema_name: schema ?? '',
    table_name: table,
    index_name: name,
    index_id: job.action === 'create' ? null : job.target.id,
    design: job.action === 'rebuild' ? null : job.design,
    created_by: getPrincipal(context).email,
  })
  await startJob(services, { id, ref })
  return id
}
