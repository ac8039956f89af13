import { afterEach, describe, expect, test } from 'vitest'

import { formatBytes } from './format-bytes.ts'
import { formatDuration } from './format-duration.ts'
import { formatMoney } from './format-money.ts'
import { formatDay, formatExact, formatRelative } from './format-time.ts'
import { formatEstimate, plural } from './format.ts'
import { setTimeZone } from './time-zone.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_073_741_824, '1 GB'],
  [1024 ** 8, '1 YB'],
  [1024 ** 9, '1024 YB'],
  [Number.NaN, '–'],
])('%d bytes are formatted with base 1024 as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('money has two decimals and comes from micro-dollars', () => {
  expect([0, 25_000_000, 13_440].map(formatMoney)).toEqual(['$0.00', '$25.00', '$0.01'])
})

test('an estimate never looks exact', () => {
  expect([7, 48_200, 1_000_000].map(formatEstimate)).toEqual(['~7', '~48.2K', '~1M'])
})

test('durations keep a familiar unit', () => {
  expect([12.4, 1240, 125_000].map(formatDuration)).toEqual(['12 ms', '1.24 s', '2 min 5 s'])
})

test('exact times have the zone', () => {
  expect(formatExact(new Date(2025, 4, 6, 7, 8, 9))).toMatch(
    /^06 May 2025, 07:08:09 \([+-]\d{4}\)$/u,
  )
})

test('the end of a grace period is DD MMM, YYYY', () => {
  expect(formatDay(new Date(2025, 0, 31))).toBe('31 Jan, 2025')
})

test.each([
  [10, 'just now'],
  [60, '1 minute ago'],
  [7200, '2 hours ago'],
  [86_400, 'yesterday'],
])('%d seconds ago is formatted as %s', (seconds, text) => {
  const now = new Date(2025, 5, 15, 12)
  expect(formatRelative(new Date(now.getTime() - seconds * 1000), now)).toBe(text)
})

test('one is singular', () => {
  expect([plural(1, 'project'), plural(0, 'project'), plural(1200, 'row')]).toEqual([
    '1 project',
    '0 projects',
    '1,200 rows',
  ])
})

describe('the zone of the profile', () => {
  afterEach(() => setTimeZone(null))

  test.each([
    ['Asia/Kolkata', '2026-03-01T20:00:00.400Z', '02 Mar 2026, 01:30:00 (+0530)'],
    ['America/New_York', '2026-07-04T01:02:03Z', '03 Jul 2026, 21:02:03 (-0400)'],
    ['America/New_York', '2026-01-04T05:00:00Z', '04 Jan 2026, 00:00:00 (-0500)'],
    ['Europe/Berlin', '2026-03-29T01:30:00Z', '29 Mar 2026, 03:30:00 (+0200)'],
  ])('%s: %s is %s', (zone, time, expected) => {
    setTimeZone(zone)
    expect(formatExact(time)).toBe(expected)
  })

  test('decides about the day', () => {
    setTimeZone('Pacific/Auckland')
    expect(formatDay('2026-01-31T20:00:00Z')).toBe('01 Feb, 2026')
  })
})
