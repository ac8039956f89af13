import { expect, test } from 'vitest'

import { getStepSeconds } from './intervals.ts'

const now = new Date('2026-06-01T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000)

test.each([
  [1, 60],
  [6, 60],
  [24, 300],
  [24 * 4, 900],
  [24 * 7, 3600],
  [24 * 28, 7200],
  [24 * 90, 21_600],
  [24 * 365, 21_600],
])('the last %d hours have intervals of %d s', (count, seconds) => {
  expect(getStepSeconds({ from: hours(count), to: now, now })).toBe(seconds)
})

test('an hour of the past has the intervals of its samples', () => {
  expect(getStepSeconds({ from: hours(49), to: hours(48), now })).toBe(900)
  expect(getStepSeconds({ from: hours(4), to: hours(3), now })).toBe(60)
})
