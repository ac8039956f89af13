import { expect, test } from 'vitest'

import { callingColumns, keyText, named } from './key-text.ts'

test('a key without a letter in it can be read', () => {
  expect(keyText('')).toBe('empty text')
  expect(keyText('  ')).toBe('␣␣')
  expect(keyText(' a b ')).toBe('␣a b␣')
  expect(named(['id', 'code'], ['1', ''])).toBe('id 1 · code empty text')
})

test('rows are called by what people know of their keys, if they know anything', () => {
  expect(named(['id', 'tableoid', 'ctid'], ['1', '16390', '(0,1)'])).toBe('id 1')
  expect(named(['ctid'], ['(0,1)'])).toBe('ctid (0,1)')
  expect(callingColumns(['tableoid', 'ctid'])).toEqual(['tableoid', 'ctid'])
})
