import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dollarsText, parseDollars } from './dollars.ts'

test.each([
  ['30', 30_000_000],
  ['$30', 30_000_000],
  [' 30.5 ', 30_500_000],
  ['1,200.05', 1_200_050_000],
  ['-$5', -5_000_000],
  ['0', 0],
  ['-0', 0],
])('“%s” is %i micro-dollars', (text, micros) => {
  expect(parseDollars(text)).toBe(micros)
})

test.each(['', 'ten', '1.234', '1,23', '30 €', '.5', '1e3', '12345678901'])(
  '“%s” is no amount',
  (text) => {
    expect(parseDollars(text)).toBeUndefined()
  },
)

test('whole cents are formatted and parsed without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
      expect(parseDollars(dollarsText(cents * 10_000))).toBe(cents * 10_000)
    }),
  )
})
