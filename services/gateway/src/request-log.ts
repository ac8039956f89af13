/** Headers of a request that are logged; none of them has a credential. */
export type LoggedHeaders = {
  host: string | null
  /** Without its query. */
  referer: string | null
  user_agent: string | null
  x_client_info: string | null
  x_forwarded_proto: string | null
}

/** A request that was answered. `status` and `path` are those of the answer and the request. */
export type LoggedRequest = {
  /** Null when the address named no project. */
  ref: string | null
  at: Date
  method: string
  /** Below the project's base address, without the query. */
  path: string
  /** The query with its question mark, without values that may be secret; empty without one. */
  search: string
  status: number
  durationMs: number
  requestId: string
  /** IP address of the client; null when it is unknown. */
  address: string | null
  headers: LoggedHeaders
  /** Of the answer. */
  contentType: string | null
}

/** Where the gateway logs requests. */
export interface RequestLog {
  /** Takes a request and returns at once; it never throws. */
  record(request: LoggedRequest): void
}

type Write = (details: Record<string, unknown>, message: string) => void

/** Where the gateway reports faults to the operator. */
export type Log = { warn: Write; error: Write }
