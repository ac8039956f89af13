import { type UsageMetric, usageMetrics } from '@basalt/catalog'

import { getHour, hoursBetween, type Period, type PlanSegment } from '../../../billing/period.ts'
import { isPriced, type RatedUsage, listStretches } from '../rating/rating.ts'
import type { UsageTotal } from './usage-store.ts'

type Known = {
  period: Period
  segments: readonly PlanSegment[]
  usage: RatedUsage
  totals: readonly UsageTotal[]
}

/**
 * The usage of the whole period if it continues as before: sums grow at their rate, gauges and
 * clusters keep their last value, peaks are not exceeded.
 */
export function forecastUsage({ period, segments, usage, totals }: Known, now: Date): RatedUsage {
  const at = getHour(now < period.end ? now : period.end)
  const last = segments.at(-1)
  const remaining = BigInt(hoursBetween(at, period.end))
  if (remaining === 0n || last === undefined || !isPriced(last.plan)) return usage
  const elapsed = BigInt(paidHours({ start: period.start, end: at }, segments))
  const latest = new Map(totals.map((total) => [getKey(total), total.latest]))
  return {
    peaks: usage.peaks,
    projects: usage.projects.map((used) => {
      const metric: UsageMetric | undefined = usageMetrics.find(({ id }) => id === used.metric)
      const isSteady = metric?.aggregation === 'average' || metric?.unit === 'seconds'
      if (isSteady) {
        // A size that the project has no longer does not go on.
        const goesOn = isLatestSize(usage, used) ? (latest.get(getKey(used)) ?? 0n) : 0n
        return { ...used, sum: used.sum + goesOn * remaining }
      }
      if (metric?.aggregation !== 'sum' || elapsed === 0n) return used
      return { ...used, sum: used.sum + (used.sum * remaining) / elapsed }
    }),
  }
}

const getKey = ({ projectRef, metric }: { projectRef: string; metric: string }) =>
  `${projectRef} ${metric}`

/** Of several sizes in a period, the one with the most hours is taken for the present one. */
function isLatestSize({ projects }: RatedUsage, used: RatedUsage['projects'][number]): boolean {
  const same = projects.filter((other) => getKey(other) === getKey(used))
  return same.every((other) => other === used || other.sum < used.sum)
}

const paidHours = (period: Period, segments: readonly PlanSegment[]): number =>
  listStretches(period, segments)
    .filter(({ plan }) => isPriced(plan))
    .reduce((sum, { hours }) => sum + hours, 0)
