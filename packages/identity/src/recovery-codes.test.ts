import { expect, test } from 'vitest'

import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

const keysOf = (secret: string) => ({ derive: (label: string) => `${secret} for ${label}` })
const keys = keysOf('test-key')

test('codes can be read aloud: no letter or digit is mistaken for another', () => {
  const codes = Array.from({ length: 50 }, newRecoveryCodes).flat()
  expect(new Set(codes).size).toBe(500)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/u)
})

test('case, blanks and the hyphen do not matter; the account and the key do', () => {
  const hash = hashRecoveryCode(keys, 'one', 'a2b3c-d4e5f')
  expect(hashRecoveryCode(keys, 'one', ' A2B3C D4E5F ')).toEqual(hash)
  expect(hashRecoveryCode(keys, 'two', 'a2b3c-d4e5f')).not.toEqual(hash)
  const other = keysOf('another-key')
  expect(hashRecoveryCode(other, 'one', 'a2b3c-d4e5f')).not.toEqual(hash)
})
