import { EngineError, type ProjectEngine } from '@basalt/engine'
import type { Jobs, Task } from '@basalt/jobs'
import { runSavedTests } from '@basalt/pg-schema'

import type { Log } from '../../../process/log.ts'

const taskName = 'policy-tests'

/** Runs the saved tests of policies of one project. */
export const policyTestTask = ({ engine }: { engine: ProjectEngine }): Task => ({
  name: taskName,
  async run(payload) {
    const { ref } = payload as { ref: string }
    try {
      await runSavedTests(await engine.open(ref, 'owner'))
    } catch (error) {
      // A project that is paused or deleted by now has nothing to test.
      if (!(error instanceof EngineError) || error.kind !== 'unreachable') throw error
    }
  },
})

type Services = { jobs: Jobs; log: Log }

/** Changes within this time are followed by one run. */
const windowMs = 2000

/**
 * Runs the saved tests once the current window of time has ended, because the database has changed.
 * Other changes in the window add nothing: the run has not begun yet.
 */
export async function queuePolicyTests({ jobs, log }: Services, ref: string): Promise<void> {
  try {
    const queue = `${taskName} ${ref}`
    const window = Math.floor(Date.now() / windowMs) + 1
    await jobs.add({
      task: taskName,
      payload: { ref },
      key: `${queue} ${window}`,
      queue,
      runAt: new Date(window * windowMs),
    })
  } catch (error) {
    log.warn({ err: error, ref }, 'The saved tests could not be queued')
  }
}
