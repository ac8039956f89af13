import { ApiError } from '@basalt/contract/errors'
import { queues as routes } from '@basalt/contract/queues/queues'
import type { Queryable } from '@basalt/engine'

import { type Endpoint, serve } from '../../http/route.ts'
import { exposeQueues, grantQueue, hideQueues } from './public-schema.ts'
import { changeQueues, type Services } from './queue-change.ts'
import { listQueues, readInstallation, tablesOf } from './queue-store.ts'

/** The schema for callers of the API. */
export const queueAccessFeature = (services: Services): Endpoint[] => [
  serve(routes.expose, async ({ body: { is_exposed: isExposed } }, context) =>
    changeQueues(services, context, {
      action: isExposed ? 'exposed' : 'hidden',
      name: null,
      plan: (tx) => planExposure(tx, isExposed),
    }),
  ),
]

async function planExposure(tx: Queryable, isExposed: boolean) {
  const state = await readInstallation(tx)
  if (!state.is_installed) throw new ApiError('conflict', 'Enable queues first.')
  if (state.is_exposed === isExposed) return { statements: [], rollback: null }
  if (!isExposed) return { statements: hideQueues, rollback: null }
  const queues = await listQueues(tx)
  const grants = queues.flatMap(({ name }) => grantQueue(...tablesOf(name)))
  return { statements: [...exposeQueues, ...grants], rollback: hideQueues }
}
