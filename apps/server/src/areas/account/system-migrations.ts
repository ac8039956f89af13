import type { Migration } from '../../store/migrations.ts'
import secondFactors from './migrations/0004-second-factors.sql?raw'
import tokens from './migrations/0005-tokens.sql?raw'
import previews from './migrations/0012-previews.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const accountMigrations: readonly Migration[] = [
  { name: '0004-second-factors', sql: secondFactors },
  { name: '0005-tokens', sql: tokens },
  { name: '0012-previews', sql: previews },
]
