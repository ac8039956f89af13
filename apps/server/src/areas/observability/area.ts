import type { Area } from '../../install/area.ts'
import { metricsFeature } from './metrics.ts'
import { observabilityFeature } from './observability.ts'

export const observabilityArea: Area = {
  name: 'observability',
  endpoints: (services) => [...observabilityFeature(services), ...metricsFeature(services)],
}
