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
  body: Buffer | null
  timeout_milliseconds: number
  /** Of the URL, with its port; empty for one that has none. */
  host: string
}

type Options = {
  db: ProjectDatabase
  token: string
  outside: OutboundNetwork
  log: Log
  onProgress: () => void
}

const waiting = /* SQL */ `
  select id::text, method, url, headers::text, body, timeout_milliseconds, host
  from net.http_request_queue,
    lateral (
      select coalesce(pg_catalog.lower(
        pg_catalog.substring(url, '^[a-zA-Z]+://([^/?#]*)')), '') as host
    ) named
  where id <> all ($1::bigint[]) and host <> all ($2::text[])
  order by id limit ${requestsRead}`

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
    const hosts = [...this.#inFlight.values()]
    const counts = new Map<string, number>()
    for (const host of hosts) counts.set(host, (counts.get(host) ?? 0) + 1)
    const full = [...counts].flatMap(([host, count]) => (count >= perHost ? [host] : []))
    const requests = await this.#options.db.query<NetRequest>(waiting, [
      [...this.#inFlight.keys()],
      full,
    ])
    let started = 0
    for (const request of requests) {
      const ofHost = counts.get(request.host) ?? 0
      if (this.#inFlight.size >= atOnce) break
      if (ofHost >= perHost) continue
      started += 1
      counts.set(request.host, ofHost + 1)
      this.#inFlight.set(request.id, request.host)
      void this.#send(request)
    }
    return started > 0
  }

  /** Deletes answers that nobody fetched, after the time that pg_net keeps them. */
  async tidy(): Promise<void> {
    await this.#options.db.query(
      `delete from net._http_response where created < pg_catalog.now() - interval '6 hours'`,
    )
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
        headers: () => readObject(request.headers ?? '{}'),
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
