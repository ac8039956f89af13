import { hostname } from 'node:os'

import { Logger, runMigrations, runTaskList, type TaskList, type WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'

import { createWorkerTable, Heartbeat } from './heartbeat.ts'
import { isDoneWithin } from './is-done-within.ts'
import type { Log } from './log.ts'
import type { limitLongJobs } from './long-jobs.ts'
import { WorkerLock } from './worker-lock.ts'

/** Also written in the queries of this package. */
const schema = 'graphile_worker'
/** How long releasing jobs may take. */
const lastMs = 2000

/** Creates or updates the schema of the queue; several servers at once wait for each other. */
export async function migrateQueue(pgPool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool, schema, logger: toLogger(log) })
  await createWorkerTable(pgPool)
}

export type Worker = {
  /** Checks for jobs now. */
  nudge(): void
  /** Settles when the worker has ended; rejects when the database was away for too long. */
  ended: Promise<void>
  /** Whether the jobs that it runs are still its own. */
  isOwner(): Promise<boolean>
  /** Waits for the running jobs for that time, then releases them to be run again. */
  stop(waitMs: number): Promise<void>
}

type Options = {
  pool: Pool
  tasks: TaskList
  log: Log
  pollMs: number
  /** Jobs that run at the same time. */
  concurrency: number
  longJobs: ReturnType<typeof limitLongJobs>
  /** Another worker has taken over its jobs, because this process did not run for some time. */
  onLost: () => void
}

/** Claims jobs and runs their tasks until it is stopped. */
export function startWorker(options: Options): Worker {
  const { pool: pgPool, tasks, log, pollMs, concurrency, longJobs, onLost } = options
  let start = (_lock: WorkerLock) => undefined as void
  let stop = () => undefined as void
  const locking = new Promise<WorkerLock>((resolve) => (start = resolve))
  const stopping = new Promise<void>((resolve) => (stop = resolve))
  const pool = runTaskList(
    {
      schema,
      concurrency,
      events: longJobs.events,
      pollInterval: pollMs,
      noHandleSignals: true,
      logger: toLogger(log),
      // Otherwise jobs that complete while it stops stay claimed, and are run again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // Called before each claim.
      forbiddenFlags: async () => {
        const { held } = await locking
        await Promise.race([held, stopping])
        if (!(await beats.isOwner())) throw new Error('Another worker took over the jobs')
        return longJobs.listForbidden()
      },
    },
    tasks,
    pgPool,
  )
  const beats = new Heartbeat({
    pool: pgPool,
    workerId: pool.id,
    host: hostname(),
    onLost() {
      onLost()
      void stopPool(pool, 0)
    },
  })
  const lock = new WorkerLock(pgPool, pool.id)
  start(lock)
  let isActive = true
  return {
    nudge() {
      if (isActive) pool.nudge(concurrency)
    },
    ended: pool.promise.finally(async () => {
      isActive = false
      lock.release()
      await beats.end()
    }),
    isOwner: () => beats.isOwner(),
    async stop(waitMs) {
      isActive = false
      stop()
      await stopPool(pool, waitMs)
    },
  }
}

async function stopPool(pool: WorkerPool, waitMs: number): Promise<void> {
  if (await isDoneWithin(waitMs, Promise.resolve(pool.gracefulShutdown()))) return
  await isDoneWithin(lastMs, Promise.resolve(pool.forcefulShutdown('The server stopped')))
}

/** Without details, which hold whole jobs; failures of tasks are logged where they are run. */
const toLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    const isOfInterest = ['error', 'warning'].includes(level) && meta?.['failure'] !== true
    if (isOfInterest) log.warn({ detail: message }, 'The job queue reports a problem')
  })
