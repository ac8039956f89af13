import type { queryPerformance } from '@basalt/contract/query-performance/query-performance'
import type { OutputOf } from '@basalt/contract/route'
import { useMemo, useState } from 'react'

import { plural } from '../../../lib/format/format.ts'
import type { TimeChart } from '../../../product/resource-usage/time-chart.ts'
import { TimeFigure } from '../../../product/resource-usage/TimeFigure.tsx'
import { SharedCursor } from '../../../ui/chart/shared-cursor.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Status } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/Time.tsx'
import { formatMs, formatNumber } from './format-figures.ts'

type Answer = OutputOf<typeof queryPerformance.timeline>
type Series = 'total_ms' | 'mean_ms' | 'calls'

const charts: readonly TimeChart<Series>[] = [
  {
    id: 'mean',
    title: 'Mean time of a call',
    lines: [{ name: 'Mean', series: 'mean_ms' }],
    format: formatMs,
    kind: 'line',
  },
  {
    id: 'total',
    title: 'Time',
    note: 'of all calls in a sample',
    lines: [{ name: 'Time', series: 'total_ms' }],
    format: formatMs,
    kind: 'area',
  },
  {
    id: 'calls',
    title: 'Calls',
    note: 'in a sample',
    lines: [{ name: 'Calls', series: 'calls' }],
    format: formatNumber,
    kind: 'area',
  },
]

const toSeconds = (at: string) => Date.parse(at) / 1000

/** A statement over time, with migrations and restarts. */
export function Timeline({ answer }: { answer: Answer | undefined }) {
  const [cursor] = useState(() => new SharedCursor())
  const values = useMemo(() => answer && toValues(answer), [answer])
  const marks = useMemo(() => answer && listMarks(answer), [answer])
  if (answer === undefined || values === undefined) return <Skeleton className="h-[228px]" />
  if (values.times.length === 0) {
    return <p className="text-ink-soft">There are no samples in this time range.</p>
  }
  return (
    <section aria-label="Timeline" className="flex flex-col gap-3">
      <Events answer={answer} />
      {charts.map((chart) => (
        <TimeFigure key={chart.id} values={values} chart={chart} marks={marks} cursor={cursor} />
      ))}
    </section>
  )
}

function toValues({ times, calls, total_ms: total }: Answer) {
  const mean = total.map((ms, at) => {
    const count = calls[at] ?? 0
    return count === 0 ? null : ms / count
  })
  return { times, series: { calls, total_ms: total, mean_ms: mean } }
}

const listMarks = ({ migrations, restarts }: Answer) => [
  ...migrations.map(({ at }) => ({ position: toSeconds(at), token: '--accent' })),
  ...restarts.map((at) => ({ position: toSeconds(at), token: '--warn' })),
]

/** So many are listed with their name. */
const listed = 5

/** The vertical lines of the charts as text. */
function Events({ answer: { migrations, restarts } }: { answer: Answer }) {
  if (migrations.length + restarts.length === 0) return null
  return (
    <ul aria-label="Marked in the charts" className="flex flex-col gap-1 text-xs">
      {migrations.slice(0, listed).map(({ at, action, target }) => (
        <li key={`${at} ${action} ${target}`} className="flex flex-wrap items-center gap-x-2">
          <Status tone="accent">{action.replaceAll(/[._]/gu, ' ')}</Status>
          <span className="min-w-0 font-mono break-all">{target}</span>
          <Time at={at} />
        </li>
      ))}
      {migrations.length > listed && (
        <li className="text-ink-faint">
          {plural(migrations.length - listed, 'more change')} of the database
        </li>
      )}
      {restarts.slice(-listed).map((at) => (
        <li key={at} className="flex flex-wrap items-center gap-x-2">
          <Status tone="warn">Restart or reset of statistics</Status>
          <Time at={at} />
        </li>
      ))}
    </ul>
  )
}
