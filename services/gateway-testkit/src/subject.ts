import { afterAll, beforeAll } from 'vitest'

export type ReadRequest = {
  method: string | null
  path: string | null
  status: number | null
  request_id: string | null
  durationMs: number | null
  at: Date
  address: string | null
}

/** Reads the requests of one project, the newest first. */
type LogReader = (ref: string) => Promise<ReadRequest[]>

/** A gateway that answers over HTTP, and projects in every state that a client may meet. */
export type GatewayUnderTest = {
  /** Requests a path of the gateway, for example `/p/abc/health`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  refs: {
    available: string
    /** Available, and of somebody else. */
    foreign: string
    paused: string
    /** Its processes are stopped: it takes connections and answers nothing. */
    hanging: string
  }
  /** The log that it writes. */
  requests: LogReader
  /** The same log as another process sees it that starts now. */
  openRequests(): { requests: LogReader; close: () => Promise<void> }
  limits: { projectPerMinute: number; healthMs: number }
  dispose(): Promise<void>
}

/** The gateway of one suite: made before its first test, taken down after its last one. */
export class Subject {
  #made: GatewayUnderTest | undefined

  constructor(make: () => Promise<GatewayUnderTest>) {
    beforeAll(async () => {
      this.#made = await make()
    }, 120_000)
    afterAll(async () => {
      await this.#made?.dispose()
    }, 60_000)
  }

  get gateway(): GatewayUnderTest {
    if (!this.#made) throw new Error('The gateway is there only while tests run.')
    return this.#made
  }

  get refs(): GatewayUnderTest['refs'] {
    return this.gateway.refs
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return this.gateway.fetch(path, init)
  }

  /** Logged requests of a project that have the id of a request. */
  async listLogged(ref: string, requestId: string): Promise<ReadRequest[]> {
    const requests = await this.gateway.requests(ref)
    return requests.filter(({ request_id: id }) => id === requestId)
  }
}
