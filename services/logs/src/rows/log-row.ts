import type { LogLevel } from './levels.ts'
import type { LogSource } from './sources.ts'

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }

/** Fields by which rows of all sources are filtered and counted; null where they mean nothing. */
export type LogFields = {
  /** HTTP status. */
  status: number | null
  /** HTTP method. */
  method: string | null
  /** Path of the URL, without the query. */
  path: string | null
  /** Database role. */
  user: string | null
  database: string | null
  /** SQLSTATE, or the error code of a service. */
  code: string | null
  /** The same for all rows that one request caused. */
  request_id: string | null
}

/** A row to be stored. Its source has removed secrets from it, see `redact`. */
export type NewLogRow = Partial<LogFields> & {
  ref: string
  source: LogSource
  /** Milliseconds since 1970. */
  at: number
  level: LogLevel
  message: string
  durationMs?: number | null
  /** Caused by Basalt itself; hidden unless it is asked for. */
  isOwn?: boolean
  /** The object `metadata` of the source's fields. */
  metadata: { readonly [key: string]: Json }
}

/** A stored row. */
export type LogRow = LogFields & {
  /** Decimal digits; a later row of one server has a larger id. */
  id: string
  source: LogSource
  at: Date
  level: LogLevel
  message: string
  durationMs: number | null
  isOwn: boolean
  /** Of rows whose messages differ only in values, see `patternOf`; decimal digits. */
  pattern: string
  metadata: { readonly [key: string]: Json }
}
