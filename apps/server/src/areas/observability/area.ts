import type { Area } from '../../install/area.ts'
import { metricsFeature } from './metrics.ts'
import { observabilityFeature } from './observability.ts'
import { reportFeature } from './reports.ts'
import { observabilityMigrations } from './system-migrations.ts'

export const observabilityArea: Area = {
  name: 'observability',
  migrations: observabilityMigrations,
  endpoints: (services) => [
    ...observabilityFeature(services),
    ...metricsFeature(services),
    ...reportFeature(services),
  ],
}
