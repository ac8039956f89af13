import type { Migration } from '../../store/migrations.ts'
import reports from './migrations/0033-reports.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const observabilityMigrations: readonly Migration[] = [
  { name: '0033-reports', sql: reports },
]
