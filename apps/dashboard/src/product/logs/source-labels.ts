import type { LogSourceName } from '@basalt/contract/logs/logs'

/** Names of the log sources, as SPEC.md section 3 lists them. */
export const sourceLabels: Readonly<Record<LogSourceName, string>> = {
  edge_logs: 'API Gateway',
  auth_logs: 'Auth',
  auth_audit_logs: 'Auth Audit Logs',
  storage_logs: 'Storage',
  function_edge_logs: 'Function Edge',
  function_logs: 'Function Runtime',
  postgres_logs: 'Postgres',
  realtime_logs: 'Realtime',
  postgrest_logs: 'PostgREST',
  supavisor_logs: 'Shared pooler',
  pgbouncer_logs: 'Dedicated pooler',
  pg_upgrade_logs: 'Database Version Upgrade',
  cron_logs: 'Cron',
  webhook_logs: 'Webhooks',
  audit_logs: 'Audit',
}

const count = Object.keys(sourceLabels).length

/** Names of up to two sources, otherwise their number. */
export function sourcesText(sources: readonly LogSourceName[]): string {
  if (sources.length === count) return 'All sources'
  if (sources.length > 2) return `${sources.length} sources`
  return sources.map((name) => sourceLabels[name]).join(', ')
}
