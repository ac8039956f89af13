import { formatQuantity } from './quantities.ts'
import type { MetricUsage } from './usage-model.ts'

/** Measured metrics without usage, for example of services that are switched off. */
export function UnusedMetrics({ metrics }: { metrics: readonly MetricUsage[] }) {
  if (metrics.length === 0) return null
  return (
    <section aria-labelledby="unused-title" className="flex flex-col gap-2">
      <h2 id="unused-title" className="font-medium text-ink-soft">
        Not used in this period
      </h2>
      <ul className="grid gap-x-8 tablet:grid-cols-2">
        {metrics.map(({ metric, usage }) => (
          <li
            key={metric.id}
            id={metric.id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5 text-ink-soft"
          >
            <span>{metric.name}</span>
            <span className="tabular text-ink-faint">
              {usage.included !== null && usage.included > 0
                ? `0 of ${formatQuantity(metric.unit, usage.included)}`
                : formatQuantity(metric.unit, 0)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
