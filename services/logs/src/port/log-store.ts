import type { LogLevel } from '../rows/levels.ts'
import type { LogRow, NewLogRow } from '../rows/log-row.ts'
import type { LogSource } from '../rows/sources.ts'

/** Fields that rows are filtered by and counted by. */
export const filterFields = [
  'level',
  'status',
  'method',
  'path',
  'user',
  'database',
  'code',
] as const

export type FilterField = (typeof filterFields)[number]

/** Rows whose field has one of the values, or none of them; `5xx` is a class of statuses. */
export type LogFilter = {
  field: FilterField
  values: readonly string[]
  excludes?: boolean | undefined
}

/** Which rows of a project. Times are half open: `from` belongs to the range, `to` does not. */
export type LogRange = {
  ref: string
  /** At least one. */
  sources: readonly LogSource[]
  from: Date
  to: Date
  filters?: readonly LogFilter[] | undefined
  /** Part of the message, in any case of its letters. */
  search?: string | undefined
  /** Only messages of this pattern. */
  pattern?: string | undefined
  includesOwn?: boolean | undefined
}

/** A row in the order of rows. */
export type LogPosition = { at: Date; id: string }

export type LogPage = {
  /** The newest first. */
  rows: LogRow[]
  /** Rows before this one were not read yet; null when the whole range was read. */
  next: LogPosition | null
}

export type PageOptions = {
  limit: number
  /** `next` of the page before. */
  before?: LogPosition | undefined
  /** A rare row is searched this long; the page may be short or empty and still have a `next`. */
  budgetMs: number
  signal?: AbortSignal | undefined
}

export type HistogramBucket = { from: Date; counts: Partial<Record<LogLevel, number>> }

/** Requests in a bucket; percentiles are null where no row has a duration. */
export type RequestBucket = {
  from: Date
  requests: number
  /** With a status of 400 to 499. */
  clientErrors: number
  /** With a status from 500. */
  serverErrors: number
  p50Ms: number | null
  p95Ms: number | null
}

export type FacetCount = { value: string; count: number }

export type DropReason = 'memory' | 'disk' | 'lost' | 'old'

/** Rows that are missing in the store, in a minute. */
export type DroppedRows = { source: LogSource; minute: Date; reason: DropReason; count: number }

/** Of a batch that is stored as a whole or not at all. */
export type LogBatch = {
  rows: readonly NewLogRow[]
  /** How long the rows of each project are kept, in days: 1, 7, 28 or 90. */
  keepDays: (ref: string) => number
  /** Where the reader of another log continues after these rows. */
  position?: { key: string; value: string } | undefined
  dropped?: readonly (DroppedRows & { ref: string })[] | undefined
  /** Ids of the drains that a row is queued for. */
  drainsOf?: ((row: NewLogRow) => readonly string[]) | undefined
}

/** A row that waits for a drain. */
export type QueuedRow = { seq: string; row: LogRow }

/** A pattern of messages in two ranges of the same length. */
export type PatternCount = {
  source: LogSource
  pattern: string
  level: LogLevel
  /** The first one that was stored. */
  message: string
  before: number
  after: number
  /** When the first message of the pattern was stored. */
  firstAt: Date | null
}

/** The store of an install does not answer, or cannot take rows. */
export class LogStoreError extends Error {
  override readonly name = 'LogStoreError'
}

/**
 * Rows of the logs of all projects. Every call names one project and sees no row of another.
 * Calls that read reject with `LogStoreError` when the store does not answer.
 */
export interface LogStore {
  /** Stores rows, the position and the counts of dropped rows together. */
  append(batch: LogBatch): Promise<void>
  /** The position that was stored last; null before the first one. */
  position(key: string): Promise<string | null>
  list(range: LogRange, options: PageOptions): Promise<LogPage>
  find(ref: string, id: string): Promise<LogRow | null>
  /** Rows of all sources next to a position, the newest first, with the one at the position. */
  around(
    ref: string,
    position: LogPosition,
    options: { count: number; includesOwn: boolean },
  ): Promise<LogRow[]>
  /** Rows of all sources that one request caused, the oldest first. */
  byRequest(ref: string, requestId: string): Promise<LogRow[]>
  /** Counts in buckets of equal length; buckets without rows are left out. */
  histogram(range: LogRange, bucketMs: number, signal?: AbortSignal): Promise<HistogramBucket[]>
  /**
   * Counts of rows by status and percentiles of their durations, in buckets of equal length;
   * buckets without rows are left out.
   */
  requests(range: LogRange, bucketMs: number, signal?: AbortSignal): Promise<RequestBucket[]>
  /** The most frequent values of fields, each without the filters of its own field. */
  facets(
    range: LogRange,
    fields: readonly (FilterField | 'source')[],
    signal?: AbortSignal,
  ): Promise<Partial<Record<FilterField | 'source', FacetCount[]>>>
  /** Every pattern in the range, or in the same length of time from `previousFrom` on. */
  comparePatterns(
    range: LogRange,
    previousFrom: Date,
    signal?: AbortSignal,
  ): Promise<PatternCount[]>
  /** The rows that wait for a drain, in the order in which they were stored. */
  queued(drainId: string, limit: number): Promise<QueuedRow[]>
  /** How many rows wait for a drain. */
  waiting(drainId: string): Promise<number>
  /** Removes delivered rows from the queue of a drain. */
  settle(drainId: string, seqs: readonly string[]): Promise<void>
  /**
   * Removes the oldest rows of a queue beyond a number, and those whose rows are not kept any more.
   *
   * @returns how many were removed.
   */
  trimQueue(drainId: string, maxRows: number): Promise<number>
  dropped(ref: string, from: Date, to: Date): Promise<DroppedRows[]>
  /** The newest time of which rows are stored; null when there is none. */
  newest(ref: string): Promise<Date | null>
  /** Deletes what the plans do not keep any more, and the oldest rows beyond a size in bytes. */
  removeOld(now: Date, maxBytes: number): Promise<{ partitions: string[] }>
  /**
   * Counts the rows of hours that are over, where that makes facets faster. It changes no answer.
   *
   * @returns how many hours were counted.
   */
  countHours(now: Date): Promise<number>
  /** Stored bytes of all projects. */
  size(): Promise<number>
  close(): Promise<void>
}
