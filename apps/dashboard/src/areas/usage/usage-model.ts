import { type OrganizationPlan, type UsageMetric, usageMetrics } from '@basalt/catalog'
import type { Usage, UsageOfMetric } from '@basalt/contract/billing/billing'

/** A metric with its catalogue entry. */
export type MetricUsage = { metric: UsageMetric; usage: UsageOfMetric }

/** Used and unused metrics, each in the order of the catalogue. */
export function splitByUse({ metrics }: Usage): { used: MetricUsage[]; unused: MetricUsage[] } {
  const all = (usageMetrics as readonly UsageMetric[]).flatMap((metric) => {
    const usage = metrics.find((one) => one.metric === metric.id)
    return usage === undefined ? [] : [{ metric, usage }]
  })
  const isUsed = ({ usage }: MetricUsage) =>
    usage.quantity > 0 || usage.cost_micros > 0 || usage.days.some(({ quantity }) => quantity > 0)
  return { used: all.filter(isUsed), unused: all.filter((one) => !isUsed(one)) }
}

/** The used share of the included quantity, 1 for exactly full; null without a limit. */
export function fullness({ metric, usage }: MetricUsage): number | null {
  const { included, quantity, projects } = usage
  if (included === null) return null
  const most =
    metric.per === 'project' ? Math.max(0, ...projects.map((one) => one.quantity)) : quantity
  if (included === 0) return most > 0 ? Number.POSITIVE_INFINITY : 0
  return most / included
}

export type Level = 'calm' | 'near' | 'over'

/** From 80 % on it is worth a word. */
const nearShare = 0.8

export function getLevel(one: MetricUsage): Level {
  const share = fullness(one)
  if (share === null || share < nearShare) return 'calm'
  return share > 1 ? 'over' : 'near'
}

/** Free projects are restricted by some quotas; paid ones are charged. */
export const isRestricting = (metric: UsageMetric, plan: OrganizationPlan): boolean =>
  plan === 'free' && metric.isQuota

export type DayBar = { day: string; quantity: number; isFuture: boolean }

const dayMs = 86_400_000

/** Every day of the period in UTC, with unmeasured and future ones. */
export function listDays(
  {
    period_start: start,
    period_end: end,
    measured_through: until,
  }: Omit<Usage, 'metrics' | 'plan'>,
  measured: UsageOfMetric['days'],
): DayBar[] {
  const byDay = new Map(measured.map(({ day, quantity }) => [day, quantity]))
  const bars: DayBar[] = []
  const first = Math.floor(Date.parse(start) / dayMs) * dayMs
  for (let at = first; at < Date.parse(end); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    bars.push({ day, quantity: byDay.get(day) ?? 0, isFuture: at > Date.parse(until) })
  }
  return bars
}
