import { Tag } from 'lucide-react'
import type { ReactNode } from 'react'

import { formatMoney } from '../lib/format/format-money.ts'
import { formatUnitPrice } from '../lib/format/unit-price.ts'

type Props = {
  /** Micro-dollars for a month. */
  monthlyMicros?: number | undefined
  /** Micro-dollars for an hour, for items billed by the hour. */
  hourlyMicros?: number | undefined
  /** Changes of the price or its due date: "covered by compute credits". */
  note?: ReactNode
}

/** The price of an item, next to the control that orders it. */
export function PriceTag({ monthlyMicros, hourlyMicros, note }: Props) {
  const isFree = (monthlyMicros ?? 0) === 0 && (hourlyMicros ?? 0) === 0
  return (
    <span className="inline-flex max-w-full flex-wrap items-baseline gap-x-1.5 gap-y-0.5 text-xs">
      <span className="tabular inline-flex items-center gap-1.5 rounded-full border border-line-strong bg-surface px-2 py-px font-medium text-ink">
        <Tag className="size-3! text-accent" />
        {isFree ? 'No extra cost' : getPrice(monthlyMicros, hourlyMicros)}
      </span>
      {note !== undefined && <span className="text-ink-soft">{note}</span>}
    </span>
  )
}

const getPrice = (monthlyMicros: number | undefined, hourlyMicros: number | undefined): string =>
  [
    monthlyMicros === undefined ? undefined : `${formatMoney(monthlyMicros)} per month`,
    hourlyMicros === undefined ? undefined : `${formatUnitPrice(hourlyMicros)} per hour`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ')
