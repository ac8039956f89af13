import type { UsageSeries } from '@basalt/contract/project/resource-usage'

import { formatBytes } from '../../lib/format/format-bytes.ts'
import type { TimeChart } from './time-chart.ts'

const powersOf = (base: number, count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => base ** (at + first))

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

const formatNumber = (value: number) => decimal.format(value)
const formatShare = (value: number) => `${percent.format(value * 100)} %`
const formatCores = (value: number) => `${decimal.format(value * 100)} %`
const formatRate = (value: number) => `${formatBytes(value)}/s`
const byteSteps = powersOf(2, 60)

/** The charts of samples of a cluster. */
export const usageCharts = [
  {
    id: 'cpu',
    title: 'CPU',
    note: '100 % is one core',
    lines: [{ name: 'CPU', series: 'cpu_cores' }],
    format: formatCores,
    kind: 'area',
  },
  {
    id: 'memory',
    title: 'Memory',
    note: 'resident, all processes',
    lines: [{ name: 'Memory', series: 'memory_bytes' }],
    format: formatBytes,
    tickSteps: byteSteps,
    kind: 'area',
  },
  {
    id: 'connections',
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
    id: 'transactions',
    title: 'Transactions per second',
    lines: [
      { name: 'Committed', series: 'commits_per_second' },
      { name: 'Rolled back', series: 'rollbacks_per_second' },
    ],
    format: formatNumber,
    kind: 'line',
  },
  {
    id: 'cache',
    title: 'Cache hit ratio',
    note: 'pages found in shared buffers',
    lines: [{ name: 'Cache hit ratio', series: 'cache_hit_ratio' }],
    format: formatShare,
    kind: 'line',
  },
  {
    id: 'size',
    title: 'Database size',
    lines: [{ name: 'Size', series: 'database_bytes' }],
    format: formatBytes,
    tickSteps: byteSteps,
    kind: 'area',
  },
  {
    id: 'free_disk',
    title: 'Free disk space',
    note: 'of the machine',
    lines: [{ name: 'Free', series: 'disk_free_bytes' }],
    format: formatBytes,
    tickSteps: byteSteps,
    kind: 'area',
  },
  {
    id: 'disk_writes',
    title: 'Disk writes',
    lines: [
      { name: 'Write-ahead log', series: 'wal_bytes_per_second' },
      { name: 'Temporary files', series: 'temporary_bytes_per_second' },
    ],
    format: formatRate,
    tickSteps: byteSteps,
    kind: 'line',
  },
] as const satisfies readonly TimeChart<UsageSeries>[]
