import fc from 'fast-check'
import { expect, test } from 'vitest'

import { numberProblem } from './number-text.ts'

test.each([
  ['smallint', '-32768'],
  ['integer', '2147483647'],
  ['bigint', '-9223372036854775808'],
  ['bigint', ' 0x7fff_ffff '],
  ['integer', '1_000'],
  ['numeric', '12345678901234567890.123456789012345678'],
  ['numeric(12,2)', 'NaN'],
  ['numeric', '-Infinity'],
  ['numeric', '.5e-10'],
  ['numeric', '1.'],
  ['double precision', '1e-400'],
  ['double precision', '-inf'],
  ['real', '-0'],
  ['money', '$ 1,000.00'],
  ['a_domain', 'text that only the server checks'],
  ['constructor', 'text that only the server checks'],
])('%s accepts %s', (type, text) => {
  expect(numberProblem(type, text)).toBeUndefined()
})

test.each([
  ['smallint', '32768', 'smallint ranges from -32768 to 32767'],
  ['bigint', '9223372036854775808', /^bigint ranges from -9223372036854775808 to /u],
  ['integer', '1.0', 'This type only allows whole numbers'],
  ['integer', 'NaN', 'Enter a whole number'],
  ['integer', '1__0', 'Enter a whole number'],
  ['bigint', '', 'Enter a number'],
  ['numeric', 'abc', 'Enter a number'],
  ['numeric(4,1)', '1,5', 'Enter a number'],
  ['double precision', '', 'Enter a number'],
])('%s refuses %j with the reason', (type, text, reason) => {
  expect(numberProblem(type, text)).toMatch(reason)
})

test('bigint accepts a whole number if and only if it is in range, to the last digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }), (value) => {
      const fits = BigInt.asIntN(64, value) === value
      expect(numberProblem('bigint', String(value)) === undefined).toBe(fits)
    }),
  )
})
