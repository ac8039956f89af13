import type { Jobs, NewJob } from '@basalt/jobs'

import type { Log } from '../process/log.ts'

export const policyTestTask = 'policy-tests'
export const advisorTask = 'advisors'

/** The tasks that follow a change of a project's catalog. */
const tasks = [policyTestTask, advisorTask] as const

/** Changes within this time are followed by one run of each task. */
const windowMs = 2000

/**
 * A run of a task for a project once the current window of time has ended. The same one added again
 * in the window adds nothing: the run has not begun yet.
 */
export function nextWindow(task: (typeof tasks)[number], ref: string): NewJob {
  const queue = `${task} ${ref}`
  const window = Math.floor(Date.now() / windowMs) + 1
  return {
    task,
    payload: { ref },
    key: `${queue} ${window}`,
    queue,
    runAt: new Date(window * windowMs),
  }
}

/** Runs what follows a change of the catalog. A failure to do so does not fail the change. */
export async function queueAfterChange(
  { jobs, log }: { jobs: Jobs; log: Log },
  ref: string,
): Promise<void> {
  try {
    for (const task of tasks) await jobs.add(nextWindow(task, ref))
  } catch (error) {
    log.warn({ err: error, ref }, 'The work after a change of the catalog could not be queued')
  }
}
