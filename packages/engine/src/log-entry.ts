/**
 * An entry of PostgreSQL's JSON log, under PostgreSQL's own names (manual, "Keys and values of JSON
 * log entries"). Long texts are cut. It may contain secrets of its statement.
 */
export type DatabaseLogEntry = {
  /** As PostgreSQL writes it: `2026-11-28 17:00:00.123 UTC`. */
  timestamp: string
  error_severity: string
  message: string
  pid?: number
  user?: string
  dbname?: string
  remote_host?: string
  remote_port?: number
  session_id?: string
  line_num?: number
  /** The command tag. */
  ps?: string
  session_start?: string
  vxid?: string
  txid?: number
  state_code?: string
  detail?: string
  hint?: string
  internal_query?: string
  context?: string
  statement?: string
  application_name?: string
  backend_type?: string
  /** As text, because a number of JavaScript would round it. */
  query_id?: string
  /** Of a session of Basalt itself. */
  isOwn: boolean
  /** Number of characters that are left out of its texts; of a huge entry this is a lower bound. */
  cutCharacters: number
}

/** Entries of a database's log, in the order in which PostgreSQL wrote them. */
export type DatabaseLogPart = {
  entries: DatabaseLogEntry[]
  /** Where the next part begins. The same as before when nothing was read. */
  position: string
  /** Bytes of deleted files that were never read. */
  lostBytes: number
}
