import type { QueuedRow } from '../port/log-store.ts'
import type { ClickHouse } from './click-house.ts'
import { readColumns, type ReadRow, toLogRow } from './stored-rows.ts'

export async function readQueue(
  database: ClickHouse,
  drainId: string,
  limit: number,
): Promise<QueuedRow[]> {
  const rows = await database.query<ReadRow & { queue_seq: string }>(
    `select queue_seq, ${readColumns} from (
       select toString(seq) as queue_seq, seq, ref, at, id from basalt_log_drain_queue
       where drain_id = {drain:String} order by seq limit ${limit}
     ) as queued
     inner join basalt_logs as rows on rows.ref = queued.ref and rows.at = queued.at and rows.id = queued.id
     order by queued.seq`,
    { drain: drainId },
  )
  return rows.map((row) => ({ seq: row.queue_seq, row: toLogRow(row) }))
}

export async function countQueue(database: ClickHouse, drainId: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select toFloat64(count()) as count from basalt_log_drain_queue where drain_id = {drain:String}`,
    { drain: drainId },
  )
  return row?.count ?? 0
}

export const settle = (
  database: ClickHouse,
  drainId: string,
  seqs: readonly string[],
): Promise<void> =>
  database.command(
    `delete from basalt_log_drain_queue
     where drain_id = {drain:String} and has({seqs:Array(String)}, toString(seq))`,
    { drain: drainId, seqs },
  )

/** See `LogStore.trimQueue`. */
export async function trimQueue(
  database: ClickHouse,
  drainId: string,
  maxRows: number,
): Promise<number> {
  const before = await countQueue(database, drainId)
  await database.command(
    `delete from basalt_log_drain_queue where drain_id = {drain:String} and (
       seq not in (
         select seq from basalt_log_drain_queue where drain_id = {drain:String}
         order by seq desc limit ${Math.min(maxRows, 1_000_000_000)}
       )
       or (ref, at, id) not in (
         select ref, at, id from basalt_logs
         where (ref, at, id) in (
           select ref, at, id from basalt_log_drain_queue where drain_id = {drain:String}
         )
       )
     )`,
    { drain: drainId },
  )
  return before - (await countQueue(database, drainId))
}
