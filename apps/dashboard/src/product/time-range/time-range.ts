import { shownTimeZone } from '../../lib/format/time-zone.ts'
import { readChoice, readText, type UrlQuery } from '../../lib/routes/url-query.ts'

const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Ranges that end now. */
export const presets = ['1h', '6h', '1d', '7d', '28d', '90d'] as const
export type Preset = (typeof presets)[number]

export const presetNames: Readonly<Record<Preset, string>> = {
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '1d': 'Last day',
  '7d': 'Last 7 days',
  '28d': 'Last 28 days',
  '90d': 'Last 90 days',
}

export const presetMs: Readonly<Record<Preset, number>> = {
  '1h': hourMs,
  '6h': 6 * hourMs,
  '1d': dayMs,
  '7d': 7 * dayMs,
  '28d': 28 * dayMs,
  '90d': 90 * dayMs,
}

/** Times in milliseconds since 1970. */
export type Span = { from: number; to: number }
export type TimeRange = Span & {
  /** Null for a range with two ends. */
  preset: Preset | null
  /** The URL names a range that is none, so this is another one. */
  isReplaced?: true
}

/** Shorter ranges have no sample. */
export const shortestMs = 60_000

/** The range of a URL; the last hour where its values are not a range. */
export function readTimeRange(query: UrlQuery, now: number): TimeRange {
  const [from, to] = [parseTime(readText(query, 'from')), parseTime(readText(query, 'to'))]
  if (from !== undefined && to !== undefined && to - from >= shortestMs && from < now) {
    return { from, to: Math.min(to, now), preset: null }
  }
  const preset = readChoice(query, 'range', presets)
  const isReplaced =
    readText(query, 'from') !== undefined ||
    readText(query, 'to') !== undefined ||
    (preset === undefined && readText(query, 'range') !== undefined)
  const shown = preset ?? '1h'
  return {
    from: now - presetMs[shown],
    to: now,
    preset: shown,
    ...(isReplaced && { isReplaced }),
  }
}

function parseTime(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

export const toText = (time: number): string => new Date(time).toISOString()

/** The parameters of the URL for a preset. */
export const presetParams = (preset: Preset) => ({
  range: preset === '1h' ? undefined : preset,
  from: undefined,
  to: undefined,
})

/** The parameters of the URL for a range with two ends. */
export const spanParams = ({ from, to }: Span) => ({
  range: undefined,
  from: toText(from),
  to: toText(to),
})

/** As `datetime-local` writes it, in the zone in which times are shown. */
export const toInput = (time: number): string => toText(time + offsetOf(time)).slice(0, 16)

/** Undefined for a text that is not a time. */
export function fromInput(text: string): number | undefined {
  const clock = Date.parse(`${text}Z`)
  if (Number.isNaN(clock)) return undefined
  const guess = clock - offsetOf(clock)
  // The offset on the other side of a change of the clock.
  return clock - offsetOf(guess)
}

function offsetOf(time: number): number {
  const timeZone = shownTimeZone()
  const date = new Date(time)
  if (timeZone === undefined) return -date.getTimezoneOffset() * 60_000
  const whole = Math.floor(time / 1000) * 1000
  return Date.parse(`${date.toLocaleString('en-US', { timeZone })} UTC`) - whole
}
