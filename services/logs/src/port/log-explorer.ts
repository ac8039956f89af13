import type { LogRange } from './log-store.ts'

export type ExplorerField = { name: string; type: string }

export type ExplorerQuery = Pick<LogRange, 'ref' | 'from' | 'to'> & {
  sql: string
  /** The retention of the project's plan, in days: older rows are not read. */
  keepDays: number
  timeoutMs: number
  /** The result ends after so many rows, or bytes of values. */
  maxRows: number
  maxBytes: number
  signal?: AbortSignal | undefined
  onFields: (fields: readonly ExplorerField[]) => void | Promise<void>
  /** Values as PostgreSQL writes them. Awaited before more are read. */
  onRows: (rows: readonly (readonly (string | null)[])[]) => void | Promise<void>
}

export type ExplorerEnd = { rows: number; truncated: 'rows' | 'bytes' | null }

/** The reason for which the query did not end as its author meant. */
export type ExplorerFailure =
  /** A mistake in the query. */
  | 'query'
  | 'timeout'
  | 'cancelled'
  /** The store does not answer. */
  | 'unreachable'
  /** This install cannot run queries over logs. */
  | 'unsupported'

export class LogExplorerError extends Error {
  override readonly name = 'LogExplorerError'
  readonly kind: ExplorerFailure
  /** SQLSTATE, hint, and the offset in the query, as far as known. */
  readonly detail: { code?: string; hint?: string | null; start?: number | null }

  constructor(
    kind: ExplorerFailure,
    message: string,
    { cause, ...detail }: LogExplorerError['detail'] & { cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.detail = detail
  }
}

/**
 * Queries over the logs of one project. The database itself keeps a query of any text within its
 * project, its time and its right to read.
 */
export interface LogExplorer {
  /** Rejects with `LogExplorerError`. */
  run(query: ExplorerQuery): Promise<ExplorerEnd>
  /** Removes what was made for projects that do not exist any more. */
  forget(existing: readonly string[]): Promise<void>
  close(): Promise<void>
}
