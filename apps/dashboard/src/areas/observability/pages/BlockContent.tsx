import { logs } from '@basalt/contract/logs/logs'
import type { ReportBlock } from '@basalt/contract/observability/reports'
import { homeBlocks, type HomeBlock } from '@basalt/contract/project/home-blocks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useMemo } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { formatCount } from '../../../lib/format/format.ts'
import { rowsOfBlock } from '../../../product/home-blocks/block-draft.ts'
import { BlockView } from '../../../product/home-blocks/BlockView.tsx'
import {
  hasValues,
  type TimeChart,
  type TimeValues,
} from '../../../product/resource-usage/time-chart.ts'
import { TimeFigure } from '../../../product/resource-usage/TimeFigure.tsx'
import { usageCharts } from '../../../product/resource-usage/usage-charts.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { formatStep, requestCharts, toValues } from '../metrics/request-charts.ts'
import type { ChartLinks } from '../metrics/use-chart-links.ts'
import type { Metrics, Reading } from '../metrics/use-metrics.ts'
import { facetsQuery, pinnedRowsQuery } from './report-queries.ts'

type Props = {
  projectRef: string
  block: ReportBlock
  /** Undefined until they are known. */
  pinned: readonly HomeBlock[] | undefined
  metrics: Metrics
  links: ChartLinks
}

/** The content of a block by its kind. */
export function BlockContent({ block, ...props }: Props) {
  if (block.kind === 'metric') return <MetricChart metric={block.metric} {...props} />
  if (block.kind === 'top') return <TopValues block={block} {...props} />
  if (block.kind === 'query') return <PinnedResult id={block.home_block_id} {...props} />
  return <p className="py-1 break-words whitespace-pre-wrap">{block.text}</p>
}

const Said = ({ children }: { children: string }) => (
  <p className="py-8 text-center text-ink-soft">{children}</p>
)

const Failed = ({ children }: { children: string }) => (
  <p role="alert" className="flex items-start justify-center gap-2 py-8 text-ink-soft">
    <CircleAlert className="mt-0.5 flex-none text-bad" />
    {children}
  </p>
)

const Loading = () => <Skeleton className="h-40" />

type ChartProps = Pick<Props, 'metrics' | 'links'>

function MetricChart({ metric, metrics, links }: ChartProps & { metric: string }) {
  const ofRequests = requestCharts.find(({ id }) => id === metric)
  const ofResources = usageCharts.find(({ id }) => id === metric)
  const { resources, requests } = metrics
  const values = useMemo(() => requests.data && toValues(requests.data), [requests.data])
  if (ofRequests !== undefined) {
    const step = requests.data?.step_seconds
    const note = step === undefined ? undefined : `per ${formatStep(step)}`
    return <Drawn chart={ofRequests} reading={requests} values={values} note={note} links={links} />
  }
  if (ofResources === undefined) return <Said>This chart does not exist any more</Said>
  return <Drawn chart={ofResources} reading={resources} values={resources.data} links={links} />
}

type DrawnProps<Series extends string> = {
  chart: TimeChart<Series>
  reading: Reading<{ times: number[]; step_seconds: number }>
  values: TimeValues<Series> | undefined
  note?: string | undefined
  links: ChartLinks
}

function Drawn<Series extends string>({ chart, reading, values, note, links }: DrawnProps<Series>) {
  const { data, error, denied } = reading
  if (denied !== undefined) return <Said>{denied}</Said>
  if (error !== null) return <Failed>{error.message}</Failed>
  if (data === undefined || values === undefined) return <Loading />
  if (!hasValues(values, chart)) return <Said>No values in this time range</Said>
  return (
    <TimeFigure
      values={values}
      chart={chart}
      note={note}
      cursor={links.cursor}
      onSelectRange={links.selectIn(data)}
      isBare
    />
  )
}

type TopProps = Pick<Props, 'projectRef' | 'metrics'> & {
  block: Extract<ReportBlock, { kind: 'top' }>
}

function TopValues({ projectRef, block, metrics }: TopProps) {
  const denied = useDenied(logs.facets, 'see the logs of this project')
  const { data, error } = useQuery({
    ...facetsQuery(projectRef, metrics.range, block),
    placeholderData: keepPreviousData,
    enabled: denied === undefined,
  })
  if (denied !== undefined) return <Said>{denied}</Said>
  if (error !== null) return <Failed>{error.message}</Failed>
  if (data === undefined) return <Loading />
  const counts = data.facets[block.field] ?? []
  const most = Math.max(1, ...counts.map(({ count }) => count))
  if (counts.length === 0) return <Said>No rows in this time range</Said>
  return (
    <table className="tabular w-full text-xs">
      <thead className="sr-only">
        <tr>
          <th scope="col">Value</th>
          <th scope="col">Rows</th>
        </tr>
      </thead>
      <tbody>
        {counts.slice(0, 10).map(({ value, count }) => (
          <tr key={value} className="border-t border-line first:border-t-0">
            <th scope="row" className="relative max-w-0 py-1 text-left font-mono font-normal">
              <span
                aria-hidden
                className="absolute inset-y-0.5 left-0 rounded-control bg-accent-wash"
                style={{ width: `${(count / most) * 100}%` }}
              />
              <span className="relative block truncate px-1" title={value}>
                {value}
              </span>
            </th>
            <td className="w-20 py-1 pl-3 text-right">{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PinnedResult({
  projectRef,
  id,
  pinned,
}: Pick<Props, 'projectRef' | 'pinned'> & { id: string }) {
  const denied = useDenied(homeBlocks.list, 'see pinned results')
  const block = pinned?.find((one) => one.id === id)
  const hasRows = block !== undefined && block.kept !== null
  const { data, error } = useQuery({ ...pinnedRowsQuery(projectRef, id), enabled: hasRows })
  const rows = useMemo(() => data && rowsOfBlock(data), [data])
  if (denied !== undefined) return <Said>{denied}</Said>
  if (pinned === undefined) return <Loading />
  if (block === undefined) return <Said>This pinned result was removed from the project home</Said>
  if (!hasRows) return <Said>No rows yet. The project home loads them.</Said>
  if (error !== null) return <Failed>{error.message}</Failed>
  if (rows === undefined) return <Loading />
  return (
    <div className="-mx-4 flex h-64 min-w-0 flex-col">
      <BlockView
        title={block.title}
        appearance={block.look}
        rows={rows}
        isCut={data !== undefined && data.cut !== null}
      />
    </div>
  )
}
