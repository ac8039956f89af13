import type { EngineEvent, ReadingLimits } from '@basalt/engine'

export type EmbeddedOptions = {
  /** An absolute path. The engine writes only below it. */
  dataDir: string
  /** Another PostgreSQL installation, version 15 or newer, instead of the bundled one. */
  postgresDir?: string | undefined
  /** A file or directory from which the bundled packages are found; this module when left out. */
  resolveFrom?: string | undefined
  /**
   * The same label must always give the same secret: clusters are opened with them again. At
   * least 128 random bits, because users can get at verifiers of them (`hostBasedAccess`).
   */
  secretFor: (label: string) => string
  /** Timeout of a reader's statements in milliseconds; 5 minutes by default. */
  readerStatementMs?: number | undefined
  log?: (entry: LogEntry) => void
  /** Limits on what reading from the clusters uses of this process. */
  limits?: ReadingLimits | undefined
}

/** Timeout of a reader's statements where the options name none. */
export const defaultReaderStatementMs = 300_000

export type LogEntry = {
  level: 'info' | 'warn' | 'error'
  message: string
  /** The cluster concerned. */
  ref?: string | undefined
}

export function getLogEntry(event: EngineEvent): LogEntry {
  return event.type === 'crashed'
    ? {
        level: 'error',
        message: `The database server crashed (${event.crashes} in a row) and restarts at ${event.nextStartAt.toISOString()}: ${event.reason}`,
        ref: event.ref,
      }
    : { level: 'info', message: 'The database server recovered.', ref: event.ref }
}
