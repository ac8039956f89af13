import fc from 'fast-check'
import { expect, test } from 'vitest'

import { hasOwnLimit } from './own-limit.ts'

test('a query with its own limit is recognised, at any position', () => {
  expect(hasOwnLimit('select * from t LIMIT 100')).toBe(true)
  expect(hasOwnLimit('select * from t fetch first 3 rows only')).toBe(true)
  expect(hasOwnLimit('select 1')).toBe(false)
})

test('words in texts, comments and names do not count', () => {
  const word = fc.constantFrom('limit 5', 'fetch first', 'LIMIT')
  const wrap = fc.constantFrom(
    (inner: string) => `'${inner}'`,
    (inner: string) => `"${inner}"`,
    (inner: string) => `-- ${inner}\n`,
    (inner: string) => `/* ${inner} */`,
    (inner: string) => `$q$${inner}$q$`,
    (inner: string) => `limit_of_${inner.replaceAll(/\W/gu, '_')}`,
  )
  fc.assert(
    fc.property(word, wrap, (inner, around) => {
      expect(hasOwnLimit(`select ${around(inner)} from t`)).toBe(false)
      expect(hasOwnLimit(`select ${around(inner)} from t limit 1`)).toBe(true)
    }),
  )
})
