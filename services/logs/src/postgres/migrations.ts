import logs from './migrations/0028-logs.sql?raw'
import sources from './migrations/0031-log-sources.sql?raw'
import drains from './migrations/0034-log-drains.sql?raw'
import hours from './migrations/0038-log-hours.sql?raw'

/** Tables of the log store in the system database; the numbers are unique among all migrations. */
export const logMigrations = [
  { name: '0028-logs', sql: logs },
  { name: '0031-log-sources', sql: sources },
  { name: '0034-log-drains', sql: drains },
  { name: '0038-log-hours', sql: hours },
] as const
