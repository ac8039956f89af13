import { type Insertable, type Selectable, sql } from 'kysely'

import type { Schema } from './schema.ts'
import type { Store } from './store.ts'

type Table = Schema['resource_samples']
type Exact<Value> = Value extends string ? number : Value

export type NewSample = Insertable<Table>

/** Counters and sizes stay below 2^53, so they are read as numbers. */
export type StoredSample = {
  [Column in keyof Selectable<Table>]: Exact<Selectable<Table>[Column]>
}

/** One sample a minute is kept for a day, then one for each quarter of an hour. */
const minutesMs = 86_400_000
const retentionMs = 90 * 86_400_000

/** Projects whose clusters should run, those that answer first. */
export const listSampledProjects = (store: Store): Promise<{ id: number; ref: string }[]> =>
  store
    .selectFrom('projects')
    .select(['id', 'ref'])
    .where('status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])
    // The name of the healthy status is the smaller one.
    .orderBy('status')
    .orderBy('id')
    .execute()

export async function insertSamples(store: Store, samples: readonly NewSample[]): Promise<void> {
  if (samples.length === 0) return
  await store
    .insertInto('resource_samples')
    .values([...samples])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const columns = sql`project_id, sampled_at, is_minute, started_at, database_reset_at, wal_reset_at,
  cpu_seconds, blocks_hit::float8, blocks_read::float8, commits::float8, rollbacks::float8,
  deadlocks::float8, temporary_bytes::float8, wal_bytes::float8, memory_bytes::float8,
  connections_active, connections_idle, connections_idle_in_transaction, connection_limit,
  database_bytes::float8, disk_free_bytes::float8`

/** The samples of a project in a range, both ends included, in order. */
export async function listSamples(
  store: Store,
  projectId: number,
  { from, to }: { from: Date; to: Date },
): Promise<StoredSample[]> {
  const { rows } = await sql<StoredSample>`
    select ${columns} from resource_samples
    where project_id = ${projectId} and sampled_at >= ${from} and sampled_at <= ${to}
    order by sampled_at`.execute(store)
  return rows
}

export async function findLastSample(
  store: Store,
  projectId: number,
): Promise<StoredSample | null> {
  const { rows } = await sql<StoredSample>`
    select ${columns} from resource_samples where project_id = ${projectId}
    order by sampled_at desc limit 1`.execute(store)
  return rows[0] ?? null
}

export async function findFirstSample(store: Store, projectId: number): Promise<Date | null> {
  const first = await store
    .selectFrom('resource_samples')
    .select('sampled_at')
    .where('project_id', '=', projectId)
    .orderBy('sampled_at')
    .limit(1)
    .executeTakeFirst()
  return first?.sampled_at ?? null
}

export async function deleteSamples(store: Store, ref: string): Promise<void> {
  await store
    .deleteFrom('resource_samples')
    .where(sql<boolean>`project_id in (select id from projects where ref = ${ref})`)
    .execute()
}

/**
 * Merges the samples of old minutes: of each quarter of an hour the last sample stays, whose counters
 * include the others, with the averages of the measured values. Deletes samples that are too old or
 * of a deleted project.
 */
export async function thinSamples(store: Store, now: Date): Promise<void> {
  const day = new Date(now.getTime() - minutesMs)
  await sql`
    with minutes as (
      select ctid, row_number() over newest_first as place,
        avg(memory_bytes) over quarter as memory_bytes,
        avg(connections_active) over quarter as connections_active,
        avg(connections_idle) over quarter as connections_idle,
        avg(connections_idle_in_transaction) over quarter as connections_idle_in_transaction
      from (
        select ctid, *, date_bin('15 minutes', sampled_at, '2000-01-01Z') as quarter_start
        from resource_samples
        where is_minute and sampled_at < date_bin('15 minutes', ${day}::timestamptz, '2000-01-01Z')
      ) old
      window quarter as (partition by project_id, quarter_start),
        newest_first as (partition by project_id, quarter_start order by sampled_at desc)
    ), merged as (
      update resource_samples s set is_minute = false, memory_bytes = minutes.memory_bytes,
        connections_active = minutes.connections_active,
        connections_idle = minutes.connections_idle,
        connections_idle_in_transaction = minutes.connections_idle_in_transaction
      from minutes where s.ctid = minutes.ctid and place = 1
    )
    delete from resource_samples s using minutes where s.ctid = minutes.ctid and place > 1
  `.execute(store)
  await store
    .deleteFrom('resource_samples')
    .where('sampled_at', '<', new Date(now.getTime() - retentionMs))
    .execute()
  // A sample that was under way while its project was deleted.
  await store
    .deleteFrom('resource_samples')
    .where(sql<boolean>`project_id in (select id from projects where status = 'REMOVED')`)
    .execute()
}
