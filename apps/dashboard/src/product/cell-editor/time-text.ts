/** A day as PostgreSQL counts them; years before Christ are negative, and there is no year 0. */
export type Day = { year: number; month: number; day: number }

/** A date or timestamp; `rest` is the text after the date: time, fractions and zone. */
type Moment = Day & { rest: string }

const iso = /^\s*(\d{4,7})-(\d{2})-(\d{2})([ T](?!BC).*?)?(\s+BC)?\s*$/u

/** Reads a date or timestamp in ISO form; null for `infinity` and all other forms. */
export function readMoment(text: string): Moment | null {
  const found = iso.exec(text)
  if (found === null) return null
  const [, year = '', month = '', day = '', rest = '', era] = found
  const moment = {
    year: era === undefined ? Number(year) : -Number(year),
    month: Number(month),
    day: Number(day),
    rest,
  }
  return moment.day >= 1 && moment.day <= daysIn(moment.year, moment.month) ? moment : null
}

/**
 * Replaces the day: time, microseconds and zone stay exactly. A text in another format is replaced
 * as a whole.
 */
export function withDay(text: string, { year, month, day }: Day, defaultRest: string): string {
  const rest = readMoment(text)?.rest ?? defaultRest
  const date = [padded(Math.abs(year), 4), padded(month, 2), padded(day, 2)].join('-')
  return `${date}${rest}${year < 0 ? ' BC' : ''}`
}

const padded = (value: number, length: number) => String(value).padStart(length, '0')

/** The proleptic Gregorian year, in which 1 BC is 0. */
const astronomical = (year: number) => (year < 0 ? year + 1 : year)

const isLeap = (year: number): boolean => {
  const counted = astronomical(year)
  return counted % 4 === 0 && (counted % 100 !== 0 || counted % 400 === 0)
}

/** 0 for an invalid month. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  if (month < 1 || month > 12) return 0
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** 0 is Monday. Correct for every year that PostgreSQL supports, beyond the range of `Date`. */
export function weekday({ year, month, day }: Day): number {
  const late = month > 2
  const counted = astronomical(year) - (late ? 0 : 1)
  // Zeller's congruence: March is the first month, so that leap days come last.
  const shifted = late ? month - 3 : month + 9
  const sum =
    day +
    Math.floor((13 * shifted + 2) / 5) +
    counted +
    Math.floor(counted / 4) -
    Math.floor(counted / 100) +
    Math.floor(counted / 400)
  return (((sum + 1) % 7) + 7) % 7
}

/** The month at an offset. */
export function monthAway({ year, month }: Day, by: number): Day {
  const at = astronomical(year) * 12 + (month - 1) + by
  const counted = Math.floor(at / 12)
  return { year: counted > 0 ? counted : counted - 1, month: (((at % 12) + 12) % 12) + 1, day: 1 }
}

/** The day some days away, at most a month. */
export function dayAway(from: Day, by: number): Day {
  const day = from.day + by
  const length = daysIn(from.year, from.month)
  if (day >= 1 && day <= length) return { ...from, day }
  const next = monthAway(from, day < 1 ? -1 : 1)
  return { ...next, day: day < 1 ? daysIn(next.year, next.month) + day : day - length }
}

/** The parts of a type; null when it has no date. */
export function dayType(dataType: string): 'date' | 'timestamp' | 'timestamptz' | null {
  if (dataType === 'date') return 'date'
  if (!dataType.startsWith('timestamp')) return null
  return dataType.endsWith('with time zone') ? 'timestamptz' : 'timestamp'
}
