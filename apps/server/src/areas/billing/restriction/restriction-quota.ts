import { type UsageMetric, usageMetrics } from '@basalt/catalog'
import { sql } from 'kysely'

import type { Period } from '../../../billing/period.ts'
import type { Store } from '../../../store/store.ts'
import { type UsageDay, usageDays, type UsageTotal, usageTotals } from '../accounts/usage-store.ts'

type Requested = { organizationId: number; period: Period }

type Gauge = { metric: string; quantity: bigint }

/** Usage of an organization, in the three forms that quotas compare. */
type QuotaUse = {
  totals: readonly UsageTotal[]
  days: readonly UsageDay[]
  gauges: readonly Gauge[]
}

/** Names of the quotas of the Free plan that are used up, in the order of the catalogue. */
export async function exceededQuotas(store: Store, requested: Requested): Promise<string[]> {
  const [totals, days, gauges] = [
    await usageTotals(store, requested),
    await usageDays(store, requested),
    await latestGauges(store, requested.organizationId),
  ]
  return usageMetrics
    .filter((metric: UsageMetric) => isExceeded(metric, { totals, days, gauges }))
    .map(({ name }) => name)
}

/** Usage equal to the quota is not exceeded. */
function isExceeded(metric: UsageMetric, use: QuotaUse): boolean {
  const included = metric.included.free
  return metric.isQuota && included !== null && getUsed(metric, use) > BigInt(included)
}

function getUsed({ id, aggregation, per }: UsageMetric, use: QuotaUse): bigint {
  if (aggregation === 'peak') {
    return largest(use.days.filter(({ metric }) => metric === id).map(({ peak }) => peak))
  }
  const ofProjects =
    aggregation === 'sum'
      ? use.totals.filter(({ metric }) => metric === id).map(({ sum }) => sum)
      : use.gauges.filter(({ metric }) => metric === id).map(({ quantity }) => quantity)
  return per === 'project' ? largest(ofProjects) : ofProjects.reduce((sum, one) => sum + one, 0n)
}

const largest = (quantities: readonly bigint[]): bigint =>
  quantities.reduce((most, one) => (one > most ? one : most), 0n)

/**
 * The last sample of each gauge in each existing project, of any age: a paused project still
 * counts, also at the start of a period.
 */
async function latestGauges(store: Store, organizationId: number): Promise<Gauge[]> {
  const metrics = usageMetrics
    .filter(({ isQuota, aggregation }) => isQuota && aggregation === 'average')
    .map(({ id }) => id)
  const { rows } = await sql<{ metric: string; quantity: string }>`
    select gauge.metric, latest.quantity
    from projects
    cross join unnest(${metrics}::text[]) as gauge (metric)
    cross join lateral (
      select quantity from usage_hours
      where project_id = projects.id and usage_hours.metric = gauge.metric and detail = ''
      order by hour desc limit 1
    ) latest
    where projects.organization_id = ${organizationId}
    and projects.status not in ('GOING_DOWN', 'REMOVED')`.execute(store)
  return rows.map(({ metric, quantity }) => ({ metric, quantity: BigInt(quantity) }))
}
