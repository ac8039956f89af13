export type Scale = {
  /** From 0 at the lower end to 1 at the upper; NaN for values that cannot be drawn. */
  at: (value: number) => number
  ticks: readonly number[]
}

/** A scale over the values whose ticks are round numbers. */
export function linearScale(values: Iterable<number>, { fromZero }: { fromZero: boolean }): Scale {
  let [low, high] = bounds(values, () => true)
  if (fromZero) [low, high] = [Math.min(0, low), Math.max(0, high)]
  ;[low, high] = withRoom(low, high)
  const step = roundStep((high - low) / 5)
  const first = fromZero ? Math.floor(low / step) : Math.ceil(low / step)
  const last = fromZero ? Math.ceil(high / step) : Math.floor(high / step)
  if (fromZero) [low, high] = [first * step, last * step]
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => tidy((first + at) * step))
  return { at: (value) => (value - low) / (high - low), ticks }
}

/**
 * A logarithmic scale; values that are not positive have no position. With a base every value is
 * above the lower end, as bars need.
 */
export function logScale(values: Iterable<number>, { hasBase }: { hasBase: boolean }): Scale {
  const [least, most] = bounds(values, (value) => value > 0)
  const least10 = Math.log10(least || 1)
  const low = hasBase ? Math.ceil(least10) - 1 : Math.floor(least10)
  const high = Math.ceil(Math.log10(most || 10))
  const top = high === low ? low + 1 : high
  const every = Math.ceil((top - low + 1) / 8)
  const ticks = Array.from({ length: top - low + 1 }, (_, at) => low + at)
    .filter((_, at) => at % every === 0)
    .map((power) => tidy(10 ** power))
  return {
    at: (value) => (value > 0 ? (Math.log10(value) - low) / (top - low) : Number.NaN),
    ticks,
  }
}

/** Values that are all but the same would lie at both ends of the scale at once. */
function withRoom(low: number, high: number): [number, number] {
  const size = Math.max(Math.abs(low), Math.abs(high))
  if (high - low > size * 1e-9 && size > 1e-290) return [low, high]
  const room = size > 1e-290 ? size / 2 : 0.5
  return [low - room, high + room]
}

function bounds(values: Iterable<number>, isDrawn: (value: number) => boolean): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (!Number.isFinite(value) || !isDrawn(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low > high ? [0, 1] : [low, high]
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10
  return factor * power
}

/** Without the noise of binary fractions. */
const tidy = (value: number) => Number(value.toPrecision(12))

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })

/** Ticks are round and short; each point has its exact value. */
export const tickText = (value: number): string =>
  value !== 0 && Math.abs(value) < 0.01 ? value.toExponential() : compact.format(value)

/** Seconds since 1970 as a date, with the time of day where the axis spans only few days. */
export function timeTickText(seconds: number, spanSeconds: number): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return ''
  const text = date.toISOString()
  if (spanSeconds > 3 * 86_400) return text.slice(0, 10)
  return spanSeconds > 600 ? text.slice(5, 16).replace('T', ' ') : text.slice(11, 19)
}
