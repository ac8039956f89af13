import { expect, test } from 'vitest'

import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { createVault } from './vault.ts'

const vault = createVault('test-key-test-key-test-key-test-key')

test('codes can be read aloud: no letter or digit is mistaken for another', () => {
  const codes = Array.from({ length: 50 }, newRecoveryCodes).flat()
  expect(new Set(codes).size).toBe(500)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/u)
})

test('case, blanks and the hyphen do not matter; the account and the key do', () => {
  const hash = hashRecoveryCode(vault, 'one', 'a2b3c-d4e5f')
  expect(hashRecoveryCode(vault, 'one', ' A2B3C D4E5F ')).toEqual(hash)
  expect(hashRecoveryCode(vault, 'two', 'a2b3c-d4e5f')).not.toEqual(hash)
  const other = createVault('another-key-another-key-another-key')
  expect(hashRecoveryCode(other, 'one', 'a2b3c-d4e5f')).not.toEqual(hash)
})
