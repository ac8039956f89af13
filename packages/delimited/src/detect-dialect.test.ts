import { expect, test } from 'vitest'

import { detectDialect, looksLikeNames } from './detect-dialect.ts'
import { detectEncoding } from './encoding.ts'

test.each([
  ['id,name\n1,"a;b;c"\n2,b', ',', '"'],
  ['id\tname, first\n1\tx,y\n', '\t', '"'],
  ['id;price\n1;2,50\n2;3,10', ';', '"'],
  ['a|b|c\n1|2|3', '|', '"'],
  ["id,name\n1,'a, b'\n2,'c'\n", ',', "'"],
  ['only one column\nvalue', ',', '"'],
])('%j is detected', (sample, delimiter, quote) => {
  expect(detectDialect(sample)).toEqual({ kind: 'delimited', delimiter, quote })
})

test('JSON objects are distinguished from delimited text', () => {
  for (const sample of ['{"a":1}\n', ' [\n {"a": 1}', '[{}]']) {
    expect(detectDialect(sample).kind).toBe('json')
  }
  expect(detectDialect('[a],b').kind).toBe('delimited')
})

test('a first row is a header only when none of its cells looks like a value', () => {
  expect(looksLikeNames(['id', 'Full name', 'first-name'])).toBe(true)
  expect(looksLikeNames(['id', ''])).toBe(false)
  expect(looksLikeNames(['id', 'ID'])).toBe(false)
  expect(looksLikeNames(['id', '2024-01-31'])).toBe(false)
  expect(looksLikeNames(['Moss', '12.5'])).toBe(false)
  expect(looksLikeNames(['id', 'n'])).toBe(false)
  expect(
    looksLikeNames(
      ['id', 'n'],
      [
        ['a', ''],
        ['b', '7'],
      ],
    ),
  ).toBe(true)
  expect(
    looksLikeNames(
      ['moss', 't'],
      [
        ['fern', 'f'],
        ['reed', null],
      ],
    ),
  ).toBe(false)
})

test('header names may be missing or repeated when the values below differ in type', () => {
  const rows = [['1', 'a', 'b', '0.5', 'd']]
  expect(looksLikeNames(['id', 'name', 'Name', 'price', ''], rows)).toBe(true)
  expect(looksLikeNames(['', 'name', 'price'], [['0', 'moss', '1.50']])).toBe(true)
  expect(looksLikeNames(['moss', '', 'fern'], [['reed', 'x', 'ivy']])).toBe(false)
  expect(looksLikeNames(['moss', '', '7'], [['reed', '', '8']])).toBe(false)
  expect(looksLikeNames(['', ''], [['1', '2']])).toBe(false)
})

test('the encoding is detected by its byte order mark, by its zeros, or by invalid bytes', () => {
  const utf16be = Buffer.from('naïve, café', 'utf16le').swap16()
  expect(detectEncoding(Buffer.from('\uFEFFid', 'utf16le'))).toBe('utf-16le')
  expect(detectEncoding(Buffer.from('naïve, café', 'utf16le'))).toBe('utf-16le')
  expect(detectEncoding(utf16be)).toBe('utf-16be')
  expect(detectEncoding(Buffer.from('\uFEFFid,é'))).toBe('utf-8')
  expect(detectEncoding(Buffer.from('id,é').subarray(0, -1))).toBe('utf-8')
  expect(detectEncoding(Buffer.from('caf\u00e9,1', 'latin1'))).toBe('windows-1252')
})
