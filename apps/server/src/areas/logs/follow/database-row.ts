import type { DatabaseLogEntry } from '@basalt/engine'
import type { Json, LogLevel, NewLogRow } from '@basalt/logs'

import { redactEntry, type RedactedEntry } from './redact-entry.ts'

const levels: Readonly<Record<string, LogLevel>> = {
  WARNING: 'warning',
  ERROR: 'error',
  FATAL: 'fatal',
  PANIC: 'fatal',
}

const levelOf = (severity: string): LogLevel =>
  levels[severity] ?? (severity.startsWith('DEBUG') ? 'debug' : 'info')

/** An entry of a project's database as a row of the source `postgres_logs`, without secrets. */
export function toDatabaseRow(ref: string, entry: DatabaseLogEntry): NewLogRow {
  const redacted = redactEntry(entry)
  const at = Date.parse(entry.timestamp.replace(' ', 'T').replace(' UTC', 'Z'))
  const cut = entry.cutCharacters
  return {
    ref,
    source: 'postgres_logs',
    at: Number.isNaN(at) ? Date.now() : at,
    level: levelOf(entry.error_severity),
    message: cut === 0 ? redacted.message : `${redacted.message} … (${cut} more characters)`,
    durationMs: redacted.durationMs,
    user: redacted.user ?? null,
    database: redacted.dbname ?? null,
    code: entry.state_code ?? null,
    request_id: requestOf(redacted),
    isOwn: entry.isOwn,
    metadata: { host: `db-${ref}`, parsed: parsedFields(redacted), details: details(redacted) },
  }
}

/** The gateway writes the id of a request in front of its statements. */
const requestOf = ({ statement = '', message }: RedactedEntry): string | null =>
  /\/\* request_id=([\w.-]{1,100}) \*\//u.exec(`${statement} ${message}`)?.[1] ?? null

/** The fields of the source's catalogue. */
const parsedFields = (entry: RedactedEntry): { [field: string]: Json } => ({
  backend_type: entry.backend_type ?? null,
  command_tag: entry.ps ?? null,
  connection_from: connectionFrom(entry),
  database_name: entry.dbname ?? null,
  error_severity: entry.error_severity,
  process_id: entry.pid ?? null,
  query_id: entry.query_id === '0' ? null : (entry.query_id ?? null),
  session_id: entry.session_id ?? null,
  session_line_num: entry.line_num ?? null,
  session_start_time: entry.session_start ?? null,
  sql_state_code: entry.state_code ?? null,
  timestamp: entry.timestamp,
  transaction_id: entry.txid ?? null,
  user_name: entry.user ?? null,
  virtual_transaction_id: entry.vxid ?? null,
})

/** Further fields of PostgreSQL that the catalogue does not name; those without a value are left out. */
function details(entry: RedactedEntry): { [field: string]: Json } {
  const fields = {
    application_name: entry.application_name,
    statement: entry.statement,
    detail: entry.detail,
    hint: entry.hint,
    context: entry.context,
    internal_query: entry.internal_query,
    plan: entry.plan,
  }
  const present = Object.entries(fields).flatMap(([name, value]): [string, Json][] =>
    value === undefined || value === null ? [] : [[name, value]],
  )
  return Object.fromEntries(present)
}

function connectionFrom({ remote_host: host, remote_port: port }: RedactedEntry): string | null {
  if (host === undefined) return null
  return port === undefined ? host : `${host}:${port}`
}
