/** Bytes that many share. */
export interface ByteBudget {
  readonly limit: number
  /** Whether they were there; then `give` has to follow with as many. It never waits. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** How often it is asked again for what was not there. */
export const askAgainMs = 20
const requestMs = 5000

/**
 * How long to wait for room. Those who hold a part and wait for more hold each other up: not all of
 * them may give up at the same moment, or none gets what the others leave.
 */
export const timeoutMs = (): number => requestMs * (0.5 + Math.random() / 2)

/** Takes bytes as soon as they are there; `false` when they were not there in time, or never fit. */
export async function takeWhenFree(budget: ByteBudget, bytes: number): Promise<boolean> {
  const until = Date.now() + timeoutMs()
  while (!budget.take(bytes)) {
    if (bytes > budget.limit || Date.now() > until) return false
    // oxlint-disable-next-line no-await-in-loop -- until somebody gives back
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
  return true
}

/** What reading from databases may take of this process. */
export type ReadingLimits = {
  /** One message from PostgreSQL, in bytes. A larger one ends its connection before it is read. */
  messageBytes: number
  /** Rows of a run that are read before its listener is told, in bytes. */
  batchBytes: number
  /** How long PostgreSQL may take to answer a request to cancel; then its connection is closed. */
  cancelMs: number
  /** What all databases together have read and nobody has taken yet. */
  openResults: ByteBudget
}
