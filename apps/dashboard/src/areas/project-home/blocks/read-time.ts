import { formatExact, formatRelative } from '../../../lib/format/format-time.ts'

const dayMs = 86_400_000

/** `14:03`; with the day in front when that is not of the last 24 hours. */
export function clockText(at: string, now = new Date()): string {
  const [, day = '', clock = ''] = /^(\S+ \S+) \S+ (\d\d:\d\d)/u.exec(formatExact(at)) ?? []
  return Math.abs(now.getTime() - Date.parse(at)) < dayMs ? clock : `${day}, ${clock}`
}

/** `14:03, 3 minutes ago`. */
export const readText = (at: string, now = new Date()): string =>
  `${clockText(at, now)}, ${formatRelative(at, now)}`
