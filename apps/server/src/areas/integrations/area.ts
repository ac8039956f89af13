import { type Area, everyMinute } from '../../install/area.ts'
import { updateEveryProject } from '../../projects/update-extensions.ts'
import { integrationFeature } from './integrations.ts'

export const integrationsArea: Area = {
  name: 'integrations',
  endpoints: integrationFeature,
  jobs: (services) => [
    { name: 'extension-updates', pattern: everyMinute, run: () => updateEveryProject(services) },
  ],
}
