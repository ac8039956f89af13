import type { Migration } from '../../store/migrations.ts'
import advisors from './migrations/0026-advisors.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const advisorMigrations: readonly Migration[] = [{ name: '0026-advisors', sql: advisors }]
