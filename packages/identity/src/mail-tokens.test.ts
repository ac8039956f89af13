import { expect, test } from 'vitest'

import { createMailToken } from './mail-tokens.ts'
import { hashToken } from './tokens.ts'

test('the token of an email is stored by its hash and expires after its lifetime', () => {
  const { token, tokenHash, expiresAt } = createMailToken(60_000, Date.UTC(2026, 0, 1))
  expect(token).toMatch(/^[\w-]{43}$/u)
  expect(tokenHash).toEqual(hashToken(token))
  expect(expiresAt.toISOString()).toBe('2026-01-01T00:01:00.000Z')
  expect(createMailToken(60_000).token).not.toBe(token)
})
