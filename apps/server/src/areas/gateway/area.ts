import { gatewayMigrations } from '@basalt/gateway'

import { mountGateway } from '../../http/gateway.ts'
import type { Area } from '../../install/area.ts'
import { gatewayFeature } from './gateway.ts'

export const gatewayArea: Area = {
  name: 'gateway',
  migrations: gatewayMigrations,
  endpoints: ({ gateway }) => gatewayFeature(gateway),
  mounts: ({ http }, { gateway, resources }) => mountGateway(http, gateway.gateway, resources),
  jobs: ({ gateway }) => [
    {
      name: 'gateway-retention',
      pattern: '*/10 * * * *',
      run: async () => void (await gateway.removeOld()),
    },
  ],
  // Requests that were not logged while the system database was away.
  schedules: ({ gateway: { requests } }) => [
    { name: 'gateway-log', pattern: '*/10 * * * * *', run: () => requests.flush() },
  ],
  flush: ({ gateway }) => gateway.requests.flush(),
}
