import { CopyIn } from '@basalt/pg-connection'
import type { Pool, PoolClient } from 'pg'

import type { LogBatch } from '../port/log-store.ts'
import { levelNumbers } from '../rows/levels.ts'
import { sourceNumbers } from '../rows/sources.ts'
import { openHours } from './hours.ts'
import { dayOf, type Partitions } from './partitions.ts'
import type { ProjectNumbers } from './projects.ts'
import { type PreparedRow, prepare, rowLine, storedColumns } from './stored-row.ts'

const copyStatement = `copy logs.rows (${storedColumns.join(', ')}) from stdin`
/** Bytes are sent in pieces of about this many characters. */
const pieceLength = 64 * 1024
const maxKnownPatterns = 50_000

type Parts = { pool: Pool; projects: ProjectNumbers; partitions: Partitions }

/** Writes batches; each of them in one transaction. */
export class Appending {
  readonly #parts: Parts
  /** Patterns that are stored for certain. */
  readonly #patterns = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async append(batch: LogBatch): Promise<void> {
    const { pool, projects } = this.#parts
    const { rows, dropped = [] } = batch
    const refs = [...new Set([...rows, ...dropped].map(({ ref }) => ref))]
    const numbers = await projects.ensure(refs)
    await this.#ensurePartitions(batch)
    const client = await pool.connect()
    let failure: Error | undefined
    try {
      await client.query('begin')
      await this.#write(client, batch, numbers)
      await client.query('commit')
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      this.#parts.partitions.forget()
      this.#patterns.clear()
      await client.query('rollback').catch(() => undefined)
      throw error
    } finally {
      // A connection in an unknown state is closed.
      client.release(failure)
    }
  }

  async #write(client: PoolClient, batch: LogBatch, numbers: ReadonlyMap<string, number>) {
    const { rows, keepDays, position, dropped = [] } = batch
    const prepared: PreparedRow[] = []
    // Rows are prepared while PostgreSQL stores those before them.
    function* lines() {
      for (const row of rows) {
        const one = prepare(row)
        prepared.push(one)
        yield rowLine(one, { projectId: numbers.get(row.ref) ?? 0, keepDays: keepDays(row.ref) })
      }
    }
    if (rows.length > 0) {
      const copy = new CopyIn(copyStatement, pieces(lines()))
      client.query(copy)
      await copy.done
      await this.#storePatterns(client, prepared, numbers)
      await queueForDrains(client, { prepared, numbers, drainsOf: batch.drainsOf })
    }
    if (position !== undefined) {
      await client.query(
        `insert into logs.positions (key, position) values ($1, $2)
         on conflict (key) do update set position = excluded.position, saved_at = now()`,
        [position.key, position.value],
      )
    }
    if (dropped.length > 0) {
      await client.query(
        `insert into logs.dropped (project_id, source, minute, reason, count)
         select p, s, date_trunc('minute', m), r, sum(c) from unnest(
           $1::int[], $2::smallint[], $3::timestamptz[], $4::text[], $5::bigint[]
         ) as d(p, s, m, r, c) group by 1, 2, 3, 4
         on conflict (project_id, minute, source, reason)
           do update set count = logs.dropped.count + excluded.count`,
        [
          dropped.map(({ ref }) => numbers.get(ref)),
          dropped.map(({ source }) => sourceNumbers[source]),
          dropped.map(({ minute }) => minute),
          dropped.map(({ reason }) => reason),
          dropped.map(({ count }) => count),
        ],
      )
    }
    await openHours(client, batch, numbers)
  }

  async #ensurePartitions({ rows, keepDays }: LogBatch) {
    const needed = new Map(
      rows.map(({ ref, at }) => {
        const part = { days: keepDays(ref), day: dayOf(at) }
        return [`${part.days}/${part.day}`, part]
      }),
    )
    for (const { days, day } of needed.values()) {
      // Few, and nearly always known.
      // oxlint-disable-next-line no-await-in-loop
      await this.#parts.partitions.ensure(days, day)
    }
  }

  async #storePatterns(
    client: PoolClient,
    prepared: readonly PreparedRow[],
    numbers: ReadonlyMap<string, number>,
  ) {
    const fresh = new Map<string, PreparedRow>()
    for (const one of prepared) {
      const key = `${one.row.ref}/${one.row.source}/${one.pattern}`
      const first = fresh.get(key)
      if (this.#patterns.has(key) || (first !== undefined && first.row.at <= one.row.at)) continue
      fresh.set(key, one)
    }
    if (fresh.size === 0) return
    const list = [...fresh.values()]
    await client.query(
      `insert into logs.patterns (project_id, source, pattern, level, first_at, message)
       select * from unnest($1::int[], $2::smallint[], $3::bigint[], $4::smallint[],
         $5::timestamptz[], $6::text[])
       on conflict (project_id, source, pattern)
         do update set first_at = excluded.first_at, message = excluded.message
         where logs.patterns.first_at > excluded.first_at`,
      [
        list.map(({ row }) => numbers.get(row.ref)),
        list.map(({ row }) => sourceNumbers[row.source]),
        list.map(({ pattern }) => String(pattern)),
        list.map(({ row }) => levelNumbers[row.level]),
        list.map(({ row }) => new Date(row.at)),
        list.map(({ message }) => message.slice(0, 1000)),
      ],
    )
    if (this.#patterns.size + fresh.size > maxKnownPatterns) this.#patterns.clear()
    for (const key of fresh.keys()) this.#patterns.add(key)
  }
}

type Queued = {
  prepared: readonly PreparedRow[]
  numbers: ReadonlyMap<string, number>
  drainsOf: LogBatch['drainsOf']
}

async function queueForDrains(client: PoolClient, { prepared, numbers, drainsOf }: Queued) {
  if (drainsOf === undefined) return
  const queued = prepared.flatMap((one) => drainsOf(one.row).map((drainId) => ({ drainId, one })))
  if (queued.length === 0) return
  await client.query(
    `insert into logs.drain_queue (drain_id, project_id, at, id)
     select * from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::bigint[])`,
    [
      queued.map(({ drainId }) => drainId),
      queued.map(({ one }) => numbers.get(one.row.ref)),
      queued.map(({ one }) => new Date(one.row.at)),
      queued.map(({ one }) => String(one.id)),
    ],
  )
}

function* pieces(lines: Iterable<string>): Generator<Uint8Array> {
  let piece = ''
  for (const line of lines) {
    piece += line
    if (piece.length < pieceLength) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece !== '') yield Buffer.from(piece)
}
