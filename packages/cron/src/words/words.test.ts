import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readSchedule } from '../schedule.ts'
import { CronTimes } from '../times.ts'
import { describe } from './describe.ts'
import { readWords } from './read-words.ts'

const errorOf = (answer: object): string => ('error' in answer ? String(answer.error) : '')

test.each([
  ['every 5 minutes', '*/5 * * * *'],
  ['Every day at 3am.', '0 3 * * *'],
  ['daily at 14:30', '30 14 * * *'],
  ['every monday at 9', '0 9 * * 1'],
  ['weekdays at 8:30', '30 8 * * 1-5'],
  ['on the 1st of the month at midnight', '0 0 1 * *'],
  ['last day of the month at 23:00', '0 23 $ * *'],
  ['twice a day', '0 0,12 * * *'],
  ['every thirty seconds', '30 seconds'],
  ['every quarter of an hour', '*/15 * * * *'],
  ['weekends at noon', '0 12 * * 0,6'],
  ['every january 1st at 0:00', '0 0 1 1 *'],
  ['every 2 hours between 9 and 17 on weekdays', '0 9-17/2 * * 1-5'],
  ['every 15 minutes from 9am to 5pm on monday to friday', '*/15 9-17 * * 1,2,3,4,5'],
  ['every hour between 22 and 4', '0 22-23,0-4 * * *'],
  ['hourly', '0 * * * *'],
  ['every month on the 5th at 4:15 pm', '15 16 5 * *'],
  ['every three months', '0 0 1 */3 *'],
  ['quarterly', '0 0 1 1,4,7,10 *'],
  ['at 9:30 and 17:30 every day', '30 9,17 * * *'],
  ['every tuesday, thursday and saturday at 6pm', '0 18 * * 2,4,6'],
])('%s', (words, schedule) => {
  expect(readWords(words)).toEqual({ schedule })
})

test.each([
  ['every full moon', '“full moon” is not understood. Use words such as: every weekday at 8:30'],
  ['at 9:00 and 10:30', 'One schedule cannot say these times of day: use two jobs'],
  [
    'every other day',
    'A schedule cannot say “every other day”: name the days of the month or the weekdays',
  ],
  ['every 7 minutes', /^An hour has no equal parts of 7 minutes/u],
  ['every 90 minutes', 'Use hours for intervals of more than 59 minutes'],
  ['at 25:00', '“25:00” is not a time of day'],
  ['every hour at 9', 'The words name an interval and a time of day: use one of them'],
  ['on the 31st in february', 'The schedule never runs: none of its months has that day'],
  ['', /^Describe when the job runs/u],
])('%s is refused', (words, error) => {
  expect(errorOf(readWords(words))).toMatch(error)
})

const subset = (least: number, most: number) =>
  fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 6 }).map(String)

const schedules = fc.oneof(
  fc.integer({ min: 1, max: 59 }).map((seconds) => `${seconds} seconds`),
  fc
    .tuple(
      fc.oneof(fc.constantFrom('*', '*/2', '*/15', '0'), subset(0, 59)),
      fc.oneof(fc.constantFrom('*', '*/6'), subset(0, 23)),
      fc.oneof(fc.constantFrom('*', '$'), subset(1, 28)),
      fc.oneof(fc.constant('*'), subset(1, 12)),
      fc.oneof(fc.constant('*'), subset(0, 6)),
    )
    .map(([minute, hour, day, month, weekday]) =>
      // Words cannot name both kinds of days.
      [minute, hour, weekday === '*' ? day : '*', month, weekday].join(' '),
    ),
)

test('a description read as words gives the same times', () => {
  const timesOf = (text: string) => {
    const answer = readSchedule(text)
    if ('error' in answer) throw new Error(`${text}: ${answer.error}`)
    const times = new CronTimes(answer.schedule, 'UTC')
    return {
      words: describe(answer.schedule),
      times: times.between(new Date('2026-02-26T00:00Z'), new Date('2027-02-26T00:00Z'), 40),
    }
  }
  fc.assert(
    fc.property(schedules, (schedule) => {
      const { words, times } = timesOf(schedule)
      const answer = readWords(words)
      if ('error' in answer) throw new Error(`${schedule} is “${words}”: ${answer.error}`)
      expect(timesOf(answer.schedule).times).toEqual(times)
    }),
  )
})

test('any words give a schedule that can be read, or an error', () => {
  const word = fc.constantFrom(
    ...'every at on the 1st 9 9:30 am noon day days month minutes hours 5 15 monday to friday and , between last twice a week january'.split(
      ' ',
    ),
  )
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 10 }).map((words) => words.join(' ')),
      (words) => {
        const answer = readWords(words)
        const read = 'schedule' in answer ? readSchedule(answer.schedule) : undefined
        expect(read ? 'schedule' in read : errorOf(answer) !== '').toBe(true)
      },
    ),
  )
})
