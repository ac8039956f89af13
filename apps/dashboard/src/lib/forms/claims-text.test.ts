import fc from 'fast-check'
import { expect, test } from 'vitest'

import { printClaims, readClaims } from './claims-text.ts'

test('printed claims are parsed again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (claims) => {
      const printed = readClaims(printClaims(claims))
      expect(JSON.stringify(printed.claims)).toBe(JSON.stringify({ ...claims }))
    }),
  )
})

test.each(['', '  \n'])('an empty text has none: %j', (text) => {
  expect(readClaims(text)).toEqual({})
})

test.each(['{', '[1]', '"sub"', 'null', '7', '{sub: 1}'])(
  '%s is refused with the reason',
  (text) => {
    expect(readClaims(text).fault).toMatch(/^Enter claims as a JSON object/u)
  },
)
