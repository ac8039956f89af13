import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { getHour, hoursBetween, nextHour, periodAt, periodStart } from './period.ts'

const hour = fc
  .integer({ min: Date.UTC(2020, 0) / 3_600_000, max: Date.UTC(2040, 0) / 3_600_000 })
  .map((hours) => new Date(hours * 3_600_000))
const time = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
})

describe('billing periods', () => {
  test('follow each other without a gap, and contain the times they are computed for', () => {
    fc.assert(
      fc.property(hour, time, (anchor, at) => {
        fc.pre(at >= anchor)
        const period = periodAt(anchor, at)
        expect(period.start <= at && at < period.end).toBe(true)
        expect(periodAt(anchor, period.end).start).toEqual(period.end)
      }),
    )
  })

  test('start on the day and hour of the first one, or on the last day of a shorter month', () => {
    fc.assert(
      fc.property(hour, fc.integer({ min: 0, max: 60 }), (anchor, number) => {
        const start = periodStart(anchor, number)
        expect(start.getUTCHours()).toBe(anchor.getUTCHours())
        const isLastDay = new Date(start.getTime() + 86_400_000).getUTCDate() === 1
        expect(start.getUTCDate() === anchor.getUTCDate() || isLastDay).toBe(true)
      }),
    )
  })

  test.each([
    ['2026-01-31T09:00:00Z', 1, '2026-02-28T09:00:00Z'],
    ['2026-01-31T09:00:00Z', 2, '2026-03-31T09:00:00Z'],
    ['2024-01-30T00:00:00Z', 1, '2024-02-29T00:00:00Z'],
    ['2026-12-15T23:00:00Z', 1, '2027-01-15T23:00:00Z'],
  ])('starting at %s, period %i starts at %s', (anchor, number, start) => {
    expect(periodStart(new Date(anchor), number)).toEqual(new Date(start))
  })

  test('for times before the first one are the first one', () => {
    const anchor = new Date('2026-05-10T08:00:00Z')
    expect(periodAt(anchor, new Date('2026-05-01T00:00:00Z')).start).toEqual(anchor)
  })
})

test('full hours enclose every time', () => {
  fc.assert(
    fc.property(time, (at) => {
      expect(getHour(at) <= at && at <= nextHour(at)).toBe(true)
      expect(hoursBetween(getHour(at), nextHour(at))).toBeLessThanOrEqual(1)
    }),
  )
})
