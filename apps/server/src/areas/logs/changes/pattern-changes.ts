import type { LogPattern, LogPatternChange } from '@basalt/contract/logs/changes'
import { levelRank, type PatternCount } from '@basalt/logs'

type Ranges = { from: Date; to: Date; previousFrom: Date }

const mostPatterns = 200
/** Counts that differ by less are noise: the spread of a Poisson process is the root of its count. */
const spreads = 3

/** Which change comes first in the list. */
const ranks: Readonly<Record<LogPatternChange, number>> = {
  first_seen: 5,
  new: 4,
  vanished: 3,
  more: 2,
  fewer: 1,
  same: 0,
}

export function changeOf(one: PatternCount, { from, previousFrom }: Ranges): LogPatternChange {
  const { before, after, firstAt, level } = one
  if (before === 0) {
    const isFirst = firstAt !== null && firstAt >= from && firstAt >= previousFrom
    return isFirst && levelRank(level) >= levelRank('warning') ? 'first_seen' : 'new'
  }
  if (after === 0) return 'vanished'
  const noise = spreads * Math.sqrt(before + after)
  if (Math.abs(after - before) <= noise) return 'same'
  return after > before ? 'more' : 'fewer'
}

/** How much a pattern says: new and vanished ones say most, then serious and frequent ones. */
const weigh = (one: LogPattern): readonly number[] => [
  ranks[one.change],
  levelRank(one.level),
  Math.abs(one.after - one.before),
]

function compare(one: LogPattern, other: LogPattern): number {
  const [left, right] = [weigh(one), weigh(other)]
  for (const [index, weight] of left.entries()) {
    const difference = (right[index] ?? 0) - weight
    if (difference !== 0) return difference
  }
  return one.pattern < other.pattern ? -1 : 1
}

/** The patterns that differ most, and the sums of all others: together they add up to the rows. */
export function listChanges(counts: readonly PatternCount[], ranges: Ranges) {
  const sorted = counts
    .map((one) => ({
      change: changeOf(one, ranges),
      source: one.source,
      pattern: one.pattern,
      level: one.level,
      message: one.message,
      before: one.before,
      after: one.after,
      first_at: one.firstAt?.toISOString() ?? null,
    }))
    .toSorted(compare)
  const patterns = sorted.slice(0, mostPatterns)
  const rest = sorted.slice(mostPatterns)
  const sum = (field: 'before' | 'after', list: readonly LogPattern[]) =>
    list.reduce((total, one) => total + one[field], 0)
  return {
    patterns,
    others: { patterns: rest.length, before: sum('before', rest), after: sum('after', rest) },
    rows: { before: sum('before', sorted), after: sum('after', sorted) },
  }
}
