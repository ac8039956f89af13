import { gatewayMigrations } from '@basalt/gateway'

import { mountGateway } from '../../http/gateway.ts'
import type { Area } from '../../install/area.ts'
import { gatewayFeature } from './gateway.ts'

export const gatewayArea: Area = {
  name: 'gateway',
  migrations: gatewayMigrations,
  endpoints: (services) => gatewayFeature(services),
  mounts: ({ http }, { gateway, resources }) => mountGateway(http, gateway, resources),
}
