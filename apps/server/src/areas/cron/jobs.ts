import {
  cron as routes,
  type CronJob,
  type CronJobBody,
  type CronState,
  jobPageSize,
  runPageSize,
} from '@basalt/contract/cron/cron'
import { ApiError } from '@basalt/contract/errors'
import { vault } from '@basalt/contract/vault/vault'
import { isAtFixedTimes, readSchedule } from '@basalt/cron'
import { describe } from '@basalt/cron/description'
import { isTimeZone } from '@basalt/cron/times'
import {
  EngineError,
  type ProjectDatabase,
  type ProjectEngine,
  type Queryable,
} from '@basalt/engine'
import type { OutboundNetwork } from '@basalt/identity'
import type { Jobs } from '@basalt/jobs'

import {
  type DataContext,
  getActor,
  getPrincipal,
  getProject,
  getScope,
} from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { addRemedy } from '../../limits/private-address.ts'
import type { LogService } from '../../logs/service.ts'
import type { Clock } from '../../process/clock.ts'
import { databaseFor } from '../../projects/connection.ts'
import { findUrlFault } from '../../projects/request-url.ts'
import { listReferences } from '../../vault/references.ts'
import { type KeyServices, listVaultKeys, prepareVaultKeys } from '../../vault/vault-keys.ts'
import { setVaultKey, writeVaultSetting } from '../../vault/vault-session.ts'
import { timesOf } from './due.ts'
import {
  deleteJob,
  findJobName,
  insertJob,
  insertManualRun,
  type JobRow,
  listJobs,
  listRoles,
  listRuns,
  readCronKind,
  setJobActive,
  updateJob,
} from './job-store.ts'
import { previewSchedule } from './preview.ts'
import { recordEnd } from './run-log.ts'
import { requireUnfinished, stopRun } from './stop-run.ts'
import { addTick } from './tick.ts'

type Services = KeyServices & {
  engine: ProjectEngine
  jobs: Jobs
  clock: Clock
  outside: OutboundNetwork
  logs: LogService
}

const ok = { ok: true as const }

/** Jobs of a project and their runs. */
export function cronFeature(services: Services): Endpoint[] {
  const { engine, clock } = services
  return [
    serve(routes.list, ({ query }, context) => readState(services, context, query)),
    serve(routes.preview, async ({ query }) =>
      previewSchedule(query.text, query.time_zone, clock()),
    ),
    serve(routes.runs, async ({ params: { id }, query }, context) => {
      const db = await databaseFor(engine, context)
      const kind = await readCronKind(db)
      if (kind === 'absent') return []
      const runs = await listRuns(db, { kind, id, before: query.before, limit: runPageSize })
      const reader = getPrincipal(context)
      return runs.map((run) => ({ ...run, message: run.message && addRemedy(run.message, reader) }))
    }),
    ...changes(services),
    ...runChanges(services),
  ]
}

function changes(services: Services): Endpoint[] {
  const { engine } = services
  return [
    serve(routes.create, async ({ body }, context) => {
      check(services, body, getPrincipal(context))
      const db = await databaseFor(engine, context)
      await requireOwn(db)
      await audit(services, context, { action: 'cron_job.created', name: body.name, body })
      const id = await inVault(services, { context, db, body }, (tx) => insertJob(tx, body))
      await wake(services, context)
      return { id }
    }),
    serve(routes.update, async ({ params: { id }, body }, context) => {
      check(services, body, getPrincipal(context))
      const { db, name } = await known(services, context, id)
      await audit(services, context, { action: 'cron_job.updated', id, name, body })
      await inVault(services, { context, db, body }, (tx) => updateJob(tx, id, body))
      await wake(services, context)
      return ok
    }),
    serve(routes.setActive, async ({ params: { id }, body }, context) => {
      const { db, name } = await known(services, context, id)
      const action = body.is_active ? 'cron_job.resumed' : 'cron_job.paused'
      await audit(services, context, { action, id, name })
      await setJobActive(db, id, body.is_active)
      await wake(services, context)
      return ok
    }),
    serve(routes.remove, async ({ params: { id } }, context) => {
      const { db, name } = await known(services, context, id)
      await audit(services, context, { action: 'cron_job.removed', id, name })
      await deleteJob(db, id)
      return ok
    }),
  ]
}

function runChanges(services: Services): Endpoint[] {
  const { clock, logs } = services
  return [
    serve(routes.start, async ({ params: { id } }, context) => {
      const { db, name } = await known(services, context, id)
      await audit(services, context, { action: 'cron_job.started', id, name })
      await insertManualRun(db, id, clock())
      await wake(services, context)
      return ok
    }),
    serve(routes.stop, async ({ params: { id, run } }, context) => {
      const { db, name } = await known(services, context, id)
      await requireUnfinished(db, { id, run })
      await audit(services, context, { action: 'cron_job.run_stopped', id, name, run })
      const message = `Stopped by ${getActor(context).name}`
      const stopped = await stopRun(db, { id, run, message })
      if (stopped === undefined) throw new ApiError('conflict', 'This run has just ended')
      if (stopped.status === 'failed') {
        const outcome = { status: stopped.status, message }
        const { durationMs } = stopped
        recordEnd(logs, { ref: getProject(context).ref, run: stopped, outcome, durationMs })
      }
      await wake(services, context)
      return ok
    }),
  ]
}

type Asked = { search?: string | undefined; after?: string | undefined; id?: string | undefined }

async function readState(
  { engine, clock }: Services,
  context: DataContext,
  { search = '', after, id }: Asked,
): Promise<CronState> {
  const db = await databaseFor(engine, context)
  const kind = await readCronKind(db)
  const roles = await listRoles(db)
  if (kind === 'absent') return { kind, jobs: [], has_more: false, roles }
  const filter = { kind, search: search.trim(), after: after ?? null, id: id ?? null }
  const rows = await listJobs(db, { ...filter, limit: jobPageSize + 1 })
  const now = clock()
  return {
    kind,
    jobs: rows.slice(0, jobPageSize).map((row) => present(row, now)),
    has_more: rows.length > jobPageSize,
    roles,
  }
}

function present({ last_status, last_at, last_message, ...row }: JobRow, now: Date): CronJob {
  const read = readSchedule(row.schedule)
  const times = timesOf({ schedule: row.schedule, timeZone: row.time_zone })
  return {
    ...row,
    description: 'schedule' in read ? describe(read.schedule) : '',
    is_fixed: 'schedule' in read && isAtFixedTimes(read.schedule),
    next_at: row.is_active ? (times?.next(now)?.toISOString() ?? null) : null,
    last_run:
      last_status === null || last_at === null
        ? null
        : { status: last_status, at: last_at.toISOString(), message: last_message },
  }
}

type Reader = { isOperator: boolean }

/** @throws ApiError `invalid_request` for the fields that a schema cannot check. */
function check({ outside }: Services, body: CronJobBody, reader: Reader): void {
  const fields: Record<string, string> = {}
  const read = readSchedule(body.schedule)
  if ('error' in read) fields['schedule'] = read.error
  if (!isTimeZone(body.time_zone)) fields['time_zone'] = 'Choose a time zone'
  if (body.kind === 'sql' && body.command.trim() === '')
    fields['command'] = 'Enter a statement or choose a function'
  if ((body.kind === 'http') !== (body.request !== null)) fields['kind'] = 'Enter a request'
  const fault =
    body.request === null ? undefined : findUrlFault(body.request.url, { outside, reader })
  if (fault !== undefined) fields['request.url'] = fault
  const [first] = Object.values(fields)
  if (first !== undefined) throw new ApiError('invalid_request', first, { fields })
}

async function known({ engine }: Services, context: DataContext, id: string) {
  const db = await databaseFor(engine, context)
  await requireOwn(db)
  const name = await findJobName(db, id)
  if (name === undefined) throw new ApiError('not_found', 'This job does not exist')
  return { db, name }
}

async function requireOwn(db: Queryable): Promise<void> {
  const kind = await readCronKind(db)
  if (kind === 'absent') throw new ApiError('conflict', 'Enable cron for this project first')
  if (kind === 'original') {
    throw new ApiError('conflict', 'pg_cron of this database runs its jobs: change them with SQL')
  }
}

type Saved = { context: DataContext; db: ProjectDatabase; body: CronJobBody }

/**
 * A member who may reveal secrets marks the job with the key of the vault, so that it may read
 * them. Others can save jobs that read none.
 */
async function inVault<T>(
  services: Services,
  { context, db, body }: Saved,
  save: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const project = getProject(context)
  const mayReveal = context.may(vault.reveal.permission, getScope(project))
  if (!mayReveal && listReferences(JSON.stringify(body)).length > 0) {
    throw new ApiError('forbidden', 'Only members who may reveal secrets can use {{vault:…}}')
  }
  const readKeys = /vault/iu.test(JSON.stringify(body)) ? prepareVaultKeys : listVaultKeys
  const keys = mayReveal ? await readKeys(services, project.id) : []
  return db
    .transaction(async (tx) => {
      if (keys.length > 0) await setVaultKey(tx, writeVaultSetting(keys), 'transaction')
      return save(tx)
    })
    .catch(rethrow)
}

function rethrow(error: unknown): never {
  if (error instanceof EngineError && error.sql?.sqlstate === '23505') {
    const message = 'Another job of this role has this name'
    throw new ApiError('conflict', message, { fields: { name: message } })
  }
  throw error
}

/** Jobs are read again at once, and not only at the next full minute. */
const wake = ({ jobs, clock }: Services, context: DataContext) =>
  addTick(jobs, getProject(context).ref, clock())

type Audited = { action: string; id?: string; name?: string; body?: CronJobBody; run?: string }

/** Before the change: the project's database is another one than that of the audit log. */
const audit = (
  { store }: Services,
  context: DataContext,
  { action, id, name, body, run }: Audited,
) =>
  context.audit(store, {
    action,
    target:
      name === undefined
        ? { kind: 'cron', id: getProject(context).ref }
        : { kind: 'cron_job', id: id ?? '', name },
    after: {
      ...(body !== undefined && {
        schedule: body.schedule,
        username: body.username,
        kind: body.kind,
      }),
      ...(run !== undefined && { run }),
      written: 'before it ran',
    },
  })
