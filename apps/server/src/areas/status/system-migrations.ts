import type { Migration } from '../../store/migrations.ts'
import status from './migrations/0011-status.sql?raw'
import incidentRegions from './migrations/0020-incident-regions.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const statusMigrations: readonly Migration[] = [
  { name: '0011-status', sql: status },
  { name: '0020-incident-regions', sql: incidentRegions },
]
