/** Bytes that many share. */
export interface ByteBudget {
  readonly limit: number
  /** Whether they were there; then `give` has to follow with as many. It never waits. */
  take(bytes: number): boolean
  give(bytes: number): void
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
