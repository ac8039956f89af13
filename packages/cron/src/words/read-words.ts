import { readSchedule } from '../schedule.ts'
import { months, smallNumbers, weekdays } from './vocabulary.ts'

/** The schedule as pg_cron writes it, or the reason why there is none. */
export type WordsAnswer = { schedule: string } | { error: string }

/** The fields that the words have named so far. */
type Said = {
  seconds?: number
  /** Minute and hour of fixed times. */
  times: { hour: number; minute: number }[]
  minute?: string
  hour?: string
  hours?: { from: number; to: number }
  day?: string
  month?: string
  weekday?: string
}

/** A reader replaces the words that it understands by a space. */
type Reader = (text: string, said: Said) => string

/** Something that the words ask for and that a schedule cannot say. */
class Impossible extends Error {}

const anyMonth = months.map((name) => `${name}|${name.slice(0, 3)}`).join('|')
const anyWeekday = weekdays
  .map((name) => `${name}s?|${name.slice(0, 3)}`)
  .concat('tues', 'thurs')
  .join('|')
const numbers = String.raw`\d{1,2}(?:\s*(?:,|and|to)\s*\d{1,2})*`
const joint = String.raw`\s*(?:,\s*and\s+|,\s*|\s+and\s+|\s*&\s*)\s*(?:on\s+|at\s+)?`
const clock = String.raw`(?:noon|midday|midnight|\d{1,2}(?::\d{2})?\s*(?:am|pm|a\.m\.|p\.m\.|o'clock|h\b)?)`

/**
 * Turns English such as `every weekday at 8:30` into a schedule. Words that it does not understand
 * are an error, which names them: nothing is guessed.
 */
export function readWords(words: string): WordsAnswer {
  const said: Said = { times: [] }
  try {
    let rest = ` ${numbered(
      words
        .toLowerCase()
        .trim()
        .replace(/[.;]+$/u, ''),
    )} `
    if (rest.trim() === '')
      return { error: 'Describe when the job runs, for example: every day at 3:00' }
    for (const read of readers) rest = read(rest, said)
    const unknown = rest
      .replaceAll(/\b(?:at|on|in|of|the|each|every|and|run|runs|past|during|every)\b|,/gu, ' ')
      .trim()
    if (unknown !== '') {
      return {
        error: `“${unknown.replaceAll(/\s+/gu, ' ')}” is not understood. Use words such as: every weekday at 8:30`,
      }
    }
    const schedule = combine(said)
    const read = readSchedule(schedule)
    return 'error' in read ? read : { schedule }
  } catch (error) {
    if (error instanceof Impossible) return { error: error.message }
    throw error
  }
}

const numbered = (text: string): string =>
  text.replaceAll(/\b[a-z]+\b/gu, (word) => String(smallNumbers[word] ?? word))

/** A reader for one pattern, which may occur several times. */
const reader =
  (pattern: RegExp, understand: (match: RegExpExecArray, said: Said) => void): Reader =>
  (text, said) => {
    let rest = text
    for (let match = pattern.exec(rest); match !== null; match = pattern.exec(rest)) {
      understand(match, said)
      rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
    }
    return rest
  }

function set(
  said: Said,
  field: 'minute' | 'hour' | 'day' | 'month' | 'weekday',
  text: string,
): void {
  if (said[field] !== undefined) {
    throw new Impossible(`The words name two values for the ${field}: use two jobs`)
  }
  said[field] = text
}

/** Names and ranges of names, such as `monday, and wednesday to friday`. */
function namesPattern(names: string): RegExp {
  const span = String.raw`(?:${names})(?:\s*(?:-|to|through|until)\s*(?:${names}))?`
  return new RegExp(String.raw`\b${span}(?:${joint}${span})*\b`, 'u')
}

type Names = { names: string; position: (name: string) => number; count: number }

/** Their positions; a range may run over the end of the week or of the year. */
function positionsOf(text: string, { names, position, count }: Names): number[] {
  const found: number[] = []
  const pattern = new RegExp(`(${names})(?:\\s*(?:-|to|through|until)\\s*(${names}))?`, 'gu')
  for (const [, from = '', to = from] of text.matchAll(pattern)) {
    const first = position(from)
    const length = (position(to) - first + count) % count
    for (let at = 0; at <= length; at += 1) {
      const next = first + at
      found.push(count === 7 ? next % 7 : ((next - 1) % count) + 1)
    }
  }
  return unique(found)
}

const readers: readonly Reader[] = [
  // Minutes of each hour, as a description names them.
  reader(
    new RegExp(String.raw`\bat minutes? (${numbers}) (?:of|past) every hour\b`, 'u'),
    ([, list = ''], said) => {
      set(said, 'minute', numbersIn(list).join(','))
    },
  ),
  reader(
    new RegExp(String.raw`\bat minutes? (${numbers}) (?:of|past) hours? (${numbers})`, 'u'),
    ([, minutes = '', hours = ''], said) => {
      set(said, 'minute', numbersIn(minutes).join(','))
      set(said, 'hour', numbersIn(hours).join(','))
    },
  ),
  reader(
    new RegExp(String.raw`\b(?:between|from) (${clock}) (?:and|to|until|till) (${clock})`, 'u'),
    ([, from = '', to = ''], said) => {
      said.hours = { from: wholeHour(from), to: wholeHour(to) }
    },
  ),
  reader(/\b(?:half|quarter) (?:an |of an )?hour(?:ly)?\b/u, ([text], said) => {
    set(said, 'minute', text.startsWith('half') ? '*/30' : '*/15')
  }),
  reader(/\b(?:every )?(\d{1,4}|other)?\s*seconds?\b/u, ([, count], said) => {
    const seconds = countOf(count)
    if (seconds > 59) throw new Impossible('Use minutes for intervals of more than 59 seconds')
    said.seconds = seconds
  }),
  reader(/\bevery (\d{1,4}|other)?\s*min(?:ute)?s?\b/u, ([, count], said) => {
    const step = countOf(count)
    if (step > 59) throw new Impossible('Use hours for intervals of more than 59 minutes')
    if (60 % step !== 0) {
      throw new Impossible(
        `An hour has no equal parts of ${step} minutes: use 1, 2, 3, 4, 5, 6, 10, 12, 15, 20 or 30`,
      )
    }
    set(said, 'minute', step === 1 ? '*' : `*/${step}`)
  }),
  reader(/\bevery (\d{1,4}|other)?\s*h(?:ou)?rs?\b|\bhourly\b/u, ([, count], said) => {
    const step = countOf(count)
    if (step > 23) throw new Impossible('Use days for intervals of more than 23 hours')
    if (24 % step !== 0) {
      throw new Impossible(`A day has no equal parts of ${step} hours: use 1, 2, 3, 4, 6, 8 or 12`)
    }
    set(said, 'hour', step === 1 ? '*' : `*/${step}`)
  }),
  reader(/\b(\d|twice|once)(?: times)? (?:a|per|every) day\b/u, ([, count = ''], said) => {
    const times = { once: 1, twice: 2 }[count] ?? Number(count)
    if (24 % times !== 0) throw new Impossible(`A day has no ${times} equal parts of whole hours`)
    for (let at = 0; at < 24; at += 24 / times) said.times.push({ hour: at, minute: 0 })
  }),
  reader(/\bquarterly\b|\bevery quarter\b/u, (_, said) => {
    set(said, 'month', '1,4,7,10')
    said.day ??= '1'
  }),
  reader(/\bevery (\d{1,2}|other) months?\b/u, ([, count], said) => {
    const step = countOf(count)
    if (12 % step !== 0) throw new Impossible(`A year has no ${step}-month steps: name the months`)
    set(said, 'month', step === 1 ? '*' : `*/${step}`)
    if (step > 1) said.day ??= '1'
  }),
  reader(namesPattern(anyWeekday), ([text], said) =>
    set(
      said,
      'weekday',
      positionsOf(text, { names: anyWeekday, position: weekdayOf, count: 7 }).join(','),
    ),
  ),
  reader(/\b(?:week|work|working |business )days?\b/u, (_, said) => set(said, 'weekday', '1-5')),
  reader(/\bweekends?\b/u, (_, said) => set(said, 'weekday', '0,6')),
  reader(/\bweekly\b|\bevery week\b/u, (_, said) => {
    said.weekday ??= '0'
  }),
  reader(/\b(?:the )?last day(?: of (?:the|each|every) month)?\b/u, (_, said) =>
    set(said, 'day', '$'),
  ),
  reader(/\b(?:the )?first day(?: of (?:the|each|every) month)?\b/u, (_, said) =>
    set(said, 'day', '1'),
  ),
  reader(namesPattern(anyMonth), ([text], said) =>
    set(
      said,
      'month',
      positionsOf(text, { names: anyMonth, position: monthOf, count: 12 }).join(','),
    ),
  ),
  reader(
    new RegExp(
      String.raw`\b(?:days? )?(?:the )?\d{1,2}(?:st|nd|rd|th)(?:${joint}(?:the )?\d{1,2}(?:st|nd|rd|th))*(?: days?)?(?: of (?:the|each|every) month)?\b`,
      'u',
    ),
    ([text], said) => set(said, 'day', numbersIn(text).join(',')),
  ),
  reader(
    new RegExp(String.raw`\bdays? (${numbers})(?: of (?:the|each|every) month)?\b`, 'u'),
    ([, list = ''], said) => set(said, 'day', numbersIn(list).join(',')),
  ),
  reader(/\bmonthly\b|\bevery month\b|\bof (?:the|each) month\b/u, (_, said) => {
    said.month ??= '*'
    said.day ??= '1'
  }),
  reader(/\byearly\b|\bannually\b|\bevery year\b/u, (_, said) => {
    said.month ??= '1'
    said.day ??= '1'
  }),
  reader(/\bevery (?:other|[2-9]|\d{2,}) (?:days?|weeks?|years?)\b/u, ([text]) => {
    throw new Impossible(
      `A schedule cannot say “${text}”: name the days of the month or the weekdays`,
    )
  }),
  reader(/\bevery day\b|\bdaily\b|\beach day\b|\bnightly\b|\bevery night\b/u, (_, said) => {
    said.day ??= '*'
  }),
  reader(new RegExp(String.raw`(?<![\d:])${clock}(?:${joint}${clock})*`, 'u'), ([text], said) => {
    for (const time of text.match(new RegExp(clock, 'gu')) ?? []) said.times.push(readClock(time))
  }),
]

const countOf = (count: string | undefined): number => {
  const number = count === undefined ? 1 : count === 'other' ? 2 : Number(count)
  if (number === 0) throw new Impossible('An interval is at least 1')
  return number
}

/** The numbers of a list such as `1, 3 and 5 to 7`. */
function numbersIn(text: string): number[] {
  const found: number[] = []
  for (const [, from, to = from] of text.matchAll(/(\d+)(?:\s*to\s*(\d+))?/gu)) {
    if (Number(from) > Number(to)) throw new Impossible(`“${from} to ${to}” runs backwards`)
    for (let at = Number(from); at <= Number(to); at += 1) found.push(at)
  }
  return unique(found)
}

const weekdayOf = (name: string): number =>
  weekdays.findIndex((day) => day.startsWith(name.slice(0, 3)))

const monthOf = (name: string): number =>
  months.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1

function readClock(text: string): { hour: number; minute: number } {
  if (text === 'midnight') return { hour: 0, minute: 0 }
  if (text === 'noon' || text === 'midday') return { hour: 12, minute: 0 }
  const [, hourText = '', minuteText = '0', half = ''] =
    /^(\d{1,2})(?::(\d{2}))?\s*([ap])?/u.exec(text) ?? []
  const written = Number(hourText)
  const minute = Number(minuteText)
  const isPossible = half === '' ? written <= 23 : written >= 1 && written <= 12
  if (!isPossible || minute > 59) throw new Impossible(`“${text.trim()}” is not a time of day`)
  return { hour: half === '' ? written : (written % 12) + (half === 'p' ? 12 : 0), minute }
}

function wholeHour(text: string): number {
  const { hour, minute } = readClock(text)
  if (minute !== 0) throw new Impossible('A range of hours begins and ends at a whole hour')
  return hour
}

function combine(said: Said): string {
  const { seconds, day = '*', month = '*', weekday = '*' } = said
  if (seconds !== undefined) {
    const { times, seconds: _, ...others } = said
    if (times.length > 0 || Object.values(others).some((value) => value !== undefined)) {
      throw new Impossible('An interval of seconds has no days and hours')
    }
    return seconds === 1 ? '1 second' : `${seconds} seconds`
  }
  if (said.day !== undefined && said.day !== '*' && weekday !== '*') {
    throw new Impossible(
      'A schedule with a day of the month and a weekday runs on both: use one of them',
    )
  }
  const [minute, hour] = combineClock(said)
  return `${minute} ${hour} ${day} ${month} ${weekday}`
}

function combineClock(said: Said): [string, string] {
  const { times, minute, hour, hours } = said
  if (times.length > 0) {
    if (minute !== undefined || hours !== undefined || hour !== undefined) {
      throw new Impossible('The words name an interval and a time of day: use one of them')
    }
    return combineTimes(times)
  }
  const span = hours && spanOf(hours)
  if (minute !== undefined) return [minute, hour ?? span ?? '*']
  if (hour !== undefined) {
    if (span === undefined) return ['0', hour]
    return ['0', hour === '*' ? span : stepped(span, hour)]
  }
  if (span !== undefined) return ['0', span]
  return ['0', '0']
}

/** The last hour of a range is part of it, as in cron. */
function spanOf({ from, to }: { from: number; to: number }): string {
  if (from === to) throw new Impossible('The range of hours is empty')
  return from < to ? `${from}-${to}` : `${from}-23,0-${to}`
}

function stepped(span: string, hour: string): string {
  if (span.includes(','))
    throw new Impossible('A step over midnight cannot be said: name the hours')
  return `${span}${hour.slice(1)}`
}

/** Several times have either their minutes or their hours in common. */
function combineTimes(times: readonly { hour: number; minute: number }[]): [string, string] {
  const minutes = unique(times.map(({ minute }) => minute))
  const hours = unique(times.map(({ hour }) => hour))
  const written = new Set(times.map(({ hour, minute }) => hour * 60 + minute))
  if (written.size !== minutes.length * hours.length) {
    throw new Impossible('One schedule cannot say these times of day: use two jobs')
  }
  return [minutes.join(','), hours.join(',')]
}

const unique = (values: readonly number[]): number[] =>
  [...new Set(values)].toSorted((one, other) => one - other)
