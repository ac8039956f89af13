import type { UsageMetric } from '@basalt/catalog'

import { formatter } from './formatter.ts'

type Unit = UsageMetric['unit']

const GB = 1_073_741_824
const hour = 3600

const number = formatter({ maximumFractionDigits: 3 })

/** `12.5 GB`, `320 hours`, `1,200 messages`: how an invoice writes a quantity. */
export function describeQuantity(unit: Unit, dividend: bigint, divisor = 1n): string {
  // Three decimals are shown, so the fraction has more than those.
  const value = Number((dividend * 1_000_000n) / divisor) / 1_000_000
  if (unit === 'bytes') return `${number(value / GB)} GB`
  if (unit === 'seconds') return named(value / hour, 'hours')
  return named(value, unit)
}

const named = (value: number, unit: string) =>
  `${number(value)} ${value === 1 ? unit.slice(0, -1) : unit}`

/** The unit of a price: `GB`, `hour`, `1,000 connections`. */
export function describeUnit(unit: Unit, per: number): string {
  if (unit === 'bytes') return 'GB'
  if (unit === 'seconds') return 'hour'
  return per === 1 ? unit.slice(0, -1) : `${number(per)} ${unit}`
}

export const describeHours = (hours: number, of: number): string =>
  `${number(hours)} of ${number(of)} hours`

/** `1 person has`, `2 people have`. */
export const plural = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`
