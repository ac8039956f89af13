const source =
  /\b(?:from|join)\s+(?:edge|auth|auth_audit|storage|function|function_edge|postgres|realtime|postgrest|supavisor|pgbouncer|pg_upgrade|cron|webhook|audit)_logs\b/iu

/** Whether a statement that names an unknown table is probably a query over logs. */
export const isLogQuery = (statement: string, sqlstate: string | undefined): boolean =>
  sqlstate === '42P01' && source.test(statement)
