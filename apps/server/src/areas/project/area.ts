import { type Area, everyMinute } from '../../install/area.ts'
import { databasePasswordFeature } from './database-password.ts'
import { homeBlockFeature } from './home-blocks.ts'
import { watchProjectHealth } from './project-health.ts'
import { projectFeature } from './projects.ts'
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
  ],
  jobs: ({ blocks }) => [
    { name: 'home-blocks', pattern: everyMinute, run: () => blocks.readDue() },
  ],
  schedules: ({ disks, lifecycle }) => [
    { name: 'disks', pattern: '*/2 * * * * *', run: () => disks.check() },
    { name: 'project-health', pattern: '*/5 * * * * *', run: () => lifecycle.checkHealth() },
  ],
  start: watchProjectHealth,
}
