import { formatExact } from '../../../lib/format/format-time.ts'

/** `14:03` of today, `21 Nov 2026, 14:03` of another day. */
export function getMoment(time: string | Date, now = new Date()): string {
  const [day = '', clock = ''] = formatExact(time).split(', ')
  const [today] = formatExact(now).split(', ')
  const minute = clock.slice(0, 5)
  return day === today ? minute : `${day}, ${minute}`
}
