import { expect, test } from 'vitest'

import { formatter } from './formatter.ts'

test('numbers have the American format', () => {
  const dollars = formatter({ style: 'currency', currency: 'USD' })

  expect(dollars(1234.5)).toBe('$1,234.50')
  expect(dollars(0)).toBe('$0.00')
  expect(formatter({ maximumFractionDigits: 3 })(1 / 3)).toBe('0.333')
})
