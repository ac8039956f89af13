import type { Migration } from '../../store/migrations.ts'
import samples from './migrations/0027-statement-samples.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const queryPerformanceMigrations: readonly Migration[] = [
  { name: '0027-statement-samples', sql: samples },
]
