import type { SpendCap } from '@basalt/contract/billing/billing'

import { formatMoney } from '../../lib/format/format-money.ts'

/** The current spending relative to the cap, and its forecast. */
export function SpendCourse({ cap }: { cap: SpendCap }) {
  const { cap_micros: limit, spent_micros: spent, forecast_micros: forecast, steps } = cap
  const last = steps.at(-1)?.at_micros ?? 0
  const scale = Math.max(last, forecast, spent, 1)
  const percent = (micros: number) => `${Math.min(100, (micros / scale) * 100)}%`
  return (
    <div className="flex flex-col gap-1.5 px-4">
      <div aria-hidden className="relative h-2.5 overflow-hidden rounded-full bg-line">
        <div
          className="absolute inset-y-0 left-0 bg-accent/35"
          style={{ width: percent(forecast) }}
        />
        <div className="absolute inset-y-0 left-0 bg-accent" style={{ width: percent(spent) }} />
        {steps.map(({ percent: step, at_micros: at }) => (
          <div
            key={step}
            className={`absolute inset-y-0 w-px ${step === 100 ? 'bg-ink' : 'bg-ink-faint'}`}
            style={{ left: percent(at) }}
          />
        ))}
      </div>
      <p className="tabular flex flex-wrap justify-between gap-x-4 text-xs text-ink-soft">
        <span>
          {formatMoney(spent)} so far, {formatMoney(forecast)} forecast
        </span>
        {limit !== null && <span>of {formatMoney(limit)}</span>}
      </p>
    </div>
  )
}
