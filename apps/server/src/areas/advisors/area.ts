import { afterChanges } from '../../catalog-changes/after-changes.ts'
import type { Area } from '../../install/area.ts'
import { advisorFeature } from './advisors.ts'
import { ignoreFeature } from './ignores.ts'
import { advisorMigrations } from './system-migrations.ts'
import { checkEveryProject, checkTask } from './task.ts'

export const advisorsArea: Area = {
  name: 'advisors',
  migrations: advisorMigrations,
  endpoints: (services) => [
    ...afterChanges(services, advisorFeature(services)),
    ...ignoreFeature(services),
  ],
  tasks: (services) => [checkTask(services)],
  jobs: (services) => [
    { name: 'advisors', pattern: '20 3 * * *', run: () => checkEveryProject(services) },
  ],
}
