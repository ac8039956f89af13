import type { ServiceId } from '@basalt/catalog'
import type { LogSourceName } from '@basalt/contract/logs/logs'

export type LogSourceEntry = {
  name: LogSourceName
  label: string
  /** The service whose rows these are, unless every project has it. */
  service?: ServiceId | 'pooler'
  /** Other names, for the command menu. */
  words: string
}

/** SPEC.md section 3: the log sources by their names, then those of Basalt's own. */
export const logSourceEntries: readonly LogSourceEntry[] = [
  { name: 'edge_logs', label: 'API Gateway', words: 'requests edge http' },
  { name: 'postgres_logs', label: 'Postgres', words: 'database errors statements' },
  { name: 'auth_logs', label: 'Auth', service: 'auth', words: 'sign-ins users' },
  { name: 'auth_audit_logs', label: 'Auth Audit Logs', service: 'auth', words: 'sign-ins users' },
  { name: 'storage_logs', label: 'Storage', service: 'storage', words: 'files buckets' },
  { name: 'function_edge_logs', label: 'Function Edge', service: 'edge-functions', words: '' },
  { name: 'function_logs', label: 'Function Runtime', service: 'edge-functions', words: '' },
  { name: 'realtime_logs', label: 'Realtime', service: 'realtime', words: 'channels' },
  { name: 'postgrest_logs', label: 'PostgREST', service: 'data-api', words: 'rest api' },
  { name: 'supavisor_logs', label: 'Shared pooler', service: 'pooler', words: 'supavisor' },
  { name: 'pgbouncer_logs', label: 'Dedicated pooler', service: 'pooler', words: 'pgbouncer' },
  { name: 'pg_upgrade_logs', label: 'Database Version Upgrade', words: 'pg_upgrade' },
  { name: 'cron_logs', label: 'Cron', service: 'cron', words: 'jobs schedules' },
  { name: 'webhook_logs', label: 'Webhooks', service: 'webhooks', words: 'hooks' },
  { name: 'audit_logs', label: 'Audit', words: 'changes of the project' },
]

export const logSourceLabel = (name: string): string =>
  logSourceEntries.find((entry) => entry.name === name)?.label ?? name
