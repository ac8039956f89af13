import { type Area, everyHour, everyMinute } from '../../install/area.ts'
import { queryPerformanceFeature } from './query-performance.ts'
import { thinStatements } from './retention.ts'
import { sampleStatements } from './sample-statements.ts'
import { queryPerformanceMigrations } from './system-migrations.ts'

export const queryPerformanceArea: Area = {
  name: 'query-performance',
  migrations: queryPerformanceMigrations,
  endpoints: queryPerformanceFeature,
  jobs: (services) => [
    { name: 'statement-samples', pattern: everyMinute, run: () => sampleStatements(services) },
    { name: 'statement-retention', pattern: everyHour, run: () => thinStatements(services) },
  ],
}
