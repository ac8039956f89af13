import { EngineError } from '@basalt/engine'

import { DesignError } from '../designs/design.ts'
import { quoted } from '../objects/object-steps.ts'
import type { JobEnd, JobRun } from './index-job.ts'
import { dropLeftover, findIndexById, findIndexByName, listRebuilt } from './leftovers.ts'

type Named = { id: number; schema: string; name: string }

/**
 * Builds an index again and puts the new one in its place, without blocking writes. When it is
 * cancelled or fails, the index is as before.
 */
export async function rebuildIndex(run: JobRun, { id, schema, name }: Named): Promise<JobEnd> {
  const { session, cancelled } = run
  const index = await findIndexById(session, id)
  if (index === undefined) {
    // The new index has another oid: an earlier server has come that far.
    const present = await findIndexByName(session, { schema, name })
    if (present === undefined)
      throw new DesignError({ '': 'The index was dropped before it was rebuilt' })
    await removeLeftovers(run, present.tableId)
    return 'done'
  }
  if (run.memory.known === undefined) {
    const known = (await listRebuilt(session, index.tableId)).map((one) => one.id)
    await run.remember({ known })
    run.memory.known = known
  } else await removeLeftovers(run, index.tableId)
  try {
    await session.text(`reindex index concurrently ${quoted(index)}`, [], { signal: cancelled })
    return 'done'
  } catch (error) {
    const isFinal = error instanceof EngineError && ['statement', 'cancelled'].includes(error.kind)
    if (!isFinal) throw error
    await removeLeftovers(run, index.tableId)
    if (cancelled.aborted) return 'cancelled'
    throw error
  }
}

async function removeLeftovers(run: JobRun, tableId: number): Promise<void> {
  const known = new Set(run.memory.known)
  for (const index of await listRebuilt(run.session, tableId)) {
    if (!known.has(index.id)) await dropLeftover(run, index)
  }
}
