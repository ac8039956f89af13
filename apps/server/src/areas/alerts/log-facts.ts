import type { LogFilter, LogRange, LogSource, LogStore } from '@basalt/logs'

import type { Facts, Window } from './facts.ts'

const minuteMs = 60_000

export type LogSpan = { ref: string; from: Date; to: Date }

type Counted = { sources: readonly LogSource[]; filters?: readonly LogFilter[] }

/** Rows in each minute of a span. */
async function countMinutes(
  store: LogStore,
  span: LogSpan,
  { sources, filters = [] }: Counted,
): Promise<number[]> {
  const size = Math.ceil((span.to.getTime() - span.from.getTime()) / minuteMs)
  const counts = Array.from({ length: size }, () => 0)
  for (const { from, counts: levels } of await store.histogram(
    { ...span, sources, filters },
    minuteMs,
  )) {
    const at = Math.round((from.getTime() - span.from.getTime()) / minuteMs)
    const rows = Object.values(levels).reduce((sum, count) => sum + count, 0)
    if (at >= 0 && at < size) counts[at] = (counts[at] ?? 0) + rows
  }
  return counts
}

/** Sums of a window, which begins and ends at a minute of the span. */
function sumOf(counts: readonly number[], span: LogSpan, { from, to }: Window): number {
  const index = (at: Date) => Math.round((at.getTime() - span.from.getTime()) / minuteMs)
  return counts.slice(Math.max(0, index(from)), index(to)).reduce((sum, count) => sum + count, 0)
}

const serious: LogFilter = { field: 'level', values: ['error', 'fatal'] }

/** At least `count` rows of the level error or above in a window. */
export async function errorFacts(
  store: LogStore,
  span: LogSpan,
  { sources, count }: { sources: readonly LogSource[]; count: number },
): Promise<Facts> {
  const rows = await countMinutes(store, span, { sources, filters: [serious] })
  return (window) => {
    const value = sumOf(rows, span, window)
    return { value, isBreached: value >= count }
  }
}

type Rate = { statuses: '5xx' | '4xx_5xx'; percent: number; least_requests: number }

/** The share of requests that failed. */
export async function errorRateFacts(
  store: LogStore,
  span: LogSpan,
  { statuses, percent, least_requests: least }: Rate,
): Promise<Facts> {
  const sources = ['edge_logs'] as const
  const values = statuses === '5xx' ? ['5xx'] : ['4xx', '5xx']
  const [all, failed] = await Promise.all([
    countMinutes(store, span, { sources }),
    countMinutes(store, span, { sources, filters: [{ field: 'status', values }] }),
  ])
  return (window) => {
    const total = sumOf(all, span, window)
    const value = total === 0 ? 0 : (100 * sumOf(failed, span, window)) / total
    return { value, isBreached: total >= least && value > percent }
  }
}

const pageSize = 500
/** Rows of slow statements that are read for one answer. */
const mostPages = 20

/** The longest statement of a window. Statements that the reading left out are not known. */
export async function slowStatementFacts(
  store: LogStore,
  span: LogSpan,
  milliseconds: number,
): Promise<Facts> {
  const range: LogRange = { ...span, sources: ['postgres_logs'], search: 'duration:' }
  const slow: { at: number; duration: number }[] = []
  let knownFrom = span.from.getTime()
  let before: { at: Date; id: string } | undefined
  for (let page = 0; page < mostPages; page += 1) {
    // Each page begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const { rows, next } = await store.list(range, { limit: pageSize, before, budgetMs: 2000 })
    for (const { at, durationMs } of rows) {
      if (durationMs !== null) slow.push({ at: at.getTime(), duration: durationMs })
    }
    if (next === null) break
    before = next
    if (page === mostPages - 1) knownFrom = next.at.getTime()
  }
  return ({ from, to }) => {
    const value = slow
      .filter(({ at }) => at >= from.getTime() && at < to.getTime())
      .reduce((most, { duration }) => Math.max(most, duration), 0)
    if (value >= milliseconds) return { value, isBreached: true }
    return from.getTime() < knownFrom ? null : { value, isBreached: false }
  }
}
