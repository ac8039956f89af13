import {
  type ComputeSizeId,
  computeSizes,
  type OrganizationPlan,
  planLimits,
  plans,
  type UsageMetric,
  type UsageMetricId,
  usageMetrics,
} from '@basalt/catalog'
import type { Charge, InvoiceLine } from '@basalt/contract/billing/amounts'

import { hoursBetween, type Period, type PlanSegment } from '../../../billing/period.ts'
import { toDollars, getPrice, toCents } from './money.ts'
import { describeHours, describeQuantity, describeUnit } from './quantities.ts'

/** Usage of one project in the paid hours of a period. */
type ProjectUsage = {
  projectRef: string
  projectName: string
  metric: UsageMetricId
  /** A compute size; empty for metrics that have no such part. */
  detail: string
  /** All hours added: byte-hours for a gauge. */
  sum: bigint
}

export type RatedUsage = {
  projects: readonly ProjectUsage[]
  /** Of metrics that count the largest: the most that all projects had together in an hour. */
  peaks: ReadonlyMap<UsageMetricId, bigint>
}

export type Rating = {
  period: Period
  /** In order of time; the first one applies at the start of the period. */
  segments: readonly PlanSegment[]
  usage: RatedUsage
  /** Credits that the organization has, in micro-dollars. */
  creditMicros: number
}

/** Fees and overage are charged on these; the others are free, or agreed by contract. */
export const isPriced = (plan: OrganizationPlan): boolean => (priceOfPlan(plan) ?? 0) > 0

const priceOfPlan = (plan: OrganizationPlan) => plans.find(({ id }) => id === plan)?.priceMicros

/**
 * The charge of an organization for a period. A pure function: the same usage and plans give the
 * same lines. Fees and included quantities are prorated by whole hours; every line is rounded to
 * the cent, so the lines add up to the total.
 */
export function rate({ period, segments, usage, creditMicros }: Rating): Charge {
  const stretches = listStretches(period, segments)
  const share = getShare(period, stretches)
  const lines = [
    ...stretches.flatMap((stretch) => planLine(stretch, share.of)),
    ...computeLines(stretches, usage, share),
    ...usageMetrics.flatMap((metric: UsageMetric) =>
      metric.price === null ? [] : overageLines(metric, { usage, share }),
    ),
  ]
  const subtotal = lines.reduce((sum, line) => sum + line.amount_micros, 0)
  const credit = Math.min(Math.max(0, creditMicros), subtotal)
  return {
    lines,
    subtotal_micros: subtotal,
    credit_micros: credit,
    total_micros: subtotal - credit,
  }
}

type Stretch = { plan: OrganizationPlan; start: Date; end: Date; hours: number }

/** The parts of a period with one plan each; neighbours with the same plan are one. */
export function listStretches(period: Period, segments: readonly PlanSegment[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const [index, { plan, from }] of segments.entries()) {
    const next = segments[index + 1]?.from ?? period.end
    const start = from < period.start ? period.start : from
    const end = next < period.end ? next : period.end
    if (start >= end) continue
    const last = stretches.at(-1)
    if (last?.plan === plan && last.end.getTime() === start.getTime()) {
      last.end = end
      last.hours = hoursBetween(last.start, end)
    } else {
      stretches.push({ plan, start, end, hours: hoursBetween(start, end) })
    }
  }
  return stretches
}

/** The paid hours of a period, and all its hours. */
type Share = { hours: bigint; of: bigint }

function getShare(period: Period, stretches: readonly Stretch[]): Share {
  const hours = stretches
    .filter(({ plan }) => isPriced(plan))
    .reduce((sum, stretch) => sum + stretch.hours, 0)
  return { hours: BigInt(hours), of: BigInt(hoursBetween(period.start, period.end)) }
}

function planLine(stretch: Stretch, hoursOfPeriod: bigint): InvoiceLine[] {
  const price = priceOfPlan(stretch.plan) ?? 0
  if (price === 0) return []
  const amount = toCents({
    dividend: BigInt(price) * BigInt(stretch.hours),
    divisor: hoursOfPeriod,
  })
  const name = plans.find(({ id }) => id === stretch.plan)?.name ?? stretch.plan
  const isWhole = BigInt(stretch.hours) === hoursOfPeriod
  return [
    {
      ...noDetail,
      kind: 'plan',
      description: `${name} plan`,
      detail: isWhole ? null : describeHours(stretch.hours, Number(hoursOfPeriod)),
      unit_price: toDollars(price),
      amount_micros: amount,
    },
  ]
}

const noDetail = {
  detail: null,
  metric: null,
  project_ref: null,
  quantity: null,
  unit_price: null,
} as const

function computeLines(stretches: readonly Stretch[], usage: RatedUsage, share: Share) {
  const lines = usage.projects
    .filter(({ metric }) => metric === 'compute_hours')
    .map((used) => computeLine(used))
    .filter((line) => line.amount_micros > 0)
  const cost = lines.reduce((sum, line) => sum + line.amount_micros, 0)
  const included = stretches.reduce(
    (sum, { plan, hours }) => sum + BigInt(getCredit(plan)) * BigInt(hours),
    0n,
  )
  const credit = Math.min(cost, toCents({ dividend: included, divisor: share.of }))
  if (credit === 0) return lines
  const creditLine: InvoiceLine = {
    ...noDetail,
    kind: 'compute_credit',
    description: 'Compute credits of the plan',
    amount_micros: -credit,
  }
  return [...lines, creditLine]
}

const getCredit = (plan: OrganizationPlan): number =>
  planLimits.find((limits) => limits.plan === plan)?.computeCreditMicros ?? 0

function computeLine({ projectRef, projectName, detail, sum }: ProjectUsage): InvoiceLine {
  const size = computeSizes.find(({ id }) => id === (detail as ComputeSizeId))
  const hourly = size?.hourlyMicros ?? 0
  return {
    kind: 'compute',
    description: `Compute ${size?.name ?? detail}, ${projectName}`,
    detail: null,
    metric: 'compute_hours',
    project_ref: projectRef,
    quantity: describeQuantity('seconds', sum),
    unit_price: `${getPrice(hourly)} per hour`,
    amount_micros: toCents({ dividend: sum * BigInt(hourly), divisor: 3600n }),
  }
}

type Used = { usage: RatedUsage; share: Share }

function overageLines(metric: UsageMetric, { usage, share }: Used): InvoiceLine[] {
  const ofMetric = usage.projects.filter((used) => used.metric === metric.id)
  if (metric.per === 'project') {
    return ofMetric.flatMap((used) =>
      overageLine(metric, { over: getExcess(metric, used.sum, share), share, project: used }),
    )
  }
  const total =
    metric.aggregation === 'peak'
      ? (usage.peaks.get(metric.id) ?? 0n)
      : ofMetric.reduce((sum, used) => sum + used.sum, 0n)
  return overageLine(metric, { over: getExcess(metric, total, share), share, project: null })
}

/** A quantity as a fraction, in the unit of the metric. */
type Over = { dividend: bigint; divisor: bigint }

/** Usage beyond the included quantity of the paid hours; 0 or more. */
function getExcess(metric: UsageMetric, total: bigint, share: Share): Over {
  const included = BigInt(metric.included.pro ?? 0)
  const { hours, of } = share
  if (hours === 0n) return { dividend: 0n, divisor: 1n }
  const over = {
    // A gauge is averaged over the whole period, and so is its included quantity.
    average: { dividend: total - included * hours, divisor: of },
    sum: { dividend: total * of - included * hours, divisor: of },
    // The largest of the period is charged for the hours that are paid for.
    peak: { dividend: (total - included) * hours, divisor: of },
  }[metric.aggregation]
  return over.dividend > 0n ? over : { dividend: 0n, divisor: 1n }
}

function overageLine(
  metric: UsageMetric,
  { over, share, project }: { over: Over; share: Share; project: ProjectUsage | null },
): InvoiceLine[] {
  const amount = getCost(metric, over)
  if (amount === 0 || metric.price === null) return []
  const included = metric.included.pro ?? 0
  const isWhole = share.hours === share.of
  return [
    {
      kind: 'usage',
      description: project === null ? metric.name : `${metric.name}, ${project.projectName}`,
      detail:
        included === 0
          ? null
          : `Over the ${describeQuantity(metric.unit, BigInt(included))} included${isWhole ? '' : ', for the paid part of the period'}`,
      metric: metric.id,
      project_ref: project?.projectRef ?? null,
      quantity: describeQuantity(metric.unit, over.dividend, over.divisor),
      unit_price: `${getPrice(metric.price.micros)} per ${describeUnit(metric.unit, metric.price.per)}`,
      amount_micros: amount,
    },
  ]
}

/** In micro-dollars, whole cents. */
const getCost = (metric: UsageMetric, { dividend, divisor }: Over): number =>
  metric.price === null
    ? 0
    : toCents({
        dividend: dividend * BigInt(metric.price.micros),
        divisor: divisor * BigInt(metric.price.per),
      })
