import { expect, test } from 'vitest'

import { hashToken, isSameSecret, newToken } from './tokens.ts'

test('tokens have 256 bits and are unique', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  expect(new Set(tokens).size).toBe(1000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

test.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'ab', false],
  ['', '', true],
  ['é', 'e\u0301', false],
])('%j and %j are the same secret: %s', (one, other, isSame) => {
  expect(isSameSecret(one, other)).toBe(isSame)
})

test('compared and stored values have the same length, for any secret', () => {
  const lengths = ['', 'a', newToken(), 'x'.repeat(1000)].map((text) => hashToken(text).length)
  expect(new Set(lengths)).toEqual(new Set([32]))
})
