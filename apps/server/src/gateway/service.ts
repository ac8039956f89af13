import type { ProjectEngine } from '@basalt/engine'
import { createGateway, type Gateway, type RequestLog, systemRequestLog } from '@basalt/gateway'

import { createRequestLimit } from '../http/rate-limits.ts'
import type { Resources } from '../limits/resources.ts'
import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import type { Store } from '../store/store.ts'
import { gatewayProjects, getOthersSince, listRetentions } from './projects.ts'
import { systemQueries } from './system-queries.ts'

type Services = {
  store: Store
  engine: ProjectEngine
  resources: Resources
  clock: Clock
  log: Log
}

export type GatewayService = {
  gateway: Gateway
  requests: RequestLog
  /** Deletes the requests that the plans do not keep any more; answers how many. */
  removeOld(): Promise<number>
}

const minute = 60

/** The gateway of an install, with its log in the system database. */
export function createGatewayService(services: Services): GatewayService {
  const { store, resources, clock, log } = services
  const { gatewayHealthMs, gatewayRequestsPerAddress, gatewayRequestsPerProject } = resources.limits
  const requests = systemRequestLog({ system: systemQueries(store), log })
  const limitOf = (points: number) => {
    const limit = createRequestLimit({ points, durationSeconds: minute })
    return (key: string) => limit.count(key)
  }
  const gateway = createGateway({
    ...services,
    projects: gatewayProjects(store),
    requests,
    countOfAddress: limitOf(gatewayRequestsPerAddress),
    countOfProject: limitOf(gatewayRequestsPerProject),
    healthMs: gatewayHealthMs,
  })
  return {
    gateway,
    requests,
    async removeOld() {
      const now = clock()
      const removed = await requests.removeOld(
        await listRetentions(store, now),
        getOthersSince(now),
      )
      if (removed > 0) log.info({ removed }, 'Old requests of the gateway were deleted')
      return removed
    },
  }
}
