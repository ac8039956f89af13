import type { Migration } from '../../store/migrations.ts'
import billing from './migrations/0009-billing.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const billingMigrations: readonly Migration[] = [{ name: '0009-billing', sql: billing }]
