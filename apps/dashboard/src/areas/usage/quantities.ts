import type { UsageMetric } from '@basalt/catalog'

import { formatBytes } from '../../lib/format/format-bytes.ts'
import { formatCount, plural } from '../../lib/format/format.ts'
import { formatUnitPrice } from '../../lib/format/unit-price.ts'

type Unit = UsageMetric['unit']

const hour = 3600
const hours = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** A quantity as people read it: `4.9 GB`, `320.5 hours`, `18,204 users`. */
export function formatQuantity(unit: Unit, quantity: number): string {
  if (unit === 'bytes') return formatBytes(quantity)
  if (unit === 'seconds') {
    const shown = hours.format(quantity / hour)
    return `${shown} ${shown === '1' ? 'hour' : 'hours'}`
  }
  return plural(quantity, unit.slice(0, -1), unit)
}

/** Without the unit when the context names it: `100,000`, but `250 GB`. */
export const formatAmount = (unit: Unit, quantity: number): string =>
  unit === 'bytes' || unit === 'seconds' ? formatQuantity(unit, quantity) : formatCount(quantity)

/** To the last digit, as it was measured. */
export const exactQuantity = (unit: Unit, quantity: number): string =>
  unit === 'bytes' || unit === 'seconds'
    ? plural(quantity, unit.slice(0, -1), unit)
    : formatCount(quantity)

/** The price beyond the included quantity: `$0.09 per GB`; undefined without a price. */
export function additionalPrice({ price, unit }: Pick<UsageMetric, 'price' | 'unit'>) {
  if (price === null) return undefined
  return `${formatUnitPrice(price.micros)} per ${perText(unit, price.per)}`
}

function perText(unit: Unit, per: number): string {
  if (unit === 'bytes') return 'GB'
  if (unit === 'seconds') return 'hour'
  return per === 1 ? unit.slice(0, -1) : `${formatCount(per)} ${unit}`
}
