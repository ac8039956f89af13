import { expect, test } from 'vitest'

import { callingColumns, keyText, named } from './key-text.ts'

test('a key without a letter can be read', () => {
  expect(keyText('')).toBe('empty string')
  expect(keyText('  ')).toBe('␣␣')
  expect(keyText(' a b ')).toBe('␣a b␣')
  expect(named(['id', 'code'], ['1', ''])).toBe('id 1 · code empty string')
})

test('rows of child tables have the name of their table', () => {
  const childTables = [{ id: 16390, name: 'children' }]
  const columns = ['id', 'tableoid', 'ctid']
  expect(named(columns, ['1', '16390', '(0,1)'], childTables)).toBe('id 1 in children')
  expect(named(columns, ['1', '16391', '(0,1)'], childTables)).toBe('id 1')
  expect(named(['id'], ['16390'], childTables)).toBe('id 16390')
  expect(named(['tableoid', 'ctid'], ['16390', '(0,1)'], childTables)).toBe(
    'tableoid 16390 · ctid (0,1) in children',
  )
})

test('rows are named by the visible columns of their keys, if there are any', () => {
  expect(named(['id', 'tableoid', 'ctid'], ['1', '16390', '(0,1)'])).toBe('id 1')
  expect(named(['ctid'], ['(0,1)'])).toBe('ctid (0,1)')
  expect(callingColumns(['tableoid', 'ctid'])).toEqual(['tableoid', 'ctid'])
})
