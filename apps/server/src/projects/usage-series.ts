import type { ResourceUsage, UsageSeries } from '@basalt/contract/project/resource-usage'

import type { StoredSample } from '../store/resource-samples.ts'

export type Span = { from: Date; to: Date; stepSeconds: number }

type Values = Record<UsageSeries, number | null>
type Counter =
  | 'blocks_hit'
  | 'blocks_read'
  | 'commits'
  | 'rollbacks'
  | 'deadlocks'
  | 'temporary_bytes'

/** A longer distance between samples means that some are missing: one may be late. */
export const maxDistanceMs = (stepSeconds: number) => (stepSeconds * 2 + 30) * 1000

/**
 * Turns the samples, which are in order and may begin before the range, into values over time.
 * Counters become rates between two samples; a rate is null where a counter started again.
 */
export function toSeries(
  samples: readonly StoredSample[],
  { from, to, stepSeconds }: Span,
): Pick<ResourceUsage, 'times' | 'series'> {
  const maxMs = maxDistanceMs(stepSeconds)
  const points: { ms: number; values: Values }[] = [{ ms: from.getTime(), values: none }]
  let before: StoredSample | undefined
  for (const sample of mergeSteps(samples, stepSeconds)) {
    const ms = sample.sampled_at.getTime()
    const beforeMs = before?.sampled_at.getTime()
    const hasGap = beforeMs === undefined || ms - beforeMs > maxMs
    if (ms >= from.getTime() && ms <= to.getTime()) {
      if (hasGap && beforeMs !== undefined && beforeMs >= from.getTime()) {
        points.push({ ms: beforeMs + stepSeconds * 1000, values: none })
      }
      points.push({ ms, values: getValues(sample, hasGap ? undefined : before) })
    }
    before = sample
  }
  points.push({ ms: to.getTime(), values: none })
  const list = (name: UsageSeries) => points.map(({ values }) => values[name])
  return {
    times: points.map(({ ms }) => ms / 1000),
    series: Object.fromEntries(names.map((name) => [name, list(name)])) as ResourceUsage['series'],
  }
}

/** The last sample of each step, whose counters include the others, with averages of the values. */
function mergeSteps(samples: readonly StoredSample[], stepSeconds: number): StoredSample[] {
  if (stepSeconds <= 60) return [...samples]
  const steps = new Map<number, StoredSample[]>()
  for (const sample of samples) {
    const at = Math.floor(sample.sampled_at.getTime() / (stepSeconds * 1000))
    steps.set(at, [...(steps.get(at) ?? []), sample])
  }
  return Array.from(steps.values(), (step) => mergeStep(step))
}

function mergeStep(step: readonly StoredSample[]): StoredSample {
  const last = step.at(-1)
  if (last === undefined) throw new Error('A step has no samples')
  const average = (read: (sample: StoredSample) => number | null) => {
    const known = step.map(read).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length
  }
  return {
    ...last,
    memory_bytes: average((one) => one.memory_bytes),
    connections_active: average((one) => one.connections_active) ?? 0,
    connections_idle: average((one) => one.connections_idle) ?? 0,
    connections_idle_in_transaction: average((one) => one.connections_idle_in_transaction) ?? 0,
  }
}

function getValues(now: StoredSample, before: StoredSample | undefined): Values {
  const seconds =
    before === undefined ? 0 : (now.sampled_at.getTime() - before.sampled_at.getTime()) / 1000
  const growth = (value: (sample: StoredSample) => number | null, mark: Mark) => {
    if (before === undefined || !isSame(now[mark], before[mark])) return null
    const [last, first] = [value(now), value(before)]
    return last === null || first === null || last < first ? null : last - first
  }
  const counted = (name: Counter) => growth((one) => one[name], 'database_reset_at')
  const perSecond = (grown: number | null) =>
    grown === null || seconds <= 0 ? null : rounded(grown / seconds)
  const [hit, read] = [counted('blocks_hit'), counted('blocks_read')]
  return {
    cpu_cores: perSecond(growth((one) => one.cpu_seconds, 'started_at')),
    memory_bytes: now.memory_bytes === null ? null : Math.round(now.memory_bytes),
    connections_active: rounded(now.connections_active),
    connections_idle: rounded(now.connections_idle),
    connections_idle_in_transaction: rounded(now.connections_idle_in_transaction),
    database_bytes: now.database_bytes,
    disk_free_bytes: now.disk_free_bytes,
    cache_hit_ratio:
      hit === null || read === null || hit + read === 0 ? null : rounded(hit / (hit + read)),
    commits_per_second: perSecond(counted('commits')),
    rollbacks_per_second: perSecond(counted('rollbacks')),
    wal_bytes_per_second: perSecond(growth((one) => one.wal_bytes, 'wal_reset_at')),
    temporary_bytes_per_second: perSecond(counted('temporary_bytes')),
    deadlocks: counted('deadlocks'),
  }
}

type Mark = 'started_at' | 'database_reset_at' | 'wal_reset_at'

const isSame = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()

const rounded = (value: number) => Number(value.toPrecision(5))

const none: Values = {
  cpu_cores: null,
  memory_bytes: null,
  connections_active: null,
  connections_idle: null,
  connections_idle_in_transaction: null,
  database_bytes: null,
  disk_free_bytes: null,
  cache_hit_ratio: null,
  commits_per_second: null,
  rollbacks_per_second: null,
  wal_bytes_per_second: null,
  temporary_bytes_per_second: null,
  deadlocks: null,
}

const names = Object.keys(none) as UsageSeries[]
