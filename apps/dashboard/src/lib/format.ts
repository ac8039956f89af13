const byteUnits = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** Bytes with base 1024: `1.5 GB`. At most one decimal. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return '–'
  const size = Math.abs(bytes)
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log2(size) / 10), byteUnits.length - 1)
  const value = bytes / 1024 ** power
  const rounded = power === 0 ? String(Math.round(value)) : trimZero(value.toFixed(1))
  return `${rounded} ${byteUnits[power]}`
}

const trimZero = (text: string) => text.replace(/\.0$/u, '')

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Micro-dollars as US dollars with two decimals: `$25.00`. */
export const formatMoney = (micros: number): string => dollars.format(micros / 1_000_000)

const whole = new Intl.NumberFormat('en-US')
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** `12,345`. */
export const formatCount = (count: number): string => whole.format(count)

/** `~12.3K`: for estimates, which must not look exact. */
export const formatEstimate = (count: number): string =>
  count < 1000 ? `~${whole.format(count)}` : `~${compact.format(count)}`

/** `1 project`, `2 projects`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** `840 ms`, `1.24 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  // Rounded before the unit is chosen, so that 59.999 s is a minute and not 60 seconds.
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`
  if (Math.round(ms / 10) < 6000) return `${(Math.round(ms / 10) / 100).toFixed(2)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const two = (value: number) => String(value).padStart(2, '0')
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

let timeZone: string | undefined

/** In which zone times are written from now on; null for the zone of the device. */
export function setTimeZone(zone: string | null): void {
  timeZone = zone ?? undefined
}

/** `DD MMM YYYY, HH:mm:ss (ZZ)` in the user's zone, as SPEC.md section 9 writes it. */
export function formatExact(time: string | Date): string {
  const at = inZone(time)
  if (Number.isNaN(at.getTime())) return '–'
  const date = `${two(at.getUTCDate())} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return `${date}, ${clock} (${offsetOf(time, at)})`
}

/** `DD MMM, YYYY` in the user's zone, for the end of a grace period. */
export function formatDay(time: string | Date): string {
  const at = inZone(time)
  if (Number.isNaN(at.getTime())) return '–'
  return `${two(at.getUTCDate())} ${months[at.getUTCMonth()]}, ${at.getUTCFullYear()}`
}

/** A date whose UTC fields are what a clock in the user's zone shows at that time. */
function inZone(time: string | Date): Date {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return at
  if (timeZone === undefined) return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return new Date(`${at.toLocaleString('en-US', { timeZone })} UTC`)
}

function offsetOf(time: string | Date, shown: Date): string {
  // The clock shows no milliseconds, so they are not part of the difference.
  const minutes = Math.round((shown.getTime() - new Date(time).getTime()) / 60_000)
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const steps = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `2 hours ago`, `tomorrow`, `just now`. */
export function formatRelative(time: string | Date, now = new Date()): string {
  const seconds = (new Date(time).getTime() - now.getTime()) / 1000
  if (Number.isNaN(seconds)) return '–'
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  if (step === undefined) return 'just now'
  return relative.format(Math.trunc(seconds / step[1]), step[0])
}
