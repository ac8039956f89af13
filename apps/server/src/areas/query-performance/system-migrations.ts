import type { Migration } from '../../store/migrations.ts'
import samples from './migrations/0027-statement-samples.sql?raw'
import proofs from './migrations/0037-index-proofs.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const queryPerformanceMigrations: readonly Migration[] = [
  { name: '0027-statement-samples', sql: samples },
  { name: '0037-index-proofs', sql: proofs },
]
