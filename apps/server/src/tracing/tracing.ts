/** A piece of work with a start and an end. */
export type Span = {
  /** Of the whole trace, 32 hexadecimal digits. */
  readonly traceId: string
  set(name: string, value: string | number): void
  /** Once; later calls have no effect. */
  end(outcome?: { name?: string; isFailure?: boolean }): void
}

/** Follows requests through the server. Without the setting there is none. */
export type Tracing = {
  /** A request of a client; null where it is not sampled. */
  request(traceparent: string | string[] | undefined): Span | null
  /** Runs work whose statements belong to the span. */
  within<Result>(span: Span, work: () => Result): Result
  /** A statement of the span that is running; null outside of one. */
  statement(sql: string, startedMs?: number): Span | null
  /** Sends what waits, and stops. */
  close(): Promise<void>
}

const words = /^(?:\s|--[^\n]*\n|\/\*.*?\*\/)*([a-z]{1,20})\b/isu

/** The command of a statement. Nothing else of it is sent: its text may contain values. */
export const commandOf = (sql: string): string =>
  words.exec(sql.slice(0, 2000))?.[1]?.toUpperCase() ?? 'STATEMENT'
