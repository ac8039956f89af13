import { useMemo } from 'react'

import type { ChartMark, ChartRange } from '../../ui/chart/chart-data.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import type { SharedCursor } from '../../ui/chart/shared-cursor.ts'
import { getChartData, summarize, type TimeChart, type TimeValues } from './time-chart.ts'

type Props<Series extends string> = {
  values: TimeValues<Series>
  chart: TimeChart<Series>
  /** Instead of the chart's own note. */
  note?: string | undefined
  marks?: readonly ChartMark[] | undefined
  cursor?: SharedCursor | undefined
  onSelectRange?: ((range: ChartRange) => void) | undefined
  /** Without a frame, where the chart is in one already. */
  isBare?: boolean
}

/** A chart of values over time, in a frame. */
export function TimeFigure<Series extends string>({ values, chart, ...props }: Props<Series>) {
  const data = useMemo(() => getChartData(values, chart), [values, chart])
  const note = props.note ?? chart.note
  return (
    <div
      className={
        props.isBare === true
          ? 'flex min-w-0 flex-col'
          : 'flex min-w-0 flex-col rounded-card border border-line bg-surface px-4 py-3'
      }
    >
      <Chart
        title={note === undefined ? chart.title : `${chart.title} (${note})`}
        kind={chart.kind}
        data={data}
        xName="Time"
        summary={summarize(values, chart)}
        formatTick={chart.format}
        tickSteps={chart.tickSteps}
        marks={props.marks}
        cursor={props.cursor}
        onSelectRange={props.onSelectRange}
        isCompact
      />
    </div>
  )
}
