import type { observability } from '@basalt/contract/observability/observability'
import type { OutputOf } from '@basalt/contract/route'

import { formatCount } from '../../../lib/format/format.ts'
import type { TimeChart, TimeValues } from '../../../product/resource-usage/time-chart.ts'

export type Requests = OutputOf<typeof observability.requests>
export type RequestSeries = 'requests' | 'client_errors' | 'server_errors' | 'p50_ms' | 'p95_ms'

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
export const formatMs = (ms: number): string =>
  ms < 10_000 ? `${decimal.format(ms)} ms` : `${decimal.format(ms / 1000)} s`

/** The charts of the requests of a project's clients. */
export const requestCharts = [
  {
    id: 'requests',
    title: 'API requests',
    lines: [
      { name: 'All', series: 'requests' },
      { name: 'Status 4xx', series: 'client_errors' },
      { name: 'Status 5xx', series: 'server_errors' },
    ],
    format: formatCount,
    kind: 'line',
  },
  {
    id: 'latency',
    title: 'API latency',
    lines: [
      { name: 'Median', series: 'p50_ms' },
      { name: '95th percentile', series: 'p95_ms' },
    ],
    format: formatMs,
    kind: 'line',
  },
] as const satisfies readonly TimeChart<RequestSeries>[]

export const toValues = (answer: Requests): TimeValues<RequestSeries> => ({
  times: answer.times,
  series: {
    requests: answer.requests,
    client_errors: answer.client_errors,
    server_errors: answer.server_errors,
    p50_ms: answer.p50_ms,
    p95_ms: answer.p95_ms,
  },
})

/** The name of an interval, for example `1 minute`. */
export function formatStep(seconds: number): string {
  const [count, unit] = seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  return count === 1 ? unit : `${count} ${unit}s`
}
