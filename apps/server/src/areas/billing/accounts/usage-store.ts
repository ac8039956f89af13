import type { UsageMetricId } from '@basalt/catalog'
import { sql } from 'kysely'

import type { Period, PlanSegment } from '../../../billing/period.ts'
import type { Store } from '../../../store/store.ts'
import { isPriced, type RatedUsage, listStretches } from '../rating/rating.ts'

type Reach = { organizationId: number; period: Period; segments: readonly PlanSegment[] }

/** Whether an hour is in a paid part of the period. */
function isPaid({ period, segments }: Reach) {
  const paid = listStretches(period, segments).filter(({ plan }) => isPriced(plan))
  const starts = paid.map(({ start }) => start)
  const ends = paid.map(({ end }) => end)
  return sql<boolean>`exists (
    select from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as paid(starts, ends)
    where usage_hours.hour >= paid.starts and usage_hours.hour < paid.ends
  )`
}

/** Usage of an organization in the paid hours of a period, in the form of `rate`. */
export async function ratedUsage(store: Store, reach: Reach): Promise<RatedUsage> {
  const inPeriod = store
    .selectFrom('usage_hours')
    .innerJoin('projects', 'projects.id', 'usage_hours.project_id')
    .where('organization_id', '=', reach.organizationId)
    .where('hour', '>=', reach.period.start)
    .where('hour', '<', reach.period.end)
    .where(isPaid(reach))
  const sums = await inPeriod
    .select(['projects.ref', 'projects.name', 'metric', 'detail'])
    .select(sql<string>`sum(quantity)`.as('sum'))
    .groupBy(['projects.id', 'metric', 'detail'])
    .orderBy('projects.name')
    .orderBy('projects.id')
    .orderBy('detail')
    .execute()
  const hours = inPeriod
    .select(['metric', 'hour'])
    .select(sql<string>`sum(quantity)`.as('together'))
    .groupBy(['metric', 'hour'])
  const peaks = await store
    .selectFrom(hours.as('hours'))
    .select('metric')
    .select(sql<string>`max(together)`.as('peak'))
    .groupBy('metric')
    .execute()
  return {
    projects: sums.map(({ ref, name, metric, detail, sum }) => ({
      projectRef: ref,
      projectName: name,
      metric,
      detail,
      sum: BigInt(sum),
    })),
    peaks: new Map(peaks.map(({ metric, peak }) => [metric, BigInt(peak)])),
  }
}

export type UsageTotal = {
  projectId: number
  projectRef: string
  projectName: string
  isRemoved: boolean
  metric: UsageMetricId
  /** All hours added. */
  sum: bigint
  /** The largest hour. */
  peak: bigint
  /** The last hour that was measured. */
  latest: bigint
}

type Requested = { organizationId: number; period: Period; projectRef?: string | undefined }

const measured = (store: Store, { organizationId, period, projectRef }: Requested) =>
  store
    .selectFrom('usage_hours')
    .innerJoin('projects', 'projects.id', 'usage_hours.project_id')
    .where('organization_id', '=', organizationId)
    .where('hour', '>=', period.start)
    .where('hour', '<', period.end)
    .$if(projectRef !== undefined, (query) => query.where('projects.ref', '=', projectRef ?? ''))

/** Usage of a period, by metric and project, on any plan. */
export async function usageTotals(store: Store, requested: Requested): Promise<UsageTotal[]> {
  const rows = await measured(store, requested)
    .select(['projects.id', 'projects.ref', 'projects.name', 'projects.status', 'metric'])
    .select([
      sql<string>`sum(quantity)`.as('sum'),
      sql<string>`max(quantity)`.as('peak'),
      sql<string>`(array_agg(quantity order by hour desc))[1]`.as('latest'),
    ])
    .groupBy(['projects.id', 'metric'])
    .orderBy('projects.name')
    .orderBy('projects.id')
    .execute()
  return rows.map((row) => ({
    projectId: row.id,
    projectRef: row.ref,
    projectName: row.name,
    isRemoved: row.status === 'REMOVED',
    metric: row.metric,
    sum: BigInt(row.sum),
    peak: BigInt(row.peak),
    latest: BigInt(row.latest),
  }))
}

export type UsageDay = { metric: UsageMetricId; day: string; sum: bigint; peak: bigint }

/** By day of UTC: the usage of all projects together, and their largest combined hour. */
export async function usageDays(store: Store, requested: Requested): Promise<UsageDay[]> {
  const hours = measured(store, requested)
    .select(['metric', 'hour'])
    .select(sql<string>`sum(quantity)`.as('together'))
    .groupBy(['metric', 'hour'])
  const rows = await store
    .selectFrom(hours.as('hours'))
    .select('metric')
    .select([
      sql<string>`to_char(hour at time zone 'UTC', 'YYYY-MM-DD')`.as('day'),
      sql<string>`sum(together)`.as('sum'),
      sql<string>`max(together)`.as('peak'),
    ])
    .groupBy(['metric', 'day'])
    .orderBy('day')
    .execute()
  return rows.map(({ metric, day, sum, peak }) => ({
    metric,
    day,
    sum: BigInt(sum),
    peak: BigInt(peak),
  }))
}

/** Until when hours are final; null before anything was measured. */
export async function meteredThrough(store: Store): Promise<Date | null> {
  const row = await store.selectFrom('meter_state').select('metered_through').executeTakeFirst()
  return row?.metered_through ?? null
}
