import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type CronSchedule, isAtFixedTimes, readSchedule } from './schedule.ts'
import { CronTimes, isTimeZone } from './times.ts'

const minuteMs = 60_000

const errorOf = (answer: object): string => ('error' in answer ? String(answer.error) : '')

const read = (text: string): CronSchedule => {
  const answer = readSchedule(text)
  if ('error' in answer) throw new Error(`${text}: ${answer.error}`)
  return answer.schedule
}

function timesOf(text: string, timeZone: string, [from, to]: readonly [string, string]): string[] {
  const times = new CronTimes(read(text), timeZone).between(new Date(from), new Date(to), 1000)
  return times.map((at) => at.toISOString().slice(5, 16))
}

test.each([
  ['5/10 * * * *', 'The minute “5/10” has a step without a range: write 5-59/10'],
  ['61 * * * *', 'The minute 61 is not between 0 and 59'],
  ['22-3 * * * *', 'The minute “22-3” runs backwards: write 22-59,0-3'],
  ['* * * * sat-mon', 'The weekday “sat-mon” runs backwards: write 6-6,0-1'],
  ['1,,2 * * * *', 'The minute has a comma without a value'],
  ['*/0 * * * *', 'The step “0” of the minute is not a positive number'],
  ['1/2/3 * * * *', 'The minute “1/2/3” has two steps'],
  ['* $ * * *', 'The hour “$” is not a number from 0 to 23'],
  ['* * * jam *', 'The month “jam” is not a number from 1 to 12, or a name such as feb'],
  ['0 0 30 2 *', 'The schedule never runs: none of its months has that day'],
  ['0 seconds', /^An interval has 1 to 59 seconds/u],
  ['60 seconds', /^An interval has 1 to 59 seconds/u],
  ['* * * *', /^A schedule has five fields/u],
  ['* * * * * *', /^A schedule has five fields/u],
  ['', /^A schedule has five fields/u],
  ['@reboot', /^@reboot is not a time/u],
])('%s is refused', (text, error) => {
  expect(errorOf(readSchedule(text))).toMatch(error)
})

test('the day of the month or the weekday is enough, unless one of them begins with a star', () => {
  const march = (text: string) => timesOf(text, 'UTC', ['2026-02-28T12:00Z', '2026-03-31T12:00Z'])
  expect(march('0 0 13 * fri')).toEqual([
    '03-06T00:00',
    '03-13T00:00',
    '03-20T00:00',
    '03-27T00:00',
  ])
  expect(march('0 0 */2 * 1')).toEqual(['03-09T00:00', '03-23T00:00'])
  expect(march('0 0 1,$ * *')).toEqual(['03-01T00:00', '03-31T00:00'])
  expect(march('0 0 $ * *')).toEqual(['03-31T00:00'])
  expect(march('0 0 * * 7')).toEqual(march('0 0 * * sun'))
})

test('the last day of February is in leap years the 29th', () => {
  expect(timesOf('0 0 $ 2 *', 'UTC', ['2027-01-01T00:00Z', '2028-12-31T00:00Z'])).toEqual([
    '02-28T00:00',
    '02-29T00:00',
  ])
})

test('fixed times run once on the days on which clocks change', () => {
  const spring = ['2026-03-07T12:00Z', '2026-03-09T12:00Z'] as const
  expect(timesOf('30 2 * * *', 'America/New_York', spring)).toEqual(['03-08T07:00', '03-09T06:30'])
  const autumn = ['2026-10-31T12:00Z', '2026-11-02T12:00Z'] as const
  expect(timesOf('30 1 * * *', 'America/New_York', autumn)).toEqual(['11-01T05:30', '11-02T06:30'])
  expect(isAtFixedTimes(read('30 1,2 * * *'))).toBe(true)
})

test('intervals run through both passes of the repeated hour', () => {
  const day = ['2026-11-01T04:59Z', '2026-11-01T07:01Z'] as const
  expect(timesOf('*/30 * * * *', 'America/New_York', day)).toEqual([
    '11-01T05:00',
    '11-01T05:30',
    '11-01T06:00',
    '11-01T06:30',
    '11-01T07:00',
  ])
  expect(timesOf('*/30 1 * * *', 'America/New_York', day)).toHaveLength(4)
  expect(isAtFixedTimes(read('*/30 1 * * *'))).toBe(false)
})

test('an interval of seconds has its times at multiples since 1970', () => {
  const times = new CronTimes(read('7 seconds'), 'Asia/Tokyo')
  const found = times.between(new Date(3500), new Date(21_000), 10)
  expect(found.map(Number)).toEqual([7000, 14_000, 21_000])
})

test('a time zone is one that the platform knows', () => {
  expect(isTimeZone('Australia/Lord_Howe')).toBe(true)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
  expect(isTimeZone('')).toBe(false)
})

const range = (least: number, most: number) =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
    .map(([one, other]) => `${Math.min(one, other)}-${Math.max(one, other)}`)

const field = (least: number, most: number) => {
  const step = fc.integer({ min: 1, max: 9 })
  const part = fc.oneof(
    fc.integer({ min: least, max: most }).map(String),
    range(least, most),
    fc.tuple(range(least, most), step).map(([span, by]) => `${span}/${by}`),
  )
  return fc.oneof(
    fc.constant('*'),
    step.map((by) => `*/${by}`),
    fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(',')),
  )
}

/** Whether a value fits a field, decided for each of its parts alone. */
const fits = (text: string, value: number, least: number): boolean =>
  text.split(',').some((part) => {
    const [span = '', by = '1'] = part.split('/')
    const [from = '', to = from] = span === '*' ? [String(least), '99'] : span.split('-')
    return value >= Number(from) && value <= Number(to) && (value - Number(from)) % Number(by) === 0
  })

test('the times are the minutes that fit, one by one', () => {
  const fields = fc.tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 6))
  const start = fc.integer({ min: 0, max: 5 * 365 }).map((days) => Date.UTC(2026, 0, 1 + days))
  fc.assert(
    fc.property(fields, start, (texts, from) => {
      const answer = readSchedule(texts.join(' '))
      if ('error' in answer) return
      const [minute, hour, date, month, weekday] = texts
      const isDue = (at: Date) => {
        const isDate = fits(date, at.getUTCDate(), 1)
        const isWeekday = fits(weekday, at.getUTCDay(), 0)
        const isBoth = date.startsWith('*') || weekday.startsWith('*')
        return (
          fits(minute, at.getUTCMinutes(), 0) &&
          fits(hour, at.getUTCHours(), 0) &&
          fits(month, at.getUTCMonth() + 1, 1) &&
          (isBoth ? isDate && isWeekday : isDate || isWeekday)
        )
      }
      const end = from + 30 * 60 * minuteMs
      const expected: number[] = []
      for (let at = from + minuteMs; at <= end; at += minuteMs) {
        if (isDue(new Date(at))) expected.push(at)
      }
      const found = new CronTimes(answer.schedule, 'UTC').between(
        new Date(from),
        new Date(end),
        5000,
      )
      expect(found.map(Number)).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test('any text gives a schedule or an error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({
          unit: fc.constantFrom('0', '5', '9', '*', '/', '-', ',', '$', ' ', 'a', '@', 's'),
        }),
      ),
      (text) => {
        const answer = readSchedule(text)
        const next = 'schedule' in answer && new CronTimes(answer.schedule, 'UTC').next(new Date(0))
        expect(next === false ? errorOf(answer) !== '' : next !== null).toBe(true)
      },
    ),
  )
})
