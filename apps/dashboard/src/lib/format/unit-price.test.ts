import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatUnitPrice } from './unit-price.ts'

test('a price below a cent has all its digits, as in the specification', () => {
  expect(formatUnitPrice(13_440)).toBe('$0.01344')
  expect(formatUnitPrice(3_250)).toBe('$0.00325')
  expect(formatUnitPrice(21_000)).toBe('$0.021')
})

test('whole amounts have two decimals, as money has everywhere', () => {
  expect(formatUnitPrice(0)).toBe('$0.00')
  expect(formatUnitPrice(10_000_000)).toBe('$10.00')
  expect(formatUnitPrice(2_500_000)).toBe('$2.50')
})

test('no price is rounded: it shows the exact number of micro-dollars', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (micros) => {
      const shown = formatUnitPrice(micros).replaceAll(/[$,]/gu, '')
      expect(Math.round(Number(shown) * 1_000_000)).toBe(micros)
    }),
  )
})
