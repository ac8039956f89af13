import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { dayAway, dayType, daysIn, monthAway, readMoment, weekday, withDay } from './time-text.ts'

const day = { year: 2024, month: 3, day: 5 }

describe('another day', () => {
  test.each([
    ['2024-02-29 12:00:00.123456+00', '2024-03-05 12:00:00.123456+00'],
    ['2024-02-29T23:59:59+05:45', '2024-03-05T23:59:59+05:45'],
    ['0044-03-15 00:00:00 BC', '2024-03-05 00:00:00'],
    ['infinity', '2024-03-05 00:00:00'],
    ['29.02.2024', '2024-03-05 00:00:00'],
    ['', '2024-03-05 00:00:00'],
  ])('of %s keeps its time, fractions and zone', (text, expected) => {
    expect(withDay(text, day, ' 00:00:00')).toBe(expected)
  })

  test('before Christ is formatted as PostgreSQL prints it', () => {
    expect(withDay('2024-01-01 01:02:03+00', { year: -44, month: 3, day: 15 }, '')).toBe(
      '0044-03-15 01:02:03+00 BC',
    )
  })
})

test.each([
  ['2024-02-29', { year: 2024, month: 2, day: 29, rest: '' }],
  ['0001-02-29 BC', { year: -1, month: 2, day: 29, rest: '' }],
  ['294276-12-31 23:59:59.999999', { year: 294_276, month: 12, day: 31, rest: ' 23:59:59.999999' }],
  ['2023-02-29', null],
  ['2023-13-01', null],
  ['-infinity', null],
])('%s is parsed', (text, moment) => {
  expect(readMoment(text)).toEqual(moment)
})

const someDay = fc
  .record({ year: fc.integer({ min: 1, max: 200_000 }), month: fc.integer({ min: 1, max: 12 }) })
  .chain(({ year, month }) =>
    fc.integer({ min: 1, max: daysIn(year, month) }).map((at) => ({ year, month, day: at })),
  )

const getDate = ({ year, month, day: at }: { year: number; month: number; day: number }) => {
  const date = new Date(Date.UTC(2000, month - 1, at))
  date.setUTCFullYear(year, month - 1, at)
  return date
}

test('the day of the week is that of the calendar', () => {
  fc.assert(
    fc.property(someDay, (at) => {
      expect(weekday(at)).toBe((getDate(at).getUTCDay() + 6) % 7)
    }),
  )
})

test('adding days and months follows the calendar', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -28, max: 28 }), (at, by) => {
      fc.pre(at.year > 1)
      const date = getDate(at)
      date.setUTCDate(date.getUTCDate() + by)
      expect(dayAway(at, by)).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      })
      expect(monthAway(monthAway(at, by), -by)).toEqual({ ...at, day: 1 })
    }),
  )
})

test('the year before 1 is 1 BC', () => {
  expect(monthAway({ year: 1, month: 1, day: 1 }, -1)).toEqual({ year: -1, month: 12, day: 1 })
  expect(monthAway({ year: -1, month: 12, day: 1 }, 1)).toEqual({ year: 1, month: 1, day: 1 })
  // Monday 15 March 44 BC of the Gregorian calendar reckoned backwards.
  expect(weekday({ year: 1, month: 1, day: 1 })).toBe(0)
  expect(weekday({ year: -1, month: 12, day: 31 })).toBe(6)
})

test('only date types have a calendar', () => {
  expect(dayType('date')).toBe('date')
  expect(dayType('timestamp(3) with time zone')).toBe('timestamptz')
  expect(dayType('timestamp without time zone')).toBe('timestamp')
  expect(dayType('time with time zone')).toBeNull()
})
