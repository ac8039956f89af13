import logs from './migrations/0028-logs.sql?raw'

/** Tables of the log store in the system database; the number is unique among all migrations. */
export const logMigrations = [{ name: '0028-logs', sql: logs }] as const
