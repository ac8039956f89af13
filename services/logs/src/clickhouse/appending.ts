import type { LogBatch } from '../port/log-store.ts'
import { sourceNumbers } from '../rows/sources.ts'
import type { ClickHouse } from './click-house.ts'
import { positionRow, storedRow } from './stored-rows.ts'

/** Larger than every earlier version of a position, also after a restart. */
let lastVersion = 0
const nextVersion = (): number => {
  lastVersion = Math.max(Date.now(), lastVersion + 1)
  return lastVersion
}

const minuteText = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')

/**
 * Stores a batch. Rows for drains are queued before the rows themselves: after a kill in between
 * the reader of the other log stores its rows again, and the queue's entries without rows are
 * removed by `trimQueue`.
 */
export async function append(database: ClickHouse, batch: LogBatch): Promise<void> {
  const { rows, keepDays, position, drainsOf, dropped = [] } = batch
  const stored = rows.map((row) => ({ row, stored: storedRow(row, keepDays(row.ref)) }))
  const version = nextVersion()
  const queued = stored.flatMap(({ row, stored: { ref, at, id } }) =>
    (drainsOf?.(row) ?? []).map((drainId) => ({ drain_id: drainId, seq: '0', ref, at, id })),
  )
  if (queued.length > 0) {
    // Two servers that append at the same time never use the same numbers.
    const first = BigInt(version) * 1_000_000n + BigInt(Math.floor(Math.random() * 1000)) * 1000n
    await database.insert(
      'basalt_log_drain_queue',
      queued.map((one, index) => ({ ...one, seq: String(first + BigInt(index)) })),
    )
  }
  const block: object[] = stored.map((one) => one.stored)
  if (position !== undefined) {
    // A block is stored as a whole within a partition: the position shares that of its rows.
    const keep = stored[0]?.stored.keep_days ?? 90
    block.push(positionRow(position, { keepDays: keep, version }))
  }
  if (block.length > 0) await database.insert('basalt_logs', block)
  if (position !== undefined) {
    await database.insert('basalt_log_positions', [
      { key: position.key, position: position.value, version: String(version) },
    ])
  }
  if (dropped.length > 0) {
    await database.insert(
      'basalt_log_dropped',
      dropped.map(({ ref, minute, source, reason, count }) => ({
        ref,
        minute: minuteText(minute),
        source: sourceNumbers[source],
        reason,
        count: String(count),
      })),
    )
  }
}

/** The newest of the position rows and of the separate table. */
export async function readPosition(database: ClickHouse, key: string): Promise<string | null> {
  const [row] = await database.query<{ position: string }>(
    `select position from (
       select message as position, id as version from basalt_logs
       where ref = '' and source = 0 and path = {key:String}
       union all
       select position, version from basalt_log_positions where key = {key:String}
     ) order by version desc limit 1`,
    { key },
  )
  return row?.position ?? null
}
