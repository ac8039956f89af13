import { type Area, everyHour, everyMinute } from '../../install/area.ts'
import { adviceFeature } from './index-advisor/advice.ts'
import { proofTask, resumeProofs } from './index-advisor/proof-task.ts'
import { deleteOldProofs } from './index-advisor/proof/proof-store.ts'
import { proofFeature } from './index-advisor/proofs.ts'
import { queryPerformanceFeature } from './query-performance.ts'
import { thinStatements } from './retention.ts'
import { sampleNow, sampleStatements } from './sample-statements.ts'
import { queryPerformanceMigrations } from './system-migrations.ts'

export const queryPerformanceArea: Area = {
  name: 'query-performance',
  migrations: queryPerformanceMigrations,
  endpoints: (services) => [
    ...queryPerformanceFeature(services),
    ...adviceFeature(services, (project) => sampleNow(services, project)),
    ...proofFeature(services),
  ],
  serverTasks: (services) => [proofTask(services)],
  jobs: (services) => [
    { name: 'statement-samples', pattern: everyMinute, run: () => sampleStatements(services) },
    { name: 'statement-retention', pattern: everyHour, run: () => thinStatements(services) },
    {
      name: 'index-proofs',
      pattern: everyMinute,
      run: () => resumeProofs(services.jobs, services.store),
    },
    {
      name: 'index-proof-retention',
      pattern: everyHour,
      run: () => deleteOldProofs(services.store),
    },
  ],
}
