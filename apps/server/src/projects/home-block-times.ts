import { homeBlockLimits, type HomeBlock } from '@basalt/contract/project/home-blocks'

/** The values that decide when a block is refreshed. */
export type Timing = {
  id: string
  refreshed: HomeBlock['refreshed']
  /** Null before the first try. */
  tried_at: Date | null
  seen_at: Date
  /** Tries in a row that failed. */
  failures: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const intervals = { hour: hourMs, day: dayMs } as const
/** However often it failed: an hourly one is tried once a day, a daily one once a week. */
const longest = { hour: dayMs, day: 7 * dayMs } as const

/**
 * When a block is refreshed automatically; null for manual ones. Each has a fixed offset of up to a
 * tenth of its interval, so that not all are due at once. A failure doubles the time to the next
 * try.
 */
export function dueAt({ id, refreshed, tried_at: triedAt, failures }: Timing): Date | null {
  if (refreshed === 'hand') return null
  if (triedAt === null) return new Date(0)
  const interval = intervals[refreshed]
  const wait = Math.min(longest[refreshed], interval * 2 ** Math.min(failures, 16))
  return new Date(triedAt.getTime() + wait + getShare(id) * (interval / 10))
}

/** Without a viewer for so long, a refresh would be useless. */
export const isResting = ({ seen_at: seenAt }: Timing, now: Date): boolean =>
  now.getTime() - seenAt.getTime() > homeBlockLimits.unseenDays * dayMs

export function isDue(timing: Timing, now: Date): boolean {
  const due = dueAt(timing)
  return due !== null && due <= now && !isResting(timing, now)
}

/** The named ones in their order, then the others; none is added or removed. */
export function inOrder(present: readonly string[], target: readonly string[]): string[] {
  const known = new Set(present)
  const named = [...new Set(target)].filter((id) => known.has(id))
  const taken = new Set(named)
  return [...named, ...present.filter((id) => !taken.has(id))]
}

/** Between 0 and 1, always the same for a block. */
const getShare = (id: string): number => Number.parseInt(id.slice(0, 8), 16) / 0xff_ff_ff_ff
