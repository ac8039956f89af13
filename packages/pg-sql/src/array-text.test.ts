import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type ArrayItem, parseArray, printArray } from './array-text.ts'

const plain = (items: (string | null)[]): ArrayItem[] =>
  items.map((text) => ({ text, isNested: false }))

describe("an array in PostgreSQL's output", () => {
  test.each([
    ['{}', []],
    ['{a,b}', ['a', 'b']],
    ['{a,"b c",NULL,"NULL","null"}', ['a', 'b c', null, 'NULL', 'null']],
    [String.raw`{"d\"e","\\x00ff","{}",""}`, ['d"e', String.raw`\x00ff`, '{}', '']],
    ['{"a\tb","c\nd","e,f"}', ['a\tb', 'c\nd', 'e,f']],
  ])('%s is parsed, and printed the same', (text, items) => {
    const array = parseArray(text)
    expect(array?.items).toEqual(plain(items))
    expect(array && printArray(array)).toBe(text)
  })

  test('keeps its bounds, and adjusts the upper one to its items', () => {
    const array = parseArray('[-1:1]={a,b,c}')
    expect(array).toMatchObject({ lowerBound: -1, hasBounds: true })
    expect(array && printArray({ ...array, items: array.items.slice(1) })).toBe('[-1:0]={b,c}')
    expect(array && printArray({ ...array, items: [] })).toBe('{}')
  })

  test('of several dimensions has its parts as texts', () => {
    const array = parseArray('[0:1][5:6]={{1,2},{3,NULL}}')
    expect(array?.items).toEqual([
      { text: '{1,2}', isNested: true },
      { text: '{3,NULL}', isNested: true },
    ])
    expect(array && printArray(array)).toBe('[0:1][5:6]={{1,2},{3,NULL}}')
  })

  test('of boxes is separated by semicolons', () => {
    const array = parseArray('{(1,1),(0,0);(2,2),(1,1)}', ';')
    expect(array?.items).toEqual(plain(['(1,1),(0,0)', '(2,2),(1,1)']))
    expect(array && printArray(array, ';')).toBe('{(1,1),(0,0);(2,2),(1,1)}')
  })
})

test.each([
  [String.raw`{ a ,  "b" , n\ull }`, ['a', 'b', 'null']],
  [String.raw`{a\ ,b}`, ['a ', 'b']],
  ['{ NuLl }', [null]],
])('%s, as users write it, is parsed as PostgreSQL parses it', (text, items) => {
  expect(parseArray(text)?.items).toEqual(plain(items))
})

test.each(['', 'a', '{', '{a', '{a,}', '{,a}', '{"a}', '{a}b', '{a"b"}', '{{a},b}', '[1:3]={a}'])(
  '%j is no array',
  (text) => {
    expect(parseArray(text)).toBeNull()
  },
)

test('a printed array is parsed again, with any items', () => {
  const item = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'N', '"', '\\', '{', '}', ',', ' ', '\t', '\n', 'é') }),
    fc.constantFrom('NULL', 'null', '', ' ', '[1:2]={a,b}'),
    fc.string({ unit: 'binary' }),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(item), fc.option(fc.integer({ min: -9, max: 9 })), (texts, lower) => {
      const items = plain(texts)
      const array = { lowerBound: lower ?? 1, innerBounds: '', hasBounds: lower !== null, items }
      expect(parseArray(printArray(array))?.items).toEqual(items)
    }),
  )
})
