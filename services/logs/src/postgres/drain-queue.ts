import type { Pool } from 'pg'

import type { QueuedRow } from '../port/log-store.ts'
import type { Reading } from './reading.ts'
import { readColumns, type StoredRow, toLogRow } from './stored-row.ts'

export async function readQueue(
  reading: Reading,
  drainId: string,
  limit: number,
): Promise<QueuedRow[]> {
  const rows = await reading.query<StoredRow & { seq: string }>(
    `select seq::text, ${readColumns.replace('id::text', 'rows.id::text').replace(' at,', ' rows.at,')}
     from (
       select seq, project_id as project, at as row_at, id as row_id
       from logs.drain_queue where drain_id = $1 order by seq limit $2
     ) as queued
     join logs.rows on project_id = project and rows.at = row_at and rows.id = row_id
     order by queued.seq`,
    [drainId, limit],
  )
  return rows.map((row) => ({ seq: row.seq, row: toLogRow(row) }))
}

export async function countQueue(reading: Reading, drainId: string): Promise<number> {
  const [row] = await reading.query<{ count: number }>(
    'select count(*)::int as count from logs.drain_queue where drain_id = $1',
    [drainId],
  )
  return row?.count ?? 0
}

/** See `LogStore.trimQueue`. */
export async function trimQueue(pool: Pool, drainId: string, maxRows: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from logs.drain_queue q where drain_id = $1 and (
       seq <= (
         select seq from logs.drain_queue where drain_id = $1 order by seq desc offset $2 limit 1
       )
       or not exists (
         select from logs.rows r where r.project_id = q.project_id and r.at = q.at and r.id = q.id
       )
     )`,
    [drainId, maxRows],
  )
  return rowCount ?? 0
}
