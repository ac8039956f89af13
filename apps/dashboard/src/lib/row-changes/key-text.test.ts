import { expect, test } from 'vitest'

import { keyText, named } from './key-text.ts'

test('a key without a letter in it can be read', () => {
  expect(keyText('')).toBe('empty text')
  expect(keyText('  ')).toBe('␣␣')
  expect(keyText(' a b ')).toBe('␣a b␣')
  expect(named(['id', 'code'], ['1', ''])).toBe('id 1 · code empty text')
})
