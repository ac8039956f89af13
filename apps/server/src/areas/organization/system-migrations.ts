import type { Migration } from '../../store/migrations.ts'
import members from './migrations/0003-members.sql?raw'
import singleSignOn from './migrations/0006-single-sign-on.sql?raw'
import organizations from './migrations/0007-organizations.sql?raw'
import companySize from './migrations/0014-company-size.sql?raw'

/** Tables of the area in the system database; a released entry is never changed or removed. */
export const organizationMigrations: readonly Migration[] = [
  { name: '0003-members', sql: members },
  { name: '0006-single-sign-on', sql: singleSignOn },
  { name: '0007-organizations', sql: organizations },
  { name: '0014-company-size', sql: companySize },
]
