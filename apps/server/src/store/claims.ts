import { type Claim, claimHeld } from '@basalt/jobs'
import { CompiledQuery } from 'kysely'

import type { Store } from './store.ts'

/**
 * Stores the result of a job in a transaction, unless another process has taken over the job, as
 * happens to a process that was frozen.
 *
 * @throws Error when the run has lost its job.
 */
export const whileClaimed = (
  store: Store,
  claim: Claim,
  finish: (tx: Store) => Promise<void>,
): Promise<void> =>
  store.transaction().execute(async (tx) => {
    const { text, values } = claimHeld(claim)
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [...values]))
    if (rows.length === 0) throw new Error('Another process took over this job')
    await finish(tx)
  })
