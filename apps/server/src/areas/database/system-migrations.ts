import type { Migration } from '../../store/migrations.ts'
import queryRuns from './migrations/0016-query-runs.sql?raw'
import indexJobs from './migrations/0024-index-jobs.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const databaseMigrations: readonly Migration[] = [
  { name: '0016-query-runs', sql: queryRuns },
  { name: '0024-index-jobs', sql: indexJobs },
]
