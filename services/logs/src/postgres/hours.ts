import type { Pool, PoolClient } from 'pg'

import type { LogBatch } from '../port/log-store.ts'
import { sourceNumbers } from '../rows/sources.ts'

const hourMs = 3_600_000
/** Most late rows arrive within this time; later ones open their hour again. */
const lateMs = 5 * 60_000
/** Fewer rows are counted when they are asked for. */
const fewestRows = 100
/** Counts are stored only if they are at most this share of the rows. */
const mostCounts = 0.25
const budgetMs = 5000

type Batch = Pick<LogBatch, 'rows' | 'keepDays'>

/**
 * Notes that the hours of a batch have rows that are not counted. It is the last statement of the
 * batch, because it locks the hours until the end of the transaction: an hour is counted either
 * before, and opened again here, or after, and then with the rows of the batch.
 */
export async function openHours(
  client: PoolClient,
  { rows, keepDays }: Batch,
  numbers: ReadonlyMap<string, number>,
): Promise<void> {
  const hours = new Map<string, { ref: string; source: number; hour: number }>()
  for (const { ref, source, at } of rows) {
    const hour = Math.floor(at / hourMs) * hourMs
    const key = `${ref}/${source}/${hour}`
    if (!hours.has(key)) hours.set(key, { ref, source: sourceNumbers[source], hour })
  }
  if (hours.size === 0) return
  const list = [...hours.values()]
  await client.query(
    // In one order, so that batches wait for each other in turn.
    `insert into logs.hours (project_id, source, hour, keep_days, state)
     select p, s, h, k, 'open' from unnest($1::int[], $2::smallint[], $3::timestamptz[], $4::smallint[])
       as batch(p, s, h, k) order by 1, 2, 3
     on conflict (project_id, source, hour) do update set state = 'open',
       keep_days = case when hours.keep_days = excluded.keep_days then hours.keep_days else 0 end
     where hours.state <> 'open' or hours.keep_days not in (0, excluded.keep_days)`,
    [
      list.map(({ ref }) => numbers.get(ref)),
      list.map(({ source }) => source),
      list.map(({ hour }) => new Date(hour)),
      list.map(({ ref }) => keepDays(ref)),
    ],
  )
}

type Hour = { project_id: number; source: number; hour: Date }

/** Counts the hours that are over, the newest first, for a few seconds at most. */
export async function countHours(pool: Pool, now: Date): Promise<number> {
  const deadline = performance.now() + budgetMs
  const { rows: hours } = await pool.query<Hour>(
    `select project_id, source, hour from logs.hours
     where state = 'open' and hour <= $1 order by hour desc limit 10000`,
    [new Date(now.getTime() - hourMs - lateMs)],
  )
  let counted = 0
  for (const hour of hours) {
    if (performance.now() > deadline) break
    // One after the other, so that only one is locked.
    // oxlint-disable-next-line no-await-in-loop
    if (await countHour(pool, hour)) counted += 1
  }
  return counted
}

const key = 'project_id = $1 and source = $2 and hour = $3'
const fields = 'level, is_own, status, method, path, user_name, database_name, code'

/** False when another server has counted the hour. */
async function countHour(pool: Pool, { project_id: projectId, source, hour }: Hour) {
  const values = [projectId, source, hour]
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    // Waits for batches that write rows of the hour; the next statement sees their rows.
    const { rows } = await client.query<{ keep_days: number }>(
      `select keep_days from logs.hours where ${key} and state = 'open' for update`,
      values,
    )
    const [locked] = rows
    if (locked !== undefined) {
      await client.query(`delete from logs.hour_counts where ${key}`, values)
      await client.query(
        `with counted as materialized (
           select ${fields}, count(*) as count from logs.rows
           where project_id = $1 and source = $2 and at >= $3
             and at < $3::timestamptz + interval '1 hour' and $4 > 0
           group by ${fields}
         ), sums as (
           select coalesce(sum(count), 0) >= ${fewestRows}
             and count(*) <= coalesce(sum(count), 0) * ${mostCounts} as is_useful from counted
         ), stored as (
           insert into logs.hour_counts (project_id, source, hour, ${fields}, count)
           select $1, $2, $3, ${fields}, count from counted, sums where is_useful
         )
         update logs.hours set state = case when is_useful then 'counted' else 'detailed' end
         from sums where ${key}`,
        [...values, locked.keep_days],
      )
    }
    await client.query('commit')
    return locked !== undefined
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection within a transaction is closed.
    client.release(failure)
  }
}

/**
 * Removes the counts of rows that are about to be dropped, or were: hours of a day whose rows are
 * kept `keepDays` days.
 */
export async function forgetHours(pool: Pool, keepDays: number, day: string): Promise<void> {
  await pool.query(
    `with removed as (
       delete from logs.hours where keep_days = $1
         and hour >= $2::timestamptz and hour < $2::timestamptz + interval '1 day'
       returning project_id, source, hour
     )
     delete from logs.hour_counts as counts using removed
     where counts.project_id = removed.project_id and counts.source = removed.source
       and counts.hour = removed.hour`,
    [keepDays, `${day}T00:00:00Z`],
  )
}
