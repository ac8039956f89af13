import type { Migration } from '../../store/migrations.ts'
import support from './migrations/0010-support.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const supportMigrations: readonly Migration[] = [{ name: '0010-support', sql: support }]
