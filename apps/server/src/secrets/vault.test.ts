import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createVault } from './vault.ts'

const vault = createVault('k'.repeat(32))

test('any text is opened for its own purpose and for no other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = vault.seal(text, 'mail')
      expect(vault.open(sealed, 'mail')).toBe(text)
      expect(vault.open(sealed, 'token')).toBeNull()
      expect(createVault('other'.repeat(8)).open(sealed, 'mail')).toBeNull()
    }),
  )
})

test('changed, truncated and foreign texts are refused, without a throw', () => {
  const sealed = vault.seal('secret', 'mail')
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  for (const text of [changed, sealed.slice(0, 20), '', 'v1.', 'hello']) {
    expect(vault.open(text, 'mail')).toBeNull()
  }
})

test('the same text is never sealed to the same bytes', () => {
  expect(vault.seal('secret', 'mail')).not.toBe(vault.seal('secret', 'mail'))
})
