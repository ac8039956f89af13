const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })

/** Ticks are short; the exact value of a point is in its tip. */
export const tickText = (value: number): string =>
  value !== 0 && Math.abs(value) < 0.01 ? value.toExponential() : compact.format(value)

const secondsPerDay = 86_400

/**
 * Seconds since 1970 as a date, with the time of day where the axis spans few days. The zone is
 * that of the device without a name.
 */
export function timeTickText(seconds: number, spanSeconds: number, timeZone?: string): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return ''
  const parts = new Map(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  const join = (sign: string, ...types: Intl.DateTimeFormatPartTypes[]) =>
    types.map((type) => parts.get(type)).join(sign)
  if (spanSeconds > 3 * secondsPerDay) return join('-', 'year', 'month', 'day')
  if (spanSeconds > 600) return `${join('-', 'month', 'day')} ${join(':', 'hour', 'minute')}`
  return join(':', 'hour', 'minute', 'second')
}

const maxLabelLength = 14

export const shortenLabel = (text: string): string =>
  text.length > maxLabelLength ? `${text.slice(0, maxLabelLength - 1)}…` : text

/** The indexes of the labels that have room: every second, third … one. */
export function listLabelled(count: number, length: number, labelLength: number): number[] {
  const every = Math.max(1, Math.ceil((count * labelLength) / Math.max(1, length)))
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => at * every)
}
