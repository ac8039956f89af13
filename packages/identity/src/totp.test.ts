import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const now = Date.UTC(2026, 0, 2, 3, 4, 5)
const step = Math.floor(now / 30_000)

test.each([
  [-2, null],
  [-1, step - 1],
  [0, step],
  [1, step + 1],
  [2, null],
])('the code %i steps away belongs to the step %s', (...[distance, found]) => {
  const secret = newTotpSecret()
  const code = new TOTP({ secret }).generate({ timestamp: now + distance * 30_000 })
  expect(stepOfCode(secret, code, now)).toBe(found)
})

test('the code of another secret belongs to no step', () => {
  const code = new TOTP({ secret: newTotpSecret() }).generate({ timestamp: now })
  const other = newTotpSecret()
  const own = [-1, 0, 1].map((distance) =>
    new TOTP({ secret: other }).generate({ timestamp: now + distance * 30_000 }),
  )
  expect(stepOfCode(other, code, now) === null).toBe(!own.includes(code))
})

test('the test vector of RFC 6238 is accepted, in its last six digits', () => {
  // "12345678901234567890" as Base32; at 59 s the RFC has 94287082.
  expect(stepOfCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', '287082', 59_000)).toBe(1)
})

test('a secret has 160 bits, and its QR code names the install and the account', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/u)
  const uri = new URL(totpUri(secret, { issuer: 'Basalt', account: 'olga@example.test' }))
  expect(uri.searchParams.get('secret')).toBe(secret)
  expect(uri.searchParams.get('issuer')).toBe('Basalt')
  expect(decodeURIComponent(uri.pathname)).toContain('Basalt:olga@example.test')
})
