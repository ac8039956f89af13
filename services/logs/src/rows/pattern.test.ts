import fc from 'fast-check'
import { expect, test } from 'vitest'

import { patternOf, templateOf } from './pattern.ts'

test.each([
  ['relation "shop" does not exist', 'relation "shop" does not exist'],
  ['duration: 12.5 ms', 'duration: ? ms'],
  [`invalid input: 'it''s' here`, 'invalid input: ? here'],
  ['GET 10.0.0.1:5432 /rest/v1/t1', 'GET ? /rest/v?/t?'],
  ['request 0192f0c1-0000-4000-8000-000000007919 failed', 'request ? failed'],
  ['key deadbeef12 and added', 'key ? and added'],
  ['where id in (1, 2, 3)', 'where id in (?)'],
  [`unterminated 'text`, 'unterminated ?'],
])('the template of %s', (message, template) => {
  expect(templateOf(message)).toBe(template)
})

test('messages share a pattern exactly when they share a template', () => {
  const part = fc.constantFrom('timeout', ' after ', '12', '7', ' ms', "'x'", "'y'", ' ')
  const message = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(message, message, (one, other) => {
      expect(patternOf(one) === patternOf(other)).toBe(templateOf(one) === templateOf(other))
    }),
  )
})

test('any text has a pattern that PostgreSQL can store', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (message) => {
      expect(BigInt.asIntN(64, patternOf(message))).toBe(patternOf(message))
    }),
  )
})
