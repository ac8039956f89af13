const minuteMs = 60_000
const dayMinutes = 1440

/** Ranges that end now, by their id in the URL. */
const recentRanges = [
  { id: '15m', label: 'Last 15 minutes', minutes: 15 },
  { id: '1h', label: 'Last hour', minutes: 60 },
  { id: '3h', label: 'Last 3 hours', minutes: 180 },
  { id: '24h', label: 'Last 24 hours', minutes: dayMinutes },
  { id: '7d', label: 'Last 7 days', minutes: 7 * dayMinutes },
  { id: '28d', label: 'Last 28 days', minutes: 28 * dayMinutes },
  { id: '90d', label: 'Last 90 days', minutes: 90 * dayMinutes },
] as const

type RecentRange = (typeof recentRanges)[number]

/** A range that ends now, or one between two times, in milliseconds since 1970. */
export type TimeRange =
  | { kind: 'recent'; id: RecentRange['id'] }
  | { kind: 'fixed'; from: number; to: number }

const defaultRange: TimeRange = { kind: 'recent', id: '1h' }

const getRecent = (id: string | undefined) => recentRanges.find((range) => range.id === id)

/** The range of a URL; the default where its parameters make none. */
export function parseRange(query: Readonly<Record<string, string>>): TimeRange {
  const [from, to] = [parseTime(query['from']), parseTime(query['to'])]
  if (from !== undefined && to !== undefined && from < to) return { kind: 'fixed', from, to }
  const recent = getRecent(query['range'])
  return recent === undefined ? defaultRange : { kind: 'recent', id: recent.id }
}

/** Years of four digits only: the server takes no others. */
function parseTime(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isFinite(time) && time >= 0 ? time : undefined
}

export type RangeParams = Record<'range' | 'from' | 'to', string | undefined>

export function formatRange(range: TimeRange): RangeParams {
  if (range.kind === 'recent')
    return { range: range.id === '1h' ? undefined : range.id, from: undefined, to: undefined }
  return {
    range: undefined,
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
  }
}

/** The times of a range, if it ends `now`. */
export function resolveRange(range: TimeRange, now: number): { from: string; to: string } {
  const { from, to } = range.kind === 'fixed' ? range : { from: startOf(range.id, now), to: now }
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

const startOf = (id: RecentRange['id'], now: number) =>
  now - (getRecent(id)?.minutes ?? 60) * minuteMs

/** The ranges that a plan's retention covers. */
export const listRecentRanges = (retentionDays: number | undefined): readonly RecentRange[] =>
  recentRanges.filter(({ minutes }) => minutes <= (retentionDays ?? 7) * dayMinutes)

export const recentLabel = (id: RecentRange['id']): string => getRecent(id)?.label ?? id

/** Whether its times need their day to be distinct. */
export const hasDays = ({ from, to }: { from: string; to: string }): boolean =>
  Date.parse(to) - Date.parse(from) > dayMinutes * minuteMs * 0.75
