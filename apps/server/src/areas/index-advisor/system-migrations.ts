import type { Migration } from '../../store/migrations.ts'
import proofs from './migrations/0037-index-proofs.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const indexAdvisorMigrations: readonly Migration[] = [
  { name: '0037-index-proofs', sql: proofs },
]
