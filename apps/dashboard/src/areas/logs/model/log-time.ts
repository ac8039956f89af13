import { shownTimeZone } from '../../../lib/format/time-zone.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function getParts(time: number): Record<string, string> {
  const timeZone = shownTimeZone()
  const key = timeZone ?? ''
  const known =
    formatters.get(key) ??
    new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
      ...(timeZone !== undefined && { timeZone }),
    })
  formatters.set(key, known)
  return Object.fromEntries(known.formatToParts(time).map(({ type, value }) => [type, value]))
}

/** `14:02:03.123` in the user's zone. */
export function clockText(at: string): string {
  const { hour, minute, second, fractionalSecond } = getParts(Date.parse(at))
  return `${hour}:${minute}:${second}.${fractionalSecond}`
}

/** `11-28 14:02:03.123`, for ranges of several days. */
export function dayClockText(at: string): string {
  const { month, day } = getParts(Date.parse(at))
  return `${month}-${day} ${clockText(at)}`
}

/** `2026-11-28T14:02:03`, as a field of date and time takes it, on a clock of the user's zone. */
export function toFieldTime(time: number): string {
  const { year, month, day, hour, minute, second } = getParts(time)
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`
}

/** The time of such a field; undefined while it is incomplete. */
export function fromFieldTime(text: string): number | undefined {
  const wall = Date.parse(`${text}Z`)
  if (!Number.isFinite(wall)) return undefined
  // The offset of the zone is that of the time itself, which the first guess may miss by an hour.
  const offset = (time: number) => Date.parse(`${toFieldTime(time)}Z`) - time
  const guess = wall - offset(Math.trunc(wall / 1000) * 1000)
  return wall - offset(Math.trunc(guess / 1000) * 1000)
}

/** The name of the zone that times are written in. */
export const zoneName = (): string =>
  shownTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
