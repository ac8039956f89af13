import type { Area } from '../../install/area.ts'
import { integrationFeature } from './integrations.ts'

export const integrationsArea: Area = {
  name: 'integrations',
  endpoints: integrationFeature,
}
