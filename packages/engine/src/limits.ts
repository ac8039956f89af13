/** Bytes that many share. */
export interface ByteBudget {
  readonly limit: number
  /** Whether the bytes were available; then `give` has to return as many. It never waits. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** Interval of retries while bytes are not available. */
export const askAgainMs = 20
const requestMs = 5000

/**
 * How long to wait for space. Waiting connections that hold a part can block each other; random
 * deadlines keep them from all failing at the same moment, which would free space for none of them.
 */
export const timeoutMs = (): number => requestMs * (0.5 + Math.random() / 2)

/**
 * Takes bytes as soon as they are available; `false` after the deadline, or when they exceed the
 * budget.
 */
export async function takeWhenFree(budget: ByteBudget, bytes: number): Promise<boolean> {
  const until = Date.now() + timeoutMs()
  while (!budget.take(bytes)) {
    if (bytes > budget.limit || Date.now() > until) return false
    // oxlint-disable-next-line no-await-in-loop -- until somebody gives back
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
  return true
}

/** Limits on what reading from databases uses of this process. */
export type ReadingLimits = {
  /**
   * One message from PostgreSQL, in bytes. A larger one closes its connection before it is read.
   */
  messageBytes: number
  /** Bytes of a run's rows that are read before they are passed to its listener. */
  batchBytes: number
  /** Time for PostgreSQL to answer a cancel request; then its connection is closed. */
  cancelMs: number
  /** Bytes read from all databases that no caller has taken yet. */
  openResults: ByteBudget
}
