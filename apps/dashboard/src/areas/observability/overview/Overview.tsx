import { Activity } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'

import { hasValues } from '../../../product/resource-usage/time-chart.ts'
import { TimeFigure } from '../../../product/resource-usage/TimeFigure.tsx'
import { usageCharts } from '../../../product/resource-usage/usage-charts.ts'
import { RangeNotice } from '../../../product/time-range/RangeNotice.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { hasGap, type Resources } from '../metrics/health.ts'
import { formatStep, requestCharts, type Requests, toValues } from '../metrics/request-charts.ts'
import { SelectionBar } from '../metrics/SelectionBar.tsx'
import { type ChartLinks, useChartLinks } from '../metrics/use-chart-links.ts'
import type { Metrics, Reading } from '../metrics/use-metrics.ts'

/** A chart whose table is open does not stretch the one next to it. */
const grid = 'grid items-start gap-3 desktop:grid-cols-2'

type Props = { projectRef: string; metrics: Metrics }

/** Every chart; they are read and selected together. */
export function Overview({ projectRef, metrics }: Props) {
  const links = useChartLinks()
  const { range, resources, requests } = metrics
  return (
    <>
      <RangeNotice range={range} answer={resources.data ?? requests.data} />
      {links.span !== undefined && (
        <SelectionBar projectRef={projectRef} span={links.span} onClose={links.clear} />
      )}
      <Part
        title="Requests"
        failure="The requests could not be loaded"
        reading={requests}
        count={requestCharts.length}
      >
        {(answer) => <RequestCharts answer={answer} links={links} />}
      </Part>
      <Part
        title="Database"
        failure="The load of the database could not be loaded"
        reading={resources}
        count={usageCharts.length}
      >
        {(answer) => <ResourceCharts answer={answer} links={links} />}
      </Part>
    </>
  )
}

type PartProps<Answer> = {
  title: string
  failure: string
  reading: Reading<Answer>
  /** How many charts it has. */
  count: number
  children: (answer: Answer) => ReactNode
}

function Part<Answer>({ title, failure, reading, count, children }: PartProps<Answer>) {
  const { data, error, denied, isStale, refetch } = reading
  return (
    <section aria-label={title} aria-busy={isStale} className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{title}</h2>
      {denied !== undefined && <Notice tone="info">{denied}</Notice>}
      {denied === undefined && error !== null && (
        <ErrorPanel title={failure} error={error} onRetry={refetch} />
      )}
      {denied === undefined && error === null && data === undefined && <Loading count={count} />}
      {denied === undefined && error === null && data !== undefined && children(data)}
    </section>
  )
}

const Loading = ({ count }: { count: number }) => (
  <div className={grid} aria-hidden>
    {Array.from({ length: count }, (_, at) => (
      <Skeleton key={at} className="h-[228px] rounded-card!" />
    ))}
  </div>
)

function RequestCharts({ answer, links }: { answer: Requests; links: ChartLinks }) {
  const values = useMemo(() => toValues(answer), [answer])
  if (answer.total.requests === 0) {
    return (
      <EmptyState icon={Activity} title="No requests in this time range">
        Requests of clients to the address of this project appear here.
      </EmptyState>
    )
  }
  return (
    <div className={grid}>
      {requestCharts.map((chart) => (
        <TimeFigure
          key={chart.id}
          values={values}
          chart={chart}
          note={`per ${formatStep(answer.step_seconds)}`}
          cursor={links.cursor}
          onSelectRange={links.selectIn(answer)}
        />
      ))}
    </div>
  )
}

function ResourceCharts({ answer, links }: { answer: Resources; links: ChartLinks }) {
  if (answer.first_sample_at === null) {
    return (
      <EmptyState icon={Activity} title="No samples yet">
        The first one arrives within a minute.
      </EmptyState>
    )
  }
  const shown = usageCharts.filter((chart) => hasValues(answer, chart))
  if (shown.length === 0) {
    return (
      <EmptyState icon={Activity} title="No samples in this time range">
        The project was paused or did not answer. Choose a longer time range.
      </EmptyState>
    )
  }
  const { connection_limit: limit } = answer
  return (
    <>
      {hasGap(answer) && (
        <Notice tone="info">Lines have gaps where the project was paused or did not answer.</Notice>
      )}
      <div className={grid}>
        {shown.map((chart) => (
          <TimeFigure
            key={chart.id}
            values={answer}
            chart={chart}
            note={chart.id === 'connections' && limit !== null ? `at most ${limit}` : undefined}
            cursor={links.cursor}
            onSelectRange={links.selectIn(answer)}
          />
        ))}
      </div>
    </>
  )
}
