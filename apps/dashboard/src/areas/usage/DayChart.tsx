import type { UsageMetric } from '@basalt/catalog'
import { clsx } from 'clsx'
import { type PointerEvent, useState } from 'react'

import { formatBillingDay } from '../../lib/format/billing-days.ts'
import { exactQuantity, formatQuantity } from './quantities.ts'
import type { DayBar } from './usage-model.ts'

type Props = { name: string; unit: UsageMetric['unit']; days: readonly DayBar[] }

const [width, height] = [620, 96]

/**
 * A bar for each day of the period. The pointer shows single days; the table below has exact values
 * for all users.
 */
export function DayChart({ name, unit, days }: Props) {
  const [chosen, setChosen] = useState<number>()
  const most = Math.max(...days.map(({ quantity }) => quantity), 1)
  const step = width / Math.max(days.length, 1)
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width: shown } = event.currentTarget.getBoundingClientRect()
    if (shown === 0) return
    const index = Math.floor(((event.clientX - left) / shown) * days.length)
    setChosen(Math.max(0, Math.min(days.length - 1, index)))
  }
  const read = chosen === undefined ? undefined : days[chosen]

  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-xs text-ink-faint">
        <span>By day (UTC)</span>
        <span className="tabular text-ink-soft">
          {read === undefined
            ? `Up to ${formatQuantity(unit, most)}`
            : `${formatBillingDay(read.day)}: ${getReading(read, unit)}`}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={summarize(name, unit, days)}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full touch-pan-y border-b border-line-strong"
        onPointerMove={choose}
        onPointerDown={choose}
        onPointerLeave={() => setChosen(undefined)}
      >
        {days.map(({ day, quantity, isFuture }, index) => (
          <rect
            key={day}
            x={index * step + step * 0.12}
            width={step * 0.76}
            {...getBar(quantity, { most, isFuture })}
            className={clsx(
              isFuture ? 'fill-line' : 'fill-accent',
              chosen !== undefined && chosen !== index && 'opacity-50',
            )}
          />
        ))}
      </svg>
      <DayAxis days={days} />
      <DayTable name={name} unit={unit} days={days} />
    </figure>
  )
}

/** Something that was used is never too small to be seen. */
function getBar(quantity: number, { most, isFuture }: { most: number; isFuture: boolean }) {
  const size = quantity === 0 ? 1 : Math.max(2, (quantity / most) * (height - 4))
  return isFuture ? { y: height - 1, height: 1 } : { y: height - size, height: size }
}

const getReading = ({ quantity, isFuture }: DayBar, unit: UsageMetric['unit']) =>
  isFuture ? 'upcoming' : formatQuantity(unit, quantity)

function summarize(name: string, unit: UsageMetric['unit'], days: readonly DayBar[]): string {
  const past = days.filter(({ isFuture }) => !isFuture)
  const top = past.toSorted((a, b) => b.quantity - a.quantity)[0]
  if (top === undefined || top.quantity === 0) return `${name} by day: no usage yet`
  return `${name} by day: highest on ${formatBillingDay(top.day)}, ${formatQuantity(unit, top.quantity)}`
}

const DayAxis = ({ days }: { days: readonly DayBar[] }) => (
  <div aria-hidden className="tabular flex justify-between text-xs text-ink-faint">
    {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map((one, index) => (
      <span key={index}>{one === undefined ? '' : formatBillingDay(one.day).slice(0, 6)}</span>
    ))}
  </div>
)

const DayTable = ({ name, unit, days }: Props) => (
  <details className="text-xs">
    <summary className="cursor-pointer text-ink-soft hover:text-ink pointer-coarse:py-2">
      Show {name.toLowerCase()} by day as a table
    </summary>
    <div className="mt-2 max-h-64 overflow-y-auto rounded-control border border-line">
      <table className="tabular w-full border-collapse">
        <thead className="sticky top-0 bg-surface text-left text-ink-faint">
          <tr>
            <th scope="col" className="px-3 py-1 font-medium">
              Day
            </th>
            <th scope="col" className="px-3 py-1 text-right font-medium">
              {name}
            </th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ isFuture }) => !isFuture)
            .map(({ day, quantity }) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="px-3 py-1 text-left font-normal">
                  {formatBillingDay(day)}
                </th>
                <td className="px-3 py-1 text-right">{exactQuantity(unit, quantity)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  </details>
)
