/**
 * Where a row comes from, by the reference name of its source. The numbers are stored and never
 * change.
 */
export const sourceNumbers = {
  edge_logs: 1,
  auth_logs: 2,
  auth_audit_logs: 3,
  storage_logs: 4,
  function_edge_logs: 5,
  function_logs: 6,
  postgres_logs: 7,
  realtime_logs: 8,
  postgrest_logs: 9,
  supavisor_logs: 10,
  pgbouncer_logs: 11,
  pg_upgrade_logs: 12,
  // Sources of Basalt's own, which the explorer offers in addition.
  cron_logs: 13,
  webhook_logs: 14,
  audit_logs: 15,
} as const

export type LogSource = keyof typeof sourceNumbers

export const logSources = Object.keys(sourceNumbers) as LogSource[]

const sourceOfNumber = new Map<number, LogSource>(
  logSources.map((source) => [sourceNumbers[source], source]),
)

export function sourceOf(number: number): LogSource {
  const source = sourceOfNumber.get(number)
  if (source === undefined) throw new Error(`No source of logs has the number ${number}`)
  return source
}
