import { logLevelNames } from '@basalt/contract/logs/logs'
import { useMemo } from 'react'

import { formatCount, plural } from '../../../lib/format/format.ts'
import type { ChartData, ChartRange } from '../../../ui/chart/chart-data.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { levels } from '../model/levels.ts'
import { clockText, dayClockText } from '../model/log-time.ts'
import { hasDays } from '../model/time-range.ts'
import type { LogPageState } from '../state/use-log-page.ts'

type Histogram = NonNullable<LogPageState['histogram']['data']>

/** Rows by time and level. Dragging over it, Shift and the arrow keys, or a click choose a range. */
export function LogHistogram({ page }: { page: LogPageState }) {
  const { histogram, params, change } = page
  const { data } = histogram
  const isLong = hasDays(params)
  const chart = useMemo(
    () => (data === undefined ? undefined : toChart(data, isLong)),
    [data, isLong],
  )
  // The rows say why the store does not answer.
  if (histogram.error !== null && data === undefined) return null
  const select = ({ from, to }: ChartRange) => {
    if (data === undefined) return
    const start = Date.parse(data.from)
    const width = data.bucket_seconds * 1000
    change({
      range: { kind: 'fixed', from: start + from * width, to: start + (to + 1) * width },
      isLive: false,
    })
  }
  if (data === undefined || chart === undefined)
    return (
      <div className="flex-none px-4 py-2">
        <Skeleton className="h-[200px]" />
      </div>
    )
  if (data.total === 0) return null
  return (
    <div className="flex h-[216px] flex-none flex-col border-b border-line px-4 py-2">
      <Chart
        title={plural(data.total, 'row')}
        summary={`${plural(data.total, 'row')} by time and level`}
        data={chart}
        kind="histogram"
        xName="From"
        isStacked
        isCompact
        formatLabel={shortTime}
        formatTick={formatTick}
        onSelectRange={select}
        onSelectPoint={(at) => select({ from: at, to: at })}
      />
    </div>
  )
}

/** Without seconds and milliseconds. */
const shortTime = (label: string) => label.replace(/:\d{2}\.\d{3}$/u, '')

const formatTick = (value: number) => (Number.isInteger(value) ? formatCount(value) : '')

/** The worst level first: it stands on the axis, where even a few rows are seen. */
function toChart({ from, bucket_seconds, counts }: Histogram, isLong: boolean): ChartData {
  const start = Date.parse(from)
  const size = counts.info.length
  const present = logLevelNames.toReversed().filter((level) => counts[level].some(Boolean))
  return {
    labels: Array.from({ length: size }, (_, at) => {
      const time = new Date(start + at * bucket_seconds * 1000).toISOString()
      return isLong ? dayClockText(time) : clockText(time)
    }),
    positions: null,
    xKind: 'category',
    series: present.map((level) => ({
      name: levels[level].label,
      token: levels[level].token,
      values: counts[level],
      texts: counts[level].map(formatCount),
    })),
  }
}
