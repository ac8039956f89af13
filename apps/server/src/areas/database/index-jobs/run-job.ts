import { EngineError, type ProjectEngine } from '@basalt/engine'
import type { Claim, Jobs, Task } from '@basalt/jobs'
import { DesignError, findIndexByName, type IndexWork, runIndexJob } from '@basalt/pg-schema'

import { queueAfterChange } from '../../../catalog-changes/tasks.ts'
import type { Log } from '../../../process/log.ts'
import { whileClaimed } from '../../../store/claims.ts'
import type { Store } from '../../../store/store.ts'
import { recordJob } from './record-job.ts'
import {
  beginJob,
  endJob,
  isCancelling,
  saveMemory,
  savePart,
  type StoredJob,
} from './stored-jobs.ts'

type Services = { store: Store; engine: ProjectEngine; jobs: Jobs; log: Log }

export const taskName = 'index-job'

/** Runs the jobs of the table `index_jobs`; the payload is `{ id }`. */
export const indexJobTask = (services: Services): Task => ({
  name: taskName,
  isLong: true,
  run: async (payload, stopped, claim) => {
    const { id } = payload as { id: string }
    const job = await beginJob(services.store, id)
    if (job !== undefined) await runJob(services, job, { stopped, claim })
  },
})

/**
 * Runs a job until it has ended. When the database cannot be reached, the job stays unfinished, and
 * is added again within a minute.
 */
async function runJob(services: Services, job: StoredJob, run: Run): Promise<void> {
  const { store, log } = services
  const { stopped, claim } = run
  const end = (result: Parameters<typeof endJob>[2]) =>
    whileClaimed(store, claim, (tx) => endJob(tx, job.id, result))
  const { cancelled, unwatch } = watchCancel(store, job.id)
  try {
    const result = await doWork(services, job, { cancelled, stopped })
    await end({ ...result, error: null })
  } catch (error) {
    stopped.throwIfAborted()
    const message = getRefusal(error)
    if (message === undefined) log.warn({ err: error, job: job.id }, 'An index job was interrupted')
    else await end({ state: 'failed', error: message, index_id: job.index_id })
  } finally {
    unwatch()
  }
}

type Run = { stopped: AbortSignal; claim: Claim }
type Signals = { cancelled: AbortSignal; stopped: AbortSignal }

async function doWork(services: Services, job: StoredJob, signals: Signals) {
  const { store, engine } = services
  const db = await engine.open(job.ref, 'owner')
  const working = runIndexJob({
    id: job.id,
    db,
    work: getWork(job),
    memory: job.memory,
    remember: (memory) => saveMemory(store, job.id, memory),
    onPart: (part, parts) => savePart(store, job.id, { part, parts }),
    ...signals,
  })
  const state = await Promise.race([working, rejectWhen(signals.stopped)])
  if (state !== 'done') return { state, index_id: job.index_id }
  await recordJob(db, job)
  await queueAfterChange(services, job.ref)
  const place = { schema: job.schema_name, name: job.index_name }
  const present = job.action === 'drop' ? undefined : await findIndexByName(db, place)
  return { state, index_id: present?.id ?? job.index_id }
}

function getWork(job: StoredJob): IndexWork {
  const { action, design, index_id: id, schema_name: schema, index_name: name } = job
  if (action === 'create' && design !== null) return { action, design }
  if (action !== 'create' && id !== null) return { action, id, schema, name }
  throw new DesignError({ '': 'The job is incomplete' })
}

/** A statement that runs goes on in the database, where the next server finds it. */
const rejectWhen = (stopped: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const stop = () => reject(new Error('The server is shutting down'))
    if (stopped.aborted) stop()
    else stopped.addEventListener('abort', stop, { once: true })
  })

/** The reason of PostgreSQL; undefined where the job is to be run again. */
function getRefusal(error: unknown): string | undefined {
  if (error instanceof DesignError) return error.message
  if (!(error instanceof EngineError) || error.kind !== 'statement') return undefined
  const { detail } = error.sql ?? {}
  return detail === undefined ? error.message : `${error.message}: ${detail}`
}

const askMs = 500

/** Another server may have got the request to cancel the job, so its state is asked for. */
function watchCancel(store: Store, id: string) {
  const cancel = new AbortController()
  const ask = async () => {
    if (await isCancelling(store, id).catch(() => false)) cancel.abort()
  }
  void ask()
  const timer = setInterval(() => void ask(), askMs)
  return { cancelled: cancel.signal, unwatch: () => clearInterval(timer) }
}
