import { type Area, everyMinute } from '../../install/area.ts'
import { tickChangedProjects } from './changed-jobs.ts'
import { failureMailTask } from './failure-mail.ts'
import { cronFeature } from './jobs.ts'
import { cronTask, tickEveryProject, trimEveryProject } from './tick.ts'

export const cronArea: Area = {
  name: 'cron',
  endpoints: cronFeature,
  tasks: (services) => [cronTask(services), failureMailTask(services)],
  schedules: (services) => [
    {
      name: 'cron-changes',
      pattern: '*/3 * * * * *',
      run: () => tickChangedProjects(services),
    },
  ],
  jobs: (services) => [
    {
      name: 'cron-projects',
      pattern: everyMinute,
      run: () => tickEveryProject(services, services.clock()),
    },
    { name: 'cron-history', pattern: '37 2 * * *', run: () => trimEveryProject(services) },
  ],
}
