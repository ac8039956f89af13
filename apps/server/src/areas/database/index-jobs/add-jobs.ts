import type { Jobs } from '@basalt/jobs'

import type { Log } from '../../../process/log.ts'
import type { Store } from '../../../store/store.ts'
import { taskName } from './run-job.ts'
import { deleteOldJobs, listUnfinished } from './stored-jobs.ts'

/** Jobs of a project run one after another: concurrent builds would wait for one another. */
const queueJob = (jobs: Jobs, { id, ref }: { id: string; ref: string }): Promise<void> =>
  jobs.add({
    task: taskName,
    payload: { id },
    key: `${taskName} ${id}`,
    queue: `${taskName} ${ref}`,
  })

type Services = { jobs: Jobs; log: Log }

/** Hands a stored job to the queue; where that fails, `resumeJobs` does within a minute. */
export async function startJob(
  { jobs, log }: Services,
  job: { id: string; ref: string },
): Promise<void> {
  try {
    await queueJob(jobs, job)
  } catch (error) {
    log.warn({ err: error, job: job.id }, 'An index job could not be queued')
  }
}

/** Queues unfinished jobs that are not queued, and deletes old ones. */
export async function resumeJobs(jobs: Jobs, store: Store): Promise<void> {
  for (const job of await listUnfinished(store)) await queueJob(jobs, job)
  await deleteOldJobs(store)
}
