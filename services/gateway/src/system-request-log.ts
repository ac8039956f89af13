import { setImmediate } from 'node:timers/promises'

import type { Queryable } from '@basalt/engine'

import type {
  Log,
  LoggedRequest,
  RequestLog,
  RequestPage,
  RequestQuery,
  Retention,
} from './request-log.ts'

/** About 2 MB in memory while the system database is away. */
const defaultMaxWaiting = 5000
const maxInGroup = 500
/** Of one project on any plan. */
const defaultMaxPerProject = 100_000
/** Rows of one statement that deletes: it stays far below the deadline of statements. */
const deletedAtOnce = 10_000

type Options = {
  system: Pick<Queryable, 'query'>
  log: Log
  maxWaiting?: number
  maxPerProject?: number
}

/**
 * Keeps the request log in the table `gateway_requests` of the system database. Requests that
 * arrive while a group is being written become the next group, so a quiet gateway writes each at
 * once and a busy one a few hundred with one commit. No answer waits for it.
 */
export const systemRequestLog = (options: Options): RequestLog => new SystemRequestLog(options)

class SystemRequestLog implements RequestLog {
  readonly #system: Options['system']
  readonly #log: Log
  readonly #maxWaiting: number
  readonly #maxPerProject: number
  readonly #waiting: LoggedRequest[] = []
  #dropped = 0
  /** After a failure only `flush` tries again: a database that is away is not asked for each request. */
  #isFailing = false
  #writing: Promise<void> | null = null

  constructor({ system, log, maxWaiting, maxPerProject }: Options) {
    this.#system = system
    this.#log = log
    this.#maxWaiting = maxWaiting ?? defaultMaxWaiting
    this.#maxPerProject = maxPerProject ?? defaultMaxPerProject
  }

  record(request: LoggedRequest): void {
    if (this.#waiting.length >= this.#maxWaiting) {
      this.#dropped += 1
      return
    }
    this.#waiting.push(request)
    if (!this.#isFailing) void this.flush()
  }

  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  async #write(): Promise<void> {
    // Requests that end in the same turn are written together.
    await setImmediate()
    while (this.#waiting.length > 0) {
      const group = this.#waiting.slice(0, maxInGroup)
      try {
        // One group after the other.
        // oxlint-disable-next-line no-await-in-loop
        await this.#insert(group)
        this.#isFailing = false
      } catch (error) {
        this.#isFailing = true
        const { length: waiting } = this.#waiting
        this.#log.warn({ err: error, waiting }, 'Requests of the gateway could not be logged yet')
        return
      }
      this.#waiting.splice(0, group.length)
    }
    if (this.#dropped === 0) return
    this.#log.error({ dropped: this.#dropped }, 'Requests of the gateway are missing in its log')
    this.#dropped = 0
  }

  async #insert(group: readonly LoggedRequest[]): Promise<void> {
    const columns = [
      group.map(({ id }) => id),
      group.map(({ ref }) => ref),
      group.map(({ at }) => at),
      group.map(({ method }) => method),
      group.map(({ path }) => path),
      group.map(({ status }) => status),
      group.map(({ durationMs }) => durationMs),
      group.map(({ requestId }) => requestId),
      group.map(({ address }) => address),
    ]
    await this.#system.query(
      `insert into gateway_requests
        (id, project_ref, at, method, path, status, duration_ms, request_id, client_address)
      select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::text[],
        $6::smallint[], $7::real[], $8::text[], $9::inet[])
      on conflict (id) do nothing`,
      columns,
    )
  }

  async list(ref: string, { limit, before, statusClass }: RequestQuery): Promise<RequestPage> {
    await this.flush()
    const [at = null, id = null] = before?.split('_') ?? []
    const rows = await this.#system.query<Row>(
      `select id, at, method, path, status, duration_ms, request_id,
        host(client_address) as client_address
      from gateway_requests
      where project_ref = $1
        and ($2::timestamptz is null or (at, id) < ($2, $3::uuid))
        and ($4::int is null or status / 100 = $4)
      order by at desc, id desc limit $5`,
      [ref, at, id, statusClass ?? null, limit + 1],
    )
    const requests = rows.slice(0, limit).map((row) => present(ref, row))
    const last = requests.at(-1)
    const hasMore = rows.length > limit && last !== undefined
    return { requests, next: hasMore ? `${last.at.toISOString()}_${last.id}` : null }
  }

  async removeOld(kept: readonly Retention[], othersSince: Date): Promise<number> {
    const refs = kept.map(({ ref }) => ref)
    const byProject = [refs, kept.map(({ since }) => since), this.#maxPerProject, deletedAtOnce]
    const others = [refs, othersSince, deletedAtOnce]
    return (
      (await this.#removeAll(removeByProject, byProject)) +
      (await this.#removeAll(removeOthers, others))
    )
  }

  async #removeAll(statement: string, values: readonly unknown[]): Promise<number> {
    let removed = 0
    for (;;) {
      // Each statement deletes the next rows.
      // oxlint-disable-next-line no-await-in-loop
      const [row] = await this.#system.query<{ count: number }>(statement, values)
      const count = row?.count ?? 0
      removed += count
      if (count < deletedAtOnce) return removed
    }
  }
}

const removeByProject = `with kept as (
    select ref, since from unnest($1::text[], $2::timestamptz[]) as k(ref, since)
  ), ends as (
    select ref, since, crowded.at as last_at, crowded.id as last_id
    from kept left join lateral (
      select at, id from gateway_requests
      where project_ref = kept.ref order by at desc, id desc offset $3 limit 1
    ) crowded on true
  ), removed as (
    delete from gateway_requests where id in (
      select id from gateway_requests join ends on project_ref = ref
        and (at <= since or (at, id) <= (last_at, last_id)) limit $4
    ) returning 1
  )
  select count(*)::int as count from removed`

const removeOthers = `with removed as (
    delete from gateway_requests where id in (
      select id from gateway_requests
      where at <= $2 and (project_ref is null or project_ref <> all ($1::text[])) limit $3
    ) returning 1
  )
  select count(*)::int as count from removed`

type Row = {
  id: string
  at: Date
  method: string
  path: string
  status: number
  duration_ms: number
  request_id: string
  client_address: string | null
}

const present = (ref: string, row: Row): LoggedRequest => ({
  id: row.id,
  ref,
  at: row.at,
  method: row.method,
  path: row.path,
  status: row.status,
  durationMs: row.duration_ms,
  requestId: row.request_id,
  address: row.client_address,
})
