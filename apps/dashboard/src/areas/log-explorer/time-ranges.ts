const hourMs = 3_600_000

/** Ranges that end now, by their name in the address. */
export const timeRanges = {
  '1h': { label: 'Last hour', ms: hourMs },
  '6h': { label: 'Last 6 hours', ms: 6 * hourMs },
  '24h': { label: 'Last 24 hours', ms: 24 * hourMs },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * hourMs },
  '28d': { label: 'Last 28 days', ms: 28 * 24 * hourMs },
  '90d': { label: 'Last 90 days', ms: 90 * 24 * hourMs },
} as const

export type TimeRange = keyof typeof timeRanges

export const timeRangeNames = Object.keys(timeRanges) as TimeRange[]

export function rangeUntil(now: Date, range: TimeRange): { from: string; to: string } {
  const from = new Date(now.getTime() - timeRanges[range].ms)
  return { from: from.toISOString(), to: now.toISOString() }
}
