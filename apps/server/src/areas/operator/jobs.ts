import { ApiError } from '@basalt/contract/errors'
import { operatorJobs as routes } from '@basalt/contract/operator-jobs'

import type { Context } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { deleteJob, lockFailure, readJobs, retryJob } from './job-store.ts'

/** Jobs of the install, for its operators. */
export function jobFeature({ store }: { store: Store }): Endpoint[] {
  return [
    serve(routes.list, async () => readJobs(store)),
    serve(routes.retry, async ({ params }, context) => {
      await change(store, { id: params.id, action: 'job.retried', audit: context.audit }, retryJob)
      return readJobs(store)
    }),
    serve(routes.remove, async ({ params }, context) => {
      await change(store, { id: params.id, action: 'job.deleted', audit: context.audit }, deleteJob)
      return readJobs(store)
    }),
  ]
}

type Change = { id: string; action: string; audit: Context['audit'] }

const change = (
  store: Store,
  { id, action, audit }: Change,
  apply: (tx: Store, id: string) => Promise<void>,
): Promise<void> =>
  store.transaction().execute(async (tx) => {
    const job = await lockFailure(tx, id)
    if (job === undefined) {
      throw new ApiError('not_found', 'This job has ended, or runs again at the moment')
    }
    await apply(tx, id)
    await audit(tx, { action, target: { kind: 'job', id, name: job.task } })
  })
