import { type Area, everyHour, everyMinute } from '../../install/area.ts'
import { adviceFeature } from './advice.ts'
import { deleteOldProofs } from './proof-store.ts'
import { proofTask, resumeProofs } from './proof-task.ts'
import { proofFeature } from './proofs.ts'
import { indexAdvisorMigrations } from './system-migrations.ts'

export const indexAdvisorArea: Area = {
  name: 'index-advisor',
  migrations: indexAdvisorMigrations,
  endpoints: (services) => [...adviceFeature(services), ...proofFeature(services)],
  tasks: (services) => [proofTask(services)],
  jobs: ({ jobs, store }) => [
    { name: 'index-proofs', pattern: everyMinute, run: () => resumeProofs(jobs, store) },
    { name: 'index-proof-retention', pattern: everyHour, run: () => deleteOldProofs(store) },
  ],
}
