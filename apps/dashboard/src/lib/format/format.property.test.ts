import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatBytes } from './format-bytes.ts'
import { formatDuration } from './format-duration.ts'
import { formatMoney } from './format-money.ts'
import { formatDay, formatExact, formatRelative } from './format-time.ts'
import { formatCount } from './format.ts'

const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']

test('a size has a number below 1024 of its unit and is rounded to one decimal', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (bytes) => {
      const [number = '', unit = ''] = formatBytes(bytes).split(' ')
      expect(number).toMatch(/^\d+(?:\.[1-9])?$/u)
      // 1023.96 KB may round up to the number of the next unit, but never beyond it.
      expect(Number(number)).toBeLessThanOrEqual(1024)
      const size = 1024 ** units.indexOf(unit)
      expect(Math.abs(Number(number) * size - bytes)).toBeLessThanOrEqual(0.0501 * size)
    }),
  )
})

test('a larger size never has a smaller unit', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (one, other) => {
      const getUnit = (bytes: number) => units.indexOf(formatBytes(bytes).split(' ')[1] ?? '')
      expect(getUnit(Math.max(one, other))).toBeGreaterThanOrEqual(getUnit(Math.min(one, other)))
    }),
  )
})

test.each([
  [-1, '-1 bytes'],
  [-1536, '-1.5 KB'],
  [0.4, '0 bytes'],
  [Number.POSITIVE_INFINITY, '–'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('a count can be parsed again', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(Number(formatCount(count).replaceAll(',', ''))).toBe(count)
      expect(formatCount(count)).toBe(new Intl.NumberFormat('en-US').format(count))
    }),
  )
})

test('money has two decimals for any amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (micros) => {
      expect(formatMoney(micros)).toMatch(/^\$[\d,]+\.\d\d$/u)
    }),
  )
})

test('a duration never has 60 of a unit', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e8, noNaN: true }), (ms) => {
      expect(formatDuration(ms)).not.toMatch(/(?:^| )(?:60(?:\.00)? s|1000 ms)/u)
    }),
    { examples: [[999.7], [59_999], [119_700]] },
  )
})

test('an invalid time is a dash, never an error', () => {
  for (const text of ['', 'yesterday', '2026-13-01']) {
    expect([formatExact(text), formatDay(text), formatRelative(text)]).toEqual(['–', '–', '–'])
  }
})

test.each([
  [-59, 'just now'],
  [60, 'in 1 minute'],
  [86_400, 'tomorrow'],
  [-7 * 86_400, 'last week'],
  [-364 * 86_400, '12 months ago'],
  [-2 * 365 * 86_400, '2 years ago'],
])('%d seconds from now is formatted as %s', (seconds, text) => {
  const now = new Date('2026-06-15T12:00:00Z')
  expect(formatRelative(new Date(now.getTime() + seconds * 1000), now)).toBe(text)
})
