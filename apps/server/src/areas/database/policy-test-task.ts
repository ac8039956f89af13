import { EngineError, type ProjectEngine } from '@basalt/engine'
import type { Task } from '@basalt/jobs'
import { runSavedTests } from '@basalt/pg-schema'

import { policyTestTask as name } from '../../catalog-changes/tasks.ts'

/** Runs the saved tests of policies of one project. */
export const policyTestTask = ({ engine }: { engine: ProjectEngine }): Task => ({
  name,
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
