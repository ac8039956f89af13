import type { UsageMetric } from '@basalt/catalog'
import { useMemo } from 'react'

import { formatBillingDay } from '../../lib/format/billing-days.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { exactQuantity, formatQuantity } from './quantities.ts'
import type { DayBar } from './usage-model.ts'

type Props = { name: string; unit: UsageMetric['unit']; days: readonly DayBar[] }

const powersOf = (base: number, count: number) =>
  Array.from({ length: count }, (_, at) => base ** at)

/** Bytes are counted in powers of two, and seconds as hours. */
const tickSteps: Partial<Record<UsageMetric['unit'], readonly number[]>> = {
  bytes: powersOf(2, 60),
  seconds: [
    0.1,
    0.5,
    ...powersOf(10, 8).flatMap((ten) => [1, 2, 5].map((digit) => digit * ten)),
  ].map((hours) => hours * 3600),
}

/** `02 Nov 2026` without its year. */
const shortenDay = (day: string) => day.slice(0, 6)

/** A bar for each day of the period, and the same days as a table with exact numbers. */
export function DayChart({ name, unit, days }: Props) {
  const data = useMemo(
    () => ({
      labels: days.map(({ day }) => formatBillingDay(day)),
      positions: null,
      xKind: 'category' as const,
      series: [
        {
          name,
          values: days.map(({ quantity, isFuture }) => (isFuture ? Number.NaN : quantity)),
          texts: days.map(({ quantity, isFuture }) =>
            isFuture ? 'upcoming' : formatQuantity(unit, quantity),
          ),
          exactTexts: days.map(({ quantity, isFuture }) =>
            isFuture ? null : exactQuantity(unit, quantity),
          ),
        },
      ],
    }),
    [name, unit, days],
  )
  const formatTick = useMemo(() => (value: number) => formatQuantity(unit, value), [unit])
  return (
    <Chart
      title="By day (UTC)"
      kind="bar"
      data={data}
      xName="Day"
      summary={summarize(name, unit, days)}
      formatTick={formatTick}
      tickSteps={tickSteps[unit]}
      formatLabel={shortenDay}
      isCompact
    />
  )
}

function summarize(name: string, unit: UsageMetric['unit'], days: readonly DayBar[]): string {
  const past = days.filter(({ isFuture }) => !isFuture)
  const top = past.toSorted((a, b) => b.quantity - a.quantity)[0]
  if (top === undefined || top.quantity === 0) return `${name} by day: no usage yet`
  return `${name} by day: highest on ${formatBillingDay(top.day)}, ${formatQuantity(unit, top.quantity)}`
}
