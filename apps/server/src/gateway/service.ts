import type { ProjectEngine } from '@basalt/engine'
import { createGateway, type Gateway } from '@basalt/gateway'

import { createRequestLimit } from '../http/rate-limits.ts'
import type { Resources } from '../limits/resources.ts'
import type { LogService } from '../logs/service.ts'
import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import type { Store } from '../store/store.ts'
import { toEdgeRow } from './edge-rows.ts'
import { gatewayProjects } from './projects.ts'

type Services = {
  store: Store
  engine: ProjectEngine
  resources: Resources
  clock: Clock
  log: Log
  logs: Pick<LogService, 'record'>
  publicUrl: string
}

const minute = 60

/** The gateway of an install; its requests are rows of the logs. */
export function createGatewayService(services: Services): Gateway {
  const { store, resources, logs, publicUrl } = services
  const { gatewayHealthMs, gatewayRequestsPerAddress, gatewayRequestsPerProject } = resources.limits
  const limitOf = (points: number) => {
    const limit = createRequestLimit({ points, durationSeconds: minute })
    return (key: string) => limit.count(key)
  }
  return createGateway({
    ...services,
    projects: gatewayProjects(store),
    requests: {
      record(request) {
        const row = toEdgeRow(request, publicUrl)
        if (row !== null) logs.record(row)
      },
    },
    countOfAddress: limitOf(gatewayRequestsPerAddress),
    countOfProject: limitOf(gatewayRequestsPerProject),
    healthMs: gatewayHealthMs,
  })
}
