import { type Area, everyHour, everyMinute } from '../../install/area.ts'
import { thinSamples } from '../../store/resource-samples.ts'
import { databasePasswordFeature } from './database-password.ts'
import { homeBlockFeature } from './home-blocks.ts'
import { watchProjectHealth } from './project-health.ts'
import { projectFeature } from './projects.ts'
import { resourceUsageFeature } from './resource-usage.ts'
import { sampleClusters } from './resource-usage/sample-clusters.ts'
import { snippetFolderFeature } from './snippet-folders.ts'
import { snippetFeature } from './snippets.ts'
import { projectMigrations } from './system-migrations.ts'

export const projectArea: Area = {
  name: 'project',
  migrations: projectMigrations,
  endpoints: (services) => [
    ...projectFeature(services),
    ...databasePasswordFeature(services),
    ...snippetFeature(services),
    ...snippetFolderFeature(services),
    ...homeBlockFeature(services),
    ...resourceUsageFeature(services),
  ],
  jobs: (services) => [
    { name: 'home-blocks', pattern: everyMinute, run: () => services.blocks.readDue() },
    { name: 'resource-samples', pattern: everyMinute, run: () => sampleClusters(services) },
    {
      name: 'resource-retention',
      pattern: everyHour,
      run: () => thinSamples(services.store, services.clock()),
    },
  ],
  schedules: ({ disks, lifecycle }) => [
    { name: 'disks', pattern: '*/2 * * * * *', run: () => disks.check() },
    { name: 'project-health', pattern: '*/5 * * * * *', run: () => lifecycle.checkHealth() },
  ],
  start: watchProjectHealth,
}
