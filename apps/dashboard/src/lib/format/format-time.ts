import { once } from './once.ts'
import { shownTimeZone } from './time-zone.ts'

const two = (value: number) => String(value).padStart(2, '0')
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `DD MMM YYYY, HH:mm:ss (ZZ)` in the user's zone, as SPEC.md section 9 writes it. */
export function formatExact(time: string | Date): string {
  const at = inZone(time)
  if (Number.isNaN(at.getTime())) return '–'
  const date = `${two(at.getUTCDate())} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return `${date}, ${clock} (${getOffset(time, at)})`
}

/** `DD MMM, YYYY` in the user's zone, for the end of a grace period. */
export function formatDay(time: string | Date): string {
  const at = inZone(time)
  if (Number.isNaN(at.getTime())) return '–'
  return `${two(at.getUTCDate())} ${months[at.getUTCMonth()]}, ${at.getUTCFullYear()}`
}

/** A date whose UTC fields are those of a clock in the user's zone. */
function inZone(time: string | Date): Date {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return at
  const timeZone = shownTimeZone()
  if (timeZone === undefined) return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return new Date(`${at.toLocaleString('en-US', { timeZone })} UTC`)
}

function getOffset(time: string | Date, shown: Date): string {
  // The clock shows no milliseconds, so they are not part of the difference.
  const minutes = Math.round((shown.getTime() - new Date(time).getTime()) / 60_000)
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
}

const relative = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }))
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
  return relative().format(Math.trunc(seconds / step[1]), step[0])
}
