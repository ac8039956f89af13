import { Pool, type PoolConfig } from 'pg'

import {
  type DropReason,
  type DroppedRows,
  type LogPage,
  type LogRange,
  type LogStore,
  LogStoreError,
} from '../port/log-store.ts'
import type { LogRow } from '../rows/log-row.ts'
import { sourceOf } from '../rows/sources.ts'
import { Appending } from './append.ts'
import { readAround } from './around.ts'
import { countBuckets, countPatterns } from './counts.ts'
import { countQueue, readQueue, trimQueue } from './drain-queue.ts'
import { countFacets } from './facets.ts'
import { countHours, forgetHours } from './hours.ts'
import { readPage } from './page.ts'
import { type PartitionRow, Partitions, partitionsQuery, partitionsToDrop } from './partitions.ts'
import { ProjectNumbers } from './projects.ts'
import { isConnectionFault, Reading, readSettings } from './reading.ts'
import { countRequests } from './requests.ts'
import { readColumns, type StoredRow, toLogRow } from './stored-row.ts'

const connectMs = 5000
const writeMs = 30_000
const mostOfRequest = 1000
const patternDays = 90

type Options = { connection: PoolConfig; maxReaders?: number }

/**
 * The log store in the schema `logs` of the system database, on connections of its own: readers of
 * logs never take those of the product, and writers never wait for readers.
 */
export function systemLogStore({ connection, maxReaders = 4 }: Options): LogStore {
  const open = (max: number, settings: Readonly<Record<string, number>>) =>
    quiet(
      new Pool({
        ...connection,
        max,
        connectionTimeoutMillis: connectMs,
        idleTimeoutMillis: 30_000,
        options: Object.entries(settings)
          .map(([name, value]) => `-c ${name}=${value}`)
          .join(' '),
      }),
    )
  const writers = open(2, { statement_timeout: writeMs })
  const readers = open(maxReaders, readSettings)
  return new SystemLogStore(writers, readers)
}

function quiet(pool: Pool): Pool {
  // A connection that breaks is replaced by the next statement, which fails by itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

class SystemLogStore implements LogStore {
  readonly #writers: Pool
  readonly #readers: Pool
  readonly #projects: ProjectNumbers
  readonly #partitions: Partitions
  readonly #appending: Appending
  readonly #reading: Reading

  constructor(writers: Pool, readers: Pool) {
    this.#writers = writers
    this.#readers = readers
    this.#projects = new ProjectNumbers(writers)
    this.#partitions = new Partitions(writers)
    this.#reading = new Reading(readers)
    this.#appending = new Appending({
      pool: writers,
      projects: this.#projects,
      partitions: this.#partitions,
    })
  }

  append: LogStore['append'] = async (batch) => {
    try {
      await this.#appending.append(batch)
    } catch (error) {
      throw isConnectionFault(error)
        ? new LogStoreError('The log store takes no rows.', { cause: error })
        : error
    }
  }

  async position(key: string): Promise<string | null> {
    const [row] = await this.#reading.query<{ position: string }>(
      'select position from logs.positions where key = $1',
      [key],
    )
    return row?.position ?? null
  }

  list: LogStore['list'] = async (range, options) => {
    const empty: LogPage = { rows: [], next: null }
    return this.#in(range, empty, (projectId) =>
      readPage(this.#reading, range, { ...options, projectId }),
    )
  }

  async find(ref: string, id: string): Promise<LogRow | null> {
    if (!/^\d{1,19}$/u.test(id)) return null
    return this.#of(ref, null, async (projectId) => {
      const [row] = await this.#reading.query<StoredRow>(
        `select ${readColumns} from logs.rows
         where project_id = $1 and id = $2::bigint
           and at between logs.time_of_id($2) - interval '1 ms' and logs.time_of_id($2) + interval '1 ms'`,
        [projectId, id],
      )
      return row === undefined ? null : toLogRow(row)
    })
  }

  around: LogStore['around'] = (ref, position, options) =>
    this.#of(ref, [], (projectId) => readAround(this.#reading, position, { ...options, projectId }))

  async byRequest(ref: string, requestId: string): Promise<LogRow[]> {
    return this.#of(ref, [], async (projectId) => {
      const rows = await this.#reading.query<StoredRow>(
        `select ${readColumns} from logs.rows
         where request_id = $1 and project_id = $2 order by at, rows.id limit ${mostOfRequest}`,
        [requestId, projectId],
      )
      return rows.map(toLogRow)
    })
  }

  histogram: LogStore['histogram'] = (range, bucketMs, signal) =>
    this.#in(range, [], (projectId) =>
      countBuckets(this.#reading, range, { projectId, bucketMs, signal }),
    )

  requests: LogStore['requests'] = (range, bucketMs, signal) =>
    this.#in(range, [], (projectId) =>
      countRequests(this.#reading, range, { projectId, bucketMs, signal }),
    )

  facets: LogStore['facets'] = (range, fields, signal) =>
    this.#in(range, {}, (projectId) =>
      countFacets(this.#reading, range, { projectId, fields, signal }),
    )

  comparePatterns: LogStore['comparePatterns'] = (range, previousFrom, signal) =>
    this.#in(range, [], (projectId) =>
      countPatterns(this.#reading, range, { projectId, previousFrom, signal }),
    )

  queued: LogStore['queued'] = (drainId, limit) => readQueue(this.#reading, drainId, limit)

  waiting: LogStore['waiting'] = (drainId) => countQueue(this.#reading, drainId)

  async settle(drainId: string, seqs: readonly string[]): Promise<void> {
    await this.#writers.query(
      'delete from logs.drain_queue where drain_id = $1 and seq = any ($2::bigint[])',
      [drainId, seqs],
    )
  }

  trimQueue: LogStore['trimQueue'] = (drainId, maxRows) =>
    trimQueue(this.#writers, drainId, maxRows)

  async dropped(ref: string, from: Date, to: Date): Promise<DroppedRows[]> {
    return this.#of(ref, [], async (projectId) => {
      const rows = await this.#reading.query<{
        source: number
        minute: Date
        reason: DropReason
        count: number
      }>(
        `select source, minute, reason, count::float8 as count from logs.dropped
         where project_id = $1 and minute >= date_trunc('minute', $2::timestamptz) and minute < $3
         order by minute, source, reason limit 10000`,
        [projectId, from, to],
      )
      return rows.map((row) => ({ ...row, source: sourceOf(row.source) }))
    })
  }

  async newest(ref: string): Promise<Date | null> {
    return this.#of(ref, null, async (projectId) => {
      const [row] = await this.#reading.query<{ at: Date | null }>(
        `select max(newest) as at from generate_series(1, 15) as source cross join lateral (
           select at as newest from logs.rows
           where project_id = $1 and rows.source = source.source
           order by at desc limit 1
         ) as last`,
        [projectId],
      )
      return row?.at ?? null
    })
  }

  async removeOld(now: Date, maxBytes: number) {
    const { rows } = await this.#writers.query<PartitionRow>(partitionsQuery)
    const partitions = partitionsToDrop(rows, now, maxBytes)
    const dropped = rows.filter(({ name }) => partitions.includes(name))
    await this.#forgetHours(dropped)
    await this.#partitions.drop(partitions)
    // Again, for rows that arrived in between.
    await this.#forgetHours(dropped)
    const since = new Date(now.getTime() - patternDays * 86_400_000)
    await this.#writers.query('delete from logs.dropped where minute < $1', [since])
    // Those of several plans: their rows have left with partitions of several ages.
    await this.#writers.query('delete from logs.hours where keep_days = 0 and hour < $1', [since])
    return { partitions }
  }

  async #forgetHours(dropped: readonly PartitionRow[]) {
    for (const { keep_days: keepDays, day } of dropped) {
      // Few, and each locks its hours.
      // oxlint-disable-next-line no-await-in-loop
      await forgetHours(this.#writers, keepDays, day)
    }
  }

  countHours: LogStore['countHours'] = (now) => countHours(this.#writers, now)

  async size(): Promise<number> {
    const { rows } = await this.#writers.query<PartitionRow>(partitionsQuery)
    return rows.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  async close(): Promise<void> {
    await Promise.all([this.#writers.end(), this.#readers.end()])
  }

  #in<Answer>(range: LogRange, none: Answer, read: (projectId: number) => Promise<Answer>) {
    if (range.sources.length === 0 || range.from >= range.to) return Promise.resolve(none)
    return this.#of(range.ref, none, read)
  }

  async #of<Answer>(
    ref: string,
    none: Answer,
    read: (projectId: number) => Promise<Answer>,
  ): Promise<Answer> {
    const projectId = await this.#projects.find(ref).catch((error: unknown) => {
      throw new LogStoreError('The log store does not answer.', { cause: error })
    })
    return projectId === null ? none : read(projectId)
  }
}
