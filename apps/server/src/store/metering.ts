import { sql } from 'kysely'

import { getHour } from '../billing/period.ts'
import type { Store } from './store.ts'

const hourMs = 3_600_000
/** How long a process may take to write the egress of an hour's last seconds. */
const settleMs = 2 * 60_000
/** Retention of counters after their hour is final. */
const retentionMs = 7 * 24 * hourMs

export type Sample = { projectId: number; hour: Date; bytes: bigint }

/** Records that all running clusters still run. */
export async function noteRunning(store: Store, at: Date): Promise<void> {
  await store
    .updateTable('compute_intervals')
    .set({ seen_at: sql`greatest(seen_at, ${at})` })
    .where('ended_at', 'is', null)
    .execute()
}

/** Running projects whose database was not measured in this hour yet. */
export async function projectsToSample(
  store: Store,
  hour: Date,
): Promise<{ id: number; ref: string }[]> {
  return store
    .selectFrom('projects')
    .select(['id', 'ref'])
    .where('status', '=', 'ACTIVE_HEALTHY')
    .where(
      sql<boolean>`not exists (
        select from usage_hours
        where project_id = projects.id and metric = 'database_size' and hour = ${hour}
      )`,
    )
    .execute()
}

/** The first sample of an hour stays. */
export async function insertSample(store: Store, sample: Sample): Promise<void> {
  await store
    .insertInto('usage_hours')
    .values({
      project_id: sample.projectId,
      metric: 'database_size',
      hour: sample.hour,
      quantity: String(sample.bytes),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The total egress of one process and project in an hour: idempotent. */
export async function saveEgress(
  store: Store,
  writer: string,
  counts: readonly { projectId: number; hour: Date; bytes: number }[],
): Promise<void> {
  if (counts.length === 0) return
  await store
    .insertInto('egress_counters')
    .values(
      counts.map(({ projectId, hour, bytes }) => ({
        project_id: projectId,
        hour,
        writer,
        bytes: String(bytes),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'hour', 'writer'])
        .doUpdateSet({ bytes: sql`greatest(egress_counters.bytes, excluded.bytes)` }),
    )
    .execute()
}

/**
 * Computes the usage of every open hour from the samples, and finalizes ended ones. An hour is one
 * transaction, and computing it again gives the same rows: an interruption changes no total.
 */
export async function meterHours(store: Store, now: Date): Promise<void> {
  const current = getHour(now)
  await store
    .insertInto('meter_state')
    .values({ metered_through: current })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (;;) {
    const { hour, isFinal } = await store.transaction().execute((tx) => meterHour(tx, now))
    if (!isFinal || hour >= current) break
  }
  await store
    .deleteFrom('egress_counters')
    .where('hour', '<', new Date(current.getTime() - retentionMs))
    .execute()
}

async function meterHour(tx: Store, now: Date): Promise<{ hour: Date; isFinal: boolean }> {
  const { metered_through: hour } = await tx
    .selectFrom('meter_state')
    .select('metered_through')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const end = new Date(hour.getTime() + hourMs)
  await meterCompute(tx, hour, end)
  await meterEgress(tx, hour)
  const isFinal = now.getTime() >= end.getTime() + settleMs
  // Within the settling time the current hour is shown as well.
  if (!isFinal && now >= end) {
    await meterCompute(tx, end, new Date(end.getTime() + hourMs))
    await meterEgress(tx, end)
  }
  if (isFinal) await tx.updateTable('meter_state').set({ metered_through: end }).execute()
  return { hour, isFinal }
}

async function meterCompute(tx: Store, start: Date, end: Date): Promise<void> {
  await sql`
    insert into usage_hours (project_id, metric, detail, hour, quantity)
    select project_id, metric, detail, ${start}, least(3600, round(sum(seconds)))::bigint
    from (
      select i.project_id,
        case when p.parent_project_ref is null then 'compute_hours' else 'branch_hours' end as metric,
        case when p.parent_project_ref is null then i.compute_size else '' end as detail,
        extract(epoch from
          least(coalesce(i.ended_at, i.seen_at), ${end}::timestamptz) - greatest(i.started_at, ${start}::timestamptz)
        ) as seconds
      from compute_intervals i join projects p on p.id = i.project_id
      where i.started_at < ${end} and coalesce(i.ended_at, i.seen_at) > ${start}
    ) as ran
    group by project_id, metric, detail
    on conflict (project_id, metric, detail, hour) do update set quantity = excluded.quantity
  `.execute(tx)
}

async function meterEgress(tx: Store, hour: Date): Promise<void> {
  await sql`
    insert into usage_hours (project_id, metric, hour, quantity)
    select project_id, 'egress', hour, sum(bytes) from egress_counters
    where hour = ${hour} group by project_id, hour
    on conflict (project_id, metric, detail, hour) do update set quantity = excluded.quantity
  `.execute(tx)
}
