import type { ProjectDatabase } from '@basalt/engine'
import type { OutboundNetwork } from '@basalt/identity'

import type { Log } from '../../process/log.ts'
import { readObject } from './deliver-event.ts'
import { type Answer, sendRequest } from './send-request.ts'

const atOnce = 100
/** Of one receiver, so that one that hangs leaves room for the others. */
const perHost = 20
const requestsRead = 500
const longestTimeoutMs = 30_000

type NetRequest = {
  id: string
  method: string
  url: string
  headers: string | null
  body: string | null
  timeout_milliseconds: number
}

type Options = {
  db: ProjectDatabase
  token: string
  outside: OutboundNetwork
  log: Log
  onProgress: () => void
}

const finish = /* SQL */ `
  with fence as materialized (
    select token from net._fence where token = $1::uuid for share
  ), removed as (
    delete from net.http_request_queue q using fence where q.id = $2::bigint returning q.id
  )
  insert into net._http_response
    (id, status_code, content_type, headers, content, timed_out, error_msg)
  select id, $3::int, $4, $5::jsonb, $6, $7::boolean, $8 from removed`

/** Sends the requests of `net.http_get` and its relatives, and stores their answers. */
export class NetRequests {
  readonly #options: Options
  readonly #inFlight = new Map<string, string>()
  readonly #stopping = new AbortController()

  constructor(options: Options) {
    this.#options = options
  }

  /** Starts requests that wait. @returns whether it found any. */
  async round(): Promise<boolean> {
    if (this.#inFlight.size >= atOnce) return false
    const requests = await this.#options.db.query<NetRequest>(
      `select id::text, method, url, headers::text,
         pg_catalog.convert_from(body, 'UTF8') as body, timeout_milliseconds
       from net.http_request_queue where id <> all ($1::bigint[]) order by id limit ${requestsRead}`,
      [[...this.#inFlight.keys()]],
    )
    let started = 0
    for (const request of requests) {
      const host = URL.canParse(request.url) ? new URL(request.url).host : ''
      const ofHost = [...this.#inFlight.values()].filter((other) => other === host).length
      if (this.#inFlight.size >= atOnce) break
      if (ofHost >= perHost) continue
      started += 1
      this.#inFlight.set(request.id, host)
      void this.#send(request)
    }
    return started > 0
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #send(request: NetRequest): Promise<void> {
    const { outside, log, onProgress } = this.#options
    const { signal } = this.#stopping
    try {
      const answer = await sendRequest(outside, {
        method: request.method,
        url: request.url,
        headers: readObject(request.headers ?? '{}'),
        body: request.body,
        timeoutMs: Math.min(Math.max(request.timeout_milliseconds, 1), longestTimeoutMs),
        signal,
      })
      if (!signal.aborted) await this.#store(request.id, answer)
    } catch (error) {
      // The request is still in the queue and is sent again.
      log.warn({ err: error }, 'The answer to a request of a database could not be stored')
    }
    this.#inFlight.delete(request.id)
    onProgress()
  }

  async #store(id: string, { statusCode, headers, body, error, isTimeout }: Answer): Promise<void> {
    await this.#options.db.query(finish, [
      this.#options.token,
      id,
      statusCode,
      headers?.['content-type'] ?? null,
      headers === null ? null : JSON.stringify(headers),
      body,
      error === null ? false : isTimeout,
      error,
    ])
  }
}
