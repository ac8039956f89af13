import type { LogRowEntry } from '@basalt/contract/logs/logs'
import type { LogRow } from '@basalt/logs'

/** A row as the dashboard reads it, without the fields of its source. */
export const present = (row: LogRow): LogRowEntry => ({
  id: row.id,
  source: row.source,
  at: row.at.toISOString(),
  level: row.level,
  message: row.message,
  status: row.status,
  method: row.method,
  path: row.path,
  user: row.user,
  database: row.database,
  code: row.code,
  request_id: row.request_id,
  duration_ms: row.durationMs,
  is_own: row.isOwn,
  pattern: row.pattern,
})
