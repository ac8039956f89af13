import type { OrganizationPlan } from '../organizations/organizations.ts'
import { type UsageMetric, type UsageMetricId, usageMetrics } from '../usage-metrics.ts'

/** Figures of the catalogue in the words that its texts use, so that tests can compare them. */

const gigabyte = 1024 ** 3
const count = new Intl.NumberFormat('en-US')

const getMetric = (id: UsageMetricId): UsageMetric => {
  const metric = usageMetrics.find((one) => one.id === id)
  if (metric === undefined) throw new Error(`There is no metric ${id}`)
  return metric
}

/** `$25`, `$2.50`, `$0.00325`. */
export function dollars(micros: number): string {
  const text = String(micros / 1_000_000)
  return /^\d+\.\d$/u.test(text) ? `$${text}0` : `$${text}`
}

export const inBytes = (bytes: number): string => {
  if (bytes >= gigabyte) return `${bytes / gigabyte} GB`
  return bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MB` : `${bytes / 1024} KB`
}

export const inDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

const inMillions = (quantity: number): string =>
  quantity >= 1_000_000 ? `${quantity / 1_000_000} million` : count.format(quantity)

/** The included amount of a metric in a plan: `8 GB`, `50,000`, `2 million`. */
export function getAmount(id: UsageMetricId, plan: OrganizationPlan): string {
  const { included, unit } = getMetric(id)
  const quantity = included[plan] ?? 0
  return unit === 'bytes' ? inBytes(quantity) : inMillions(quantity)
}

/** The price of a metric beyond the included amount: `then $0.09 per GB`. */
export function getAdditional(id: UsageMetricId): string {
  const { price } = getMetric(id)
  if (price === null) throw new Error(`${id} has no price`)
  return `then ${dollars(price.micros)} per ${getUnit(price.per)}`
}

function getUnit(per: number): string {
  if (per === gigabyte) return 'GB'
  if (per === 1) return 'MAU'
  return per === 1_000_000 ? 'million' : count.format(per)
}
