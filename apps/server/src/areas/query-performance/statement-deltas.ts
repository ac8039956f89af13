import { type FigureName, figureNames } from '@basalt/contract/query-performance/query-performance'
import type { ReadStatements, StatementCounters } from '@basalt/pg-catalog'

/** Sums of one or several statements. */
export type Figures = Record<FigureName, number>

export const noFigures: Figures = {
  calls: 0,
  total_ms: 0,
  rows: 0,
  blocks_hit: 0,
  blocks_read: 0,
  temp_blocks: 0,
  wal_bytes: 0,
}

const addFigures = (one: Figures, other: Figures): Figures => combine(one, other, (a, b) => a + b)

/** Identifies a statement of a cluster. */
export type StatementKey = Pick<
  StatementCounters,
  'query_id' | 'role_name' | 'database_name' | 'is_top_level'
>

export const keyText = (key: StatementKey): string =>
  JSON.stringify([key.query_id, key.role_name, key.database_name, key.is_top_level])

export type StatementDelta = StatementKey & Figures

export type RoundDelta = {
  deltas: StatementDelta[]
  evictions: number
  isRestart: boolean
}

/**
 * Computes the differences between two readings. The first reading only is a start: when it was counted is
 * unknown. No figure is ever negative, and none that an earlier reading had is counted again.
 */
export function compareReadings(before: ReadStatements | null, after: ReadStatements): RoundDelta {
  if (before === null) return { deltas: [], evictions: 0, isRestart: false }
  const known = new Map(before.statements.map((one) => [keyText(one), one]))
  const deltas = after.statements.flatMap((now): StatementDelta[] => {
    const { query_id, role_name, database_name, is_top_level } = now
    const figures = countNew(known.get(keyText(now)), now, { before, after })
    if (figures === null) return []
    return [{ query_id, role_name, database_name, is_top_level, ...figures }]
  })
  const isReset = before.reset_at !== after.reset_at
  return {
    deltas,
    evictions:
      isReset || after.evictions < before.evictions
        ? after.evictions
        : after.evictions - before.evictions,
    isRestart: isReset || before.started_at !== after.started_at,
  }
}

type Readings = { before: ReadStatements; after: ReadStatements }

/** Null when the statement has not run since. */
function countNew(
  was: StatementCounters | undefined,
  now: StatementCounters,
  readings: Readings,
): Figures | null {
  if (was === undefined) return isRestored(now, readings) ? null : pickFigures(now)
  if (startedFromZero(was, now, readings)) return pickFigures(now)
  // A server that was stopped at once may come back with older values, which were counted before.
  if (now.calls <= was.calls) return null
  return combine(now, was, (a, b) => Math.max(a - b, 0))
}

/** A server that starts restores its counters, also those of statements that were evicted later. */
function isRestored({ since }: StatementCounters, { before, after }: Readings): boolean {
  if (since === null || before.started_at === after.started_at) return false
  return since <= before.read_at
}

/** Whether the statement was evicted or reset in between, and came back. */
function startedFromZero(
  was: StatementCounters,
  now: StatementCounters,
  readings: Readings,
): boolean {
  const { before, after } = readings
  if (was.since !== null && now.since !== null) return was.since < now.since
  const isLower = figureNames.some((name) => now[name] < was[name])
  return isLower && (before.reset_at !== after.reset_at || before.evictions < after.evictions)
}

function combine(one: Figures, other: Figures, how: (a: number, b: number) => number): Figures {
  const result = { ...noFigures }
  for (const name of figureNames) result[name] = how(one[name], other[name])
  return result
}

const pickFigures = (figures: Figures): Figures => combine(figures, noFigures, (a) => a)

/** The statements with the most time, and the sum of the others. */
export function splitTop(
  deltas: readonly StatementDelta[],
  size: number,
): { top: StatementDelta[]; others: Figures | null } {
  const sorted = deltas.toSorted((a, b) => b.total_ms - a.total_ms)
  const rest = sorted.slice(size)
  return {
    top: sorted.slice(0, size),
    others: rest.length === 0 ? null : rest.reduce<Figures>(addFigures, noFigures),
  }
}
