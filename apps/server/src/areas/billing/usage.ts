import { isOffered, type OrganizationPlan, type UsageMetric, usageMetrics } from '@basalt/catalog'
import { billing, type UsageOfMetric } from '@basalt/contract/billing/billing'

import { hoursBetween, type Period, periodAt } from '../../billing/period.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { findSubscription, openPeriod, planSegments } from '../../store/subscriptions.ts'
import {
  meteredThrough,
  ratedUsage,
  type UsageDay,
  usageDays,
  type UsageTotal,
  usageTotals,
} from './accounts/usage-store.ts'
import { isPriced, rate } from './rating/rating.ts'
import { type BillingFeatureServices, getOrganization } from './services.ts'

export function usageFeature({ store, clock, capabilities }: BillingFeatureServices): Endpoint[] {
  return [
    serve(billing.usage, async ({ query }, context) => {
      const { id: organizationId } = getOrganization(context)
      const subscription = await findSubscription(store, organizationId)
      const period =
        query.at === undefined
          ? openPeriod(subscription)
          : periodAt(subscription.anchor, new Date(query.at))
      const requested = { organizationId, period, projectRef: query.project_ref }
      const segments = await planSegments(store, organizationId, period)
      const plan = segments.at(-1)?.plan ?? subscription.plan
      const charge = rate({
        period,
        segments,
        usage: await ratedUsage(store, { organizationId, period, segments }),
        creditMicros: 0,
      })
      const [totals, days] = [
        await usageTotals(store, requested),
        await usageDays(store, requested),
      ]
      const costs = charge.lines.filter(
        (line) => query.project_ref === undefined || line.project_ref === query.project_ref,
      )
      const metrics = usageMetrics.filter(
        (metric: UsageMetric) =>
          (query.metric === undefined || metric.id === query.metric) &&
          (isOffered(metric, capabilities) || totals.some((total) => total.metric === metric.id)),
      )
      return {
        period_start: period.start.toISOString(),
        period_end: period.end.toISOString(),
        measured_through: ((await meteredThrough(store)) ?? clock()).toISOString(),
        plan,
        metrics: metrics.map((metric: UsageMetric) =>
          presentMetric(metric, {
            plan,
            period,
            totals: totals.filter((total) => total.metric === metric.id),
            days: days.filter((day) => day.metric === metric.id),
            costMicros: costs
              .filter((line) => line.metric === metric.id)
              .reduce((sum, line) => sum + line.amount_micros, 0),
            until: clock(),
          }),
        ),
      }
    }),
  ]
}

type Measured = {
  plan: OrganizationPlan
  period: Period
  totals: readonly UsageTotal[]
  days: readonly UsageDay[]
  costMicros: number
  until: Date
}

function presentMetric(metric: UsageMetric, measured: Measured): UsageOfMetric {
  const { plan, totals, days, costMicros } = measured
  const included = metric.included[plan]
  const ofProjects = totals.map((total) => ({
    project_ref: total.projectRef,
    project_name: total.projectName,
    is_removed: total.isRemoved,
    quantity: getQuantity(metric, total, measured),
  }))
  const quantities = ofProjects.map(({ quantity }) => quantity)
  const peak = Math.max(0, ...days.map((day) => Number(day.peak)))
  const together = quantities.reduce((sum, quantity) => sum + quantity, 0)
  const quantity = metric.aggregation === 'peak' ? peak : together
  const compared = metric.per === 'project' ? quantities : [quantity]
  const over =
    included === null ? 0 : compared.reduce((sum, used) => sum + Math.max(0, used - included), 0)
  return {
    metric: metric.id,
    quantity,
    included,
    over,
    cost_micros: costMicros,
    projects: ofProjects,
    days: days.map(({ day, sum, peak: largest }) => ({
      day,
      quantity: Number(metric.aggregation === 'sum' ? sum : largest),
    })),
  }
}

/**
 * The quantity to compare with the included one. The bill uses the average of a gauge over the
 * period; where nothing is billed, the last measurement counts.
 */
function getQuantity(
  { aggregation }: UsageMetric,
  { sum, peak, latest }: UsageTotal,
  { plan, period, until }: Measured,
): number {
  if (aggregation === 'sum') return Number(sum)
  if (aggregation === 'peak') return Number(peak)
  if (!isPriced(plan)) return Number(latest)
  const end = until < period.end ? until : period.end
  const hours = Math.max(1, hoursBetween(period.start, end))
  return Number(sum / BigInt(hours))
}
