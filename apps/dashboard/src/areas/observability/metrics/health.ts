import type { observability } from '@basalt/contract/observability/observability'
import type { OutputOf } from '@basalt/contract/route'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { formatCount } from '../../../lib/format/format.ts'
import type { Tone } from '../../../lib/format/tone.ts'
import { formatMs, type Requests } from './request-charts.ts'

export type Resources = OutputOf<typeof observability.resources>

/** A figure with its judgement in a word; without one where no value is good or bad in itself. */
export type Figure = { name: string; value: string; note?: string; tone?: Tone; word?: string }

const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const share = (value: number): string => `${percent.format(value * 100)} %`

/** The last interval may have no sample yet; a value of an earlier one is not that of now. */
const lastOf = (values: readonly (number | null)[]): number | null =>
  values.slice(-3).findLast((value) => value !== null) ?? null

const judge = (value: number, { warn, bad }: { warn: number; bad: number }) => {
  if (value >= bad) return { tone: 'bad', word: 'High' } as const
  return value >= warn
    ? ({ tone: 'warn', word: 'Elevated' } as const)
    : ({ tone: 'good', word: 'Normal' } as const)
}

/** The last values of the cluster; those that are not known are left out. */
export function listResourceFigures({ series, connection_limit: limit }: Resources): Figure[] {
  const cpu = lastOf(series.cpu_cores)
  const memory = lastOf(series.memory_bytes)
  const hits = lastOf(series.cache_hit_ratio)
  const free = lastOf(series.disk_free_bytes)
  const size = lastOf(series.database_bytes)
  const open = [
    series.connections_active,
    series.connections_idle,
    series.connections_idle_in_transaction,
  ].reduce((sum, values) => sum + (lastOf(values) ?? 0), 0)
  return [
    ...(cpu === null ? [] : [{ name: 'CPU', value: share(cpu), note: '100 % is one core' }]),
    ...(memory === null ? [] : [{ name: 'Memory', value: formatBytes(memory) }]),
    ...(limit === null
      ? []
      : [
          {
            name: 'Connections',
            value: `${formatCount(Math.round(open))} of ${formatCount(limit)}`,
            ...judge(open / limit, { warn: 0.75, bad: 0.9 }),
          },
        ]),
    ...(hits === null
      ? []
      : [
          {
            name: 'Cache hit ratio',
            value: share(hits),
            ...(hits < 0.9
              ? ({ tone: 'warn', word: 'Low' } as const)
              : ({ tone: 'good', word: 'Normal' } as const)),
          },
        ]),
    ...(size === null
      ? []
      : [
          {
            name: 'Database size',
            value: formatBytes(size),
            ...(free !== null && { note: `${formatBytes(free)} free on the disk` }),
          },
        ]),
  ]
}

/** Of the whole range. */
export function listRequestFigures({ total }: Requests): Figure[] {
  if (total.requests === 0) return [{ name: 'API requests', value: '0' }]
  const failed = total.server_errors / total.requests
  return [
    {
      name: 'API requests',
      value: formatCount(total.requests),
      note: `${formatCount(total.client_errors)} with status 4xx`,
    },
    {
      name: 'Server errors',
      value: share(failed),
      note: `${formatCount(total.server_errors)} with status 5xx`,
      ...(total.server_errors === 0
        ? ({ tone: 'good', word: 'None' } as const)
        : judge(failed, { warn: 0, bad: 0.01 })),
    },
    ...(total.p95_ms === null
      ? []
      : [
          {
            name: 'API latency',
            value: formatMs(total.p95_ms),
            note: '95th percentile',
          },
        ]),
  ]
}

/** Whether samples are missing between the first and the last one. */
export function hasGap({ series }: Resources): boolean {
  const isKnown = series.database_bytes.map((value) => value !== null)
  const first = isKnown.indexOf(true)
  const last = isKnown.lastIndexOf(true)
  return first !== -1 && isKnown.slice(first, last).includes(false)
}
