import type { DatabaseSession, ProjectDatabase } from '@basalt/engine'
import type { IndexDefinition } from '@basalt/pg-model'

import { buildIndex } from './build-index.ts'
import { dropIndex } from './drop-index.ts'
import { type JobEnd, type JobRun, pause } from './index-job.ts'
import { cancelHolder, takeJobLock } from './job-lock.ts'
import { rebuildIndex } from './rebuild-index.ts'

export type IndexWork =
  | { action: 'create'; design: IndexDefinition }
  | { action: 'rebuild' | 'drop'; id: number; schema: string; name: string }

export type IndexJob = Omit<JobRun, 'session'> & {
  id: string
  db: ProjectDatabase
  work: IndexWork
}

const askMs = 300

/** They are the tenant's, or the database's, and would end a long build. */
const limits = ['statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_session_timeout']

/**
 * Runs a job until it has ended, also one that an earlier server began: a statement that this has
 * left in the database is awaited first, or cancelled with the job.
 *
 * @throws EngineError or DesignError with the reason of PostgreSQL; other errors where it is to be
 *   run again.
 */
export async function runIndexJob(job: IndexJob): Promise<JobEnd> {
  const session = await job.db.session()
  try {
    await removeLimits(session)
    await waitForLock(session, job)
    return await doWork({ ...job, session }, job.work)
  } finally {
    await session.release()
  }
}

async function removeLimits(session: DatabaseSession): Promise<void> {
  await session.query(`select set_config(name, '0', false) from pg_settings where name = any($1)`, [
    limits,
  ])
}

async function waitForLock(
  session: DatabaseSession,
  { id, db, cancelled, stopped }: IndexJob,
): Promise<void> {
  while (!(await takeJobLock(session, id))) {
    if (cancelled.aborted) await cancelHolder(db, id)
    await pause(askMs, stopped)
  }
}

const doWork = (run: JobRun, work: IndexWork): Promise<JobEnd> => {
  if (work.action === 'create') return buildIndex(run, work.design)
  return work.action === 'rebuild' ? rebuildIndex(run, work) : dropIndex(run, work.id)
}
