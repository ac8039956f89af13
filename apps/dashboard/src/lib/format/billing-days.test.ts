import { expect, test } from 'vitest'

import { formatBillingDay, formatPeriod } from './billing-days.ts'

test('days of bills are UTC days in every time zone', () => {
  expect(formatBillingDay('2026-11-01T00:00:00Z')).toBe('01 Nov 2026')
  expect(formatBillingDay('2026-11-30T23:59:59Z')).toBe('30 Nov 2026')
  expect(formatBillingDay('2026-09-05')).toBe('05 Sep 2026')
})

test('a period ends on the day before the next one starts', () => {
  expect(
    formatPeriod({ period_start: '2026-11-01T00:00:00Z', period_end: '2026-12-01T00:00:00Z' }),
  ).toBe('01 Nov 2026 – 30 Nov 2026')
})

test('a period that starts at an hour of the day ends on the day of that hour', () => {
  expect(
    formatPeriod({ period_start: '2026-11-14T14:00:00Z', period_end: '2026-12-14T14:00:00Z' }),
  ).toBe('14 Nov 2026 – 14 Dec 2026')
})

test('an invalid time is a dash instead of an error', () => {
  expect(formatBillingDay('soon')).toBe('–')
})
