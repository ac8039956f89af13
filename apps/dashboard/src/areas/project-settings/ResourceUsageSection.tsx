import {
  resourceUsage,
  type ResourceUsage,
  type UsageRange,
  usageRanges,
} from '@basalt/contract/project/resource-usage'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { hasValues } from '../../product/resource-usage/time-chart.ts'
import { TimeFigure } from '../../product/resource-usage/TimeFigure.tsx'
import { usageCharts } from '../../product/resource-usage/usage-charts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Select } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usageQuery } from './queries.ts'

const rangeNames: Record<UsageRange, string> = {
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '1d': 'Last day',
  '7d': 'Last 7 days',
}

type Props = { projectRef: string; query: UrlQuery }

/** The resource usage over time, in a range that the URL keeps. */
export function ResourceUsageSection({ projectRef, query }: Props) {
  const range = readChoice(query, 'range', usageRanges) ?? '1h'
  const change = useSearchParams()
  const denied = useDenied(resourceUsage.read, 'see the resource usage')
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...usageQuery(projectRef, range),
    placeholderData: keepPreviousData,
    enabled: denied === undefined,
  })
  if (denied !== undefined) return null
  return (
    <section aria-labelledby="resource-usage" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="resource-usage" className="text-base font-semibold">
          Resource usage
        </h2>
        <Select
          aria-label="Time range"
          className="w-auto!"
          value={range}
          onChange={({ target: { value } }) =>
            change({ range: value === '1h' ? undefined : value }, { isStep: true })
          }
        >
          {usageRanges.map((one) => (
            <option key={one} value={one}>
              {rangeNames[one]}
            </option>
          ))}
        </Select>
      </header>
      {error !== null && (
        <ErrorPanel
          title="The resource usage could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && <Loading />}
      {error === null && data !== undefined && (
        <div aria-busy={isPlaceholderData}>
          <Charts usage={data} />
        </div>
      )}
    </section>
  )
}

/** A chart whose table is open does not stretch the one next to it. */
const grid = 'grid items-start gap-3 desktop:grid-cols-2'

const Loading = () => (
  <div className={grid} aria-hidden>
    {usageCharts.map(({ title }) => (
      <Skeleton key={title} className="h-[228px] rounded-card!" />
    ))}
  </div>
)

function Charts({ usage }: { usage: ResourceUsage }) {
  if (usage.first_sample_at === null) {
    return (
      <EmptyState icon={Activity} title="No samples yet">
        The first one arrives within a minute.
      </EmptyState>
    )
  }
  const shown = usageCharts.filter((chart) => hasValues(usage, chart))
  if (shown.length === 0) {
    return (
      <EmptyState icon={Activity} title="No samples in this time range">
        The project was paused or did not answer. Choose a longer time range.
      </EmptyState>
    )
  }
  const { connection_limit: limit } = usage
  return (
    <div className={grid}>
      {shown.map((chart) => (
        <TimeFigure
          key={chart.id}
          values={usage}
          chart={chart}
          note={chart.id === 'connections' && limit !== null ? `at most ${limit}` : undefined}
        />
      ))}
    </div>
  )
}
