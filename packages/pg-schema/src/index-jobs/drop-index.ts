import { EngineError } from '@basalt/engine'

import { quoted } from '../objects/object-steps.ts'
import type { JobEnd, JobRun } from './index-job.ts'
import { dropLeftover, findIndexById } from './leftovers.ts'

/**
 * Drops an index without blocking reads and writes. PostgreSQL first marks it invalid, then waits
 * for the transactions that use it: from then on a cancelled drop is completed.
 */
export async function dropIndex(run: JobRun, id: number): Promise<JobEnd> {
  const { session, cancelled } = run
  const index = await findIndexById(session, id)
  if (index === undefined) return 'done'
  if (run.memory.wasValid === undefined) {
    await run.remember({ wasValid: index.is_valid })
    run.memory.wasValid = index.is_valid
  }
  try {
    if (!cancelled.aborted) {
      await session.text(`drop index concurrently ${quoted(index)}`, [], { signal: cancelled })
      return 'done'
    }
  } catch (error) {
    if (!(error instanceof EngineError && error.kind === 'cancelled')) throw error
  }
  const present = await findIndexById(session, id)
  if (present === undefined) return 'done'
  if (present.is_valid || !run.memory.wasValid) return 'cancelled'
  await dropLeftover(run, present)
  return 'done'
}
