import type { ResourceUsage, UsageSeries } from '@basalt/contract/project/resource-usage'

import { formatBytes } from '../../lib/format/format-bytes.ts'
import { formatExact } from '../../lib/format/format-time.ts'

const powersOf = (base: number, count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => base ** (at + first))

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

const formatNumber = (value: number) => decimal.format(value)
const formatShare = (value: number) => `${percent.format(value * 100)} %`
const formatCores = (value: number) => `${decimal.format(value * 100)} %`
const formatRate = (value: number) => `${formatBytes(value)}/s`
const byteSteps = powersOf(2, 60)

type UsageChart = {
  title: string
  /** The meaning of the values, where the title does not say it. */
  note?: string
  lines: readonly { name: string; series: UsageSeries }[]
  format: (value: number) => string
  tickSteps?: readonly number[]
  kind: 'line' | 'area'
}

export const usageCharts: readonly UsageChart[] = [
  {
    title: 'CPU',
    note: '100 % is one core',
    lines: [{ name: 'CPU', series: 'cpu_cores' }],
    format: formatCores,
    kind: 'area',
  },
  {
    title: 'Memory',
    note: 'resident, all processes',
    lines: [{ name: 'Memory', series: 'memory_bytes' }],
    format: formatBytes,
    tickSteps: byteSteps,
    kind: 'area',
  },
  {
    title: 'Connections',
    lines: [
      { name: 'Active', series: 'connections_active' },
      { name: 'Idle', series: 'connections_idle' },
      { name: 'Idle in transaction', series: 'connections_idle_in_transaction' },
    ],
    format: formatNumber,
    kind: 'line',
  },
  {
    title: 'Transactions per second',
    lines: [
      { name: 'Committed', series: 'commits_per_second' },
      { name: 'Rolled back', series: 'rollbacks_per_second' },
    ],
    format: formatNumber,
    kind: 'line',
  },
  {
    title: 'Cache hit ratio',
    note: 'pages found in shared buffers',
    lines: [{ name: 'Cache hit ratio', series: 'cache_hit_ratio' }],
    format: formatShare,
    kind: 'line',
  },
  {
    title: 'Database size',
    lines: [{ name: 'Size', series: 'database_bytes' }],
    format: formatBytes,
    tickSteps: byteSteps,
    kind: 'area',
  },
  {
    title: 'Free disk space',
    note: 'of the machine',
    lines: [{ name: 'Free', series: 'disk_free_bytes' }],
    format: formatBytes,
    tickSteps: byteSteps,
    kind: 'area',
  },
  {
    title: 'Disk writes',
    lines: [
      { name: 'Write-ahead log', series: 'wal_bytes_per_second' },
      { name: 'Temporary files', series: 'temporary_bytes_per_second' },
    ],
    format: formatRate,
    tickSteps: byteSteps,
    kind: 'line',
  },
]

/** Times without a sample are gaps of the lines, and are left out of the table. */
export function getChartData({ times, series }: ResourceUsage, { lines, format }: UsageChart) {
  return {
    labels: times.map((seconds) => formatExact(new Date(seconds * 1000))),
    positions: times,
    xKind: 'time' as const,
    series: lines.map(({ name, series: id }) => {
      const texts = series[id].map((value) => (value === null ? 'No value' : format(value)))
      return {
        name,
        values: series[id].map((value) => value ?? Number.NaN),
        texts,
        exactTexts: series[id].map((value, at) => (value === null ? null : (texts[at] ?? null))),
      }
    }),
  }
}

export const hasValues = ({ series }: ResourceUsage, { lines }: UsageChart): boolean =>
  lines.some(({ series: id }) => series[id].some((value) => value !== null))

/** The last value of each line, for readers who do not see the chart. */
export function summarize(usage: ResourceUsage, { title, lines, format }: UsageChart): string {
  const last = lines.flatMap(({ name, series }) => {
    const value = usage.series[series].findLast((one) => one !== null)
    return value === undefined || value === null ? [] : [`${name} ${format(value)}`]
  })
  return `${title}, last: ${last.join(', ')}`
}
