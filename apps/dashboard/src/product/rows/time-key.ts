/** A point in time or a duration as something that can be ordered: seconds, then their part. */
export type TimeKey = { seconds: number; part: number }

const moment =
  /^(?<year>\d{4,})-(?<month>\d\d)-(?<day>\d\d)(?:[ T](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<part>\d+))?)?(?<zone>[+-]\d\d(?::\d\d){0,2})?(?<era> BC)?$/u
const clock =
  /^(?<sign>-?)(?<hour>\d+):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<part>\d+))?(?<zone>[+-]\d\d(?::\d\d){0,2})?$/u
const units: Record<string, number> = { year: 360 * 86_400, mon: 30 * 86_400, day: 86_400 }

/** Dates, times and intervals as PostgreSQL's ISO style writes them; undefined for any other. */
export function timeKey(text: string): TimeKey | undefined {
  if (text === 'infinity') return { seconds: Infinity, part: 0 }
  if (text === '-infinity') return { seconds: -Infinity, part: 0 }
  const at = moment.exec(text)?.groups
  return at === undefined ? durationKey(text) : momentKey(at)
}

type Groups = Record<string, string | undefined>

function momentKey(at: Groups): TimeKey {
  const year = at['era'] === undefined ? Number(at['year']) : 1 - Number(at['year'])
  const date = new Date(0)
  date.setUTCFullYear(year, Number(at['month']) - 1, Number(at['day']))
  date.setUTCHours(Number(at['hour'] ?? 0), Number(at['minute'] ?? 0), Number(at['second'] ?? 0))
  return { seconds: date.getTime() / 1000 - getZone(at['zone']), part: getPart(at['part']) }
}

/** In PostgreSQL's order of intervals: a month is 30 days, a day 24 hours. */
function durationKey(text: string): TimeKey | undefined {
  let seconds = 0
  let rest = text
  for (const [all, count, unit] of text.matchAll(/([+-]?\d+) (year|mon|day)s?/gu)) {
    seconds += Number(count) * (units[unit ?? ''] ?? 0)
    rest = rest.replace(all, '')
  }
  rest = rest.trim()
  if (rest === '') return text.trim() === '' ? undefined : { seconds, part: 0 }
  const at = clock.exec(rest)?.groups
  if (at === undefined) return undefined
  const sign = at['sign'] === '-' ? -1 : 1
  const time = Number(at['hour']) * 3600 + Number(at['minute']) * 60 + Number(at['second'])
  return { seconds: seconds + sign * time - getZone(at['zone']), part: sign * getPart(at['part']) }
}

const getPart = (digits: string | undefined) => Number(`0.${digits ?? 0}`)

function getZone(zone: string | undefined): number {
  if (zone === undefined) return 0
  const [hours = '0', minutes = '0', seconds = '0'] = zone.slice(1).split(':')
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return zone.startsWith('-') ? -size : size
}

export const compareTimes = (a: TimeKey, b: TimeKey): number =>
  a.seconds === b.seconds ? a.part - b.part : a.seconds - b.seconds
