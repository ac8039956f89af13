/** A request that was answered. `status` and `path` are those of the answer and the request. */
export type LoggedRequest = {
  /** Unique among all servers; it makes a repeated write harmless. */
  id: string
  /** Null when the address named no project. */
  ref: string | null
  at: Date
  method: string
  /** Below the project's base address, without the query. */
  path: string
  status: number
  durationMs: number
  requestId: string
  /** IP address of the client; null when it is unknown. */
  address: string | null
}

export type RequestQuery = {
  limit: number
  /** `next` of the page before. */
  before?: string | undefined
  /** The first digit of the status. */
  statusClass?: number | undefined
}

export type RequestPage = {
  /** The newest first. */
  requests: LoggedRequest[]
  /** Where the next page begins; null on the last one. */
  next: string | null
}

/** How long the requests of a project are kept. */
export type Retention = { ref: string; since: Date }

/** The durable log of all requests through the gateway. */
export interface RequestLog {
  /** Takes a request for writing and returns at once; memory is bounded, so it may be dropped and counted. */
  record(request: LoggedRequest): void
  /** Resolves when everything recorded before is durable, or could not be written now. Never rejects. */
  flush(): Promise<void>
  /** Requests of one project and no other. */
  list(ref: string, query: RequestQuery): Promise<RequestPage>
  /**
   * Deletes the requests of each project before its time, those beyond a number per project, and
   * those without a project, or of a project that is not named, before `othersSince`.
   *
   * @returns how many were deleted.
   */
  removeOld(kept: readonly Retention[], othersSince: Date): Promise<number>
}

type Write = (details: Record<string, unknown>, message: string) => void

/** Where the gateway reports faults to the operator. */
export type Log = { warn: Write; error: Write }
