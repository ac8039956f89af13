import { randomUUID } from 'node:crypto'

import { EngineError, type ProjectEngine } from '@basalt/engine'
import type { Jobs, Task } from '@basalt/jobs'
import { runSavedTests } from '@basalt/pg-schema'

import type { Log } from '../../process/log.ts'

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

/** Runs the saved tests soon, because the database has changed. */
export async function queuePolicyTests({ jobs, log }: Services, ref: string): Promise<void> {
  try {
    const queue = `${taskName} ${ref}`
    // A job that has begun may have read the state before this change.
    await jobs.add({ task: taskName, payload: { ref }, key: `${queue} ${randomUUID()}`, queue })
  } catch (error) {
    log.warn({ err: error, ref }, 'The saved tests could not be queued')
  }
}
