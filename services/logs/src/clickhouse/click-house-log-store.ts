import {
  type DropReason,
  type DroppedRows,
  type FacetCount,
  type LogPage,
  type LogRange,
  type LogStore,
  LogStoreError,
} from '../port/log-store.ts'
import { timeOfId } from '../rows/row-ids.ts'
import { sourceNumbers, sourceOf } from '../rows/sources.ts'
import { append, readPosition } from './appending.ts'
import type { ClickHouse } from './click-house.ts'
import { countRequests } from './count-requests.ts'
import { countQueue, readQueue, settle, trimQueue } from './drain-queue.ts'
import { countBuckets, countFacet, countPatterns, readAround, readPage } from './reading.ts'
import { readColumns, type ReadRow, timeText, toLogRow } from './stored-rows.ts'
import { tables } from './tables.ts'

const mostOfRequest = 1000

/** The log store in ClickHouse, for installs of several machines. Its tables are created once. */
export function clickHouseLogStore(database: ClickHouse): LogStore {
  return new ClickHouseLogStore(database)
}

class ClickHouseLogStore implements LogStore {
  readonly #database: ClickHouse
  #created: Promise<void> | undefined

  constructor(database: ClickHouse) {
    this.#database = database
  }

  append: LogStore['append'] = (batch) => this.#ask((database) => append(database, batch))

  position: LogStore['position'] = (key) => this.#ask((database) => readPosition(database, key))

  list: LogStore['list'] = (range, options) => {
    const empty: LogPage = { rows: [], next: null }
    return this.#in(range, empty, (database) => readPage(database, range, options))
  }

  find: LogStore['find'] = async (ref, id) => {
    if (!/^\d{1,19}$/u.test(id)) return null
    const at = timeText(timeOfId(BigInt(id)))
    const rows = await this.#ask((database) =>
      database.query<ReadRow>(
        `select ${readColumns} from basalt_logs where ref = {ref:String} and source > 0
         and at = {at:DateTime64(3, 'UTC')} and id = {id:UInt64} limit 1`,
        { ref, at, id },
      ),
    )
    const [row] = rows
    return row === undefined ? null : toLogRow(row)
  }

  around: LogStore['around'] = (ref, position, options) =>
    this.#ask((database) => readAround(database, { ref, ...position }, options))

  byRequest: LogStore['byRequest'] = async (ref, requestId) => {
    const rows = await this.#ask((database) =>
      database.query<ReadRow>(
        `select ${readColumns} from basalt_logs
         where ref = {ref:String} and request_id = {request:String} and source > 0
         order by at, id limit ${mostOfRequest}`,
        { ref, request: requestId },
      ),
    )
    return rows.map(toLogRow)
  }

  histogram: LogStore['histogram'] = (range, bucketMs, signal) =>
    this.#in(range, [], (database) => countBuckets(database, range, { bucketMs, signal }))

  requests: LogStore['requests'] = (range, bucketMs, signal) =>
    this.#in(range, [], (database) => countRequests(database, range, { bucketMs, signal }))

  facets: LogStore['facets'] = (range, fields, signal) =>
    this.#in(range, {}, async (database) => {
      const counted = await Promise.all(
        fields.map(async (field): Promise<[string, FacetCount[]]> => [
          field,
          await countFacet(database, range, { field, signal }),
        ]),
      )
      return Object.fromEntries(counted)
    })

  comparePatterns: LogStore['comparePatterns'] = (range, previousFrom, signal) =>
    this.#in(range, [], (database) => countPatterns(database, range, { previousFrom, signal }))

  queued: LogStore['queued'] = (drainId, limit) =>
    this.#ask((database) => readQueue(database, drainId, limit))

  waiting: LogStore['waiting'] = (drainId) => this.#ask((database) => countQueue(database, drainId))

  settle: LogStore['settle'] = (drainId, seqs) =>
    this.#ask((database) => settle(database, drainId, seqs))

  trimQueue: LogStore['trimQueue'] = (drainId, maxRows) =>
    this.#ask((database) => trimQueue(database, drainId, maxRows))

  async dropped(ref: string, from: Date, to: Date): Promise<DroppedRows[]> {
    const rows = await this.#ask((database) =>
      database.query<{ source: number; at: number; reason: DropReason; count: number }>(
        `select source, toUnixTimestamp(minute) as at, reason, toFloat64(sum(count)) as count
         from basalt_log_dropped
         where ref = {ref:String} and minute >= toStartOfMinute({from:DateTime64(3, 'UTC')})
           and minute < {to:DateTime64(3, 'UTC')}
         group by source, minute, reason order by minute, source, reason limit 10000`,
        { ref, from: timeText(from), to: timeText(to) },
      ),
    )
    return rows.map(({ source, at, reason, count }) => ({
      source: sourceOf(source),
      minute: new Date(at * 1000),
      reason,
      count,
    }))
  }

  async newest(ref: string): Promise<Date | null> {
    const [row] = await this.#ask((database) =>
      database.query<{ at: string }>(
        `select toString(toUnixTimestamp64Milli(max(at))) as at from basalt_logs
         where ref = {ref:String} and source in (${Object.values(sourceNumbers).join(', ')})
         having count() > 0`,
        { ref },
      ),
    )
    return row === undefined ? null : new Date(Number(row.at))
  }

  async removeOld(now: Date, maxBytes: number) {
    return this.#ask(async (database) => {
      await database.command(
        `delete from basalt_logs
         where at < addDays({now:DateTime64(3, 'UTC')}, -toInt32(keep_days))`,
        { now: timeText(now) },
      )
      return { partitions: await removeDays(database, now, maxBytes) }
    })
  }

  /** ClickHouse counts a day of rows as fast as counts of its hours. */
  countHours: LogStore['countHours'] = () => Promise.resolve(0)

  size: LogStore['size'] = () => this.#ask(size)

  async close(): Promise<void> {
    await this.#database.close()
  }

  #in<Answer>(
    range: LogRange,
    none: Answer,
    read: (database: ClickHouse) => Promise<Answer>,
  ): Promise<Answer> {
    if (range.sources.length === 0 || range.from >= range.to) return Promise.resolve(none)
    return this.#ask(read)
  }

  /** @throws LogStoreError when ClickHouse does not answer. */
  async #ask<Answer>(ask: (database: ClickHouse) => Promise<Answer>): Promise<Answer> {
    try {
      this.#created ??= this.#create()
      await this.#created
      return await ask(this.#database)
    } catch (error) {
      throw new LogStoreError('The log store does not answer.', { cause: error })
    }
  }

  async #create(): Promise<void> {
    try {
      for (const statement of tables) {
        // A later table reads an earlier one.
        // oxlint-disable-next-line no-await-in-loop
        await this.#database.command(statement)
      }
    } catch (error) {
      this.#created = undefined
      throw error
    }
  }
}

async function size(database: ClickHouse): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `select toFloat64(sum(bytes_on_disk)) as bytes from system.parts
     where active and database = currentDatabase() and table like 'basalt_log%'`,
  )
  return row?.bytes ?? 0
}

/**
 * Deletes the oldest days beyond a size, and never the newest one. Deleted rows leave the disk some
 * time later, so the size of a day is its share of the rows.
 */
async function removeDays(database: ClickHouse, now: Date, maxBytes: number): Promise<string[]> {
  const total = await size(database)
  if (total <= maxBytes) return []
  const days = await database.query<{ day: string; count: number }>(
    `select toString(toDate(at)) as day, toFloat64(count()) as count from basalt_logs
     where source > 0 group by day order by day`,
  )
  const rows = days.reduce((sum, { count }) => sum + count, 0)
  const today = now.toISOString().slice(0, 10)
  const removed: string[] = []
  let bytes = total
  for (const { day, count } of days) {
    if (bytes <= maxBytes || day >= today) break
    removed.push(day)
    bytes -= (total * count) / rows
  }
  if (removed.length > 0) {
    await database.command(
      'delete from basalt_logs where source > 0 and toDate(at) <= {day:Date}',
      { day: removed.at(-1) },
    )
  }
  return removed
}
