import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isReserved, written } from '../../names/written-name.ts'
import { keywordCase } from './keyword-case.ts'
import { flat, getInside, isSymbol, openAt, splitWords } from './script-words.ts'
import { mayBeAlias } from './words.ts'

describe('the words of a script', () => {
  test('are names in the case that PostgreSQL folds them to', () => {
    expect(splitWords('Select "Odd ""Name" -- note').map(({ kind, name }) => [kind, name])).toEqual(
      [
        ['word', 'select'],
        ['name', 'Odd "Name'],
      ],
    )
  })

  test('distinguish literals, numbers and symbols', () => {
    expect(splitWords("'a' 12 $$b$$ ,").map(({ kind }) => kind)).toEqual([
      'text',
      'number',
      'text',
      'symbol',
    ])
  })

  test('have their offsets in the whole script', () => {
    const script = 'select 1; select two'
    const words = splitWords(script, 10)
    expect(words.map(({ start, end }) => script.slice(start, end))).toEqual(['select', 'two'])
  })

  test('have the partner of a parenthesis, or none', () => {
    const words = splitWords('a (b (c) d) (')
    expect(words.map(({ partner }) => partner)).toEqual([-1, 7, -1, 5, -1, 3, -1, 1, -1])
  })

  test('are within their range for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (script) => {
        let before = 0
        for (const { start, end } of splitWords(script)) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeGreaterThan(start)
          before = end
        }
        expect(before).toBeLessThanOrEqual(script.length)
      }),
    )
  })
})

describe('parentheses', () => {
  const words = splitWords('select (a, (b)) from (c')

  test('are skipped by a flat walk, which visits their opening', () => {
    const names = [...flat(words, { from: 0, to: words.length })].map((at) => words[at]?.name)
    expect(names).toEqual(['select', '(', ')', 'from', '('])
  })

  test('that are open at a position are found, with their content', () => {
    const inner = words.findIndex(({ name }) => name === 'b')
    const open = openAt(words, inner)
    expect(isSymbol(words[open], '(')).toBe(true)
    expect(getInside(words, open)).toEqual({ from: inner, to: inner + 1 })
    expect(openAt(words, 1)).toBe(-1)
    expect(getInside(words, -1)).toEqual({ from: 0, to: words.length })
    const last = words.length - 1
    expect(getInside(words, openAt(words, words.length))).toEqual({ from: last, to: last + 1 })
  })
})

describe('names', () => {
  test.each([
    ['books', 'books'],
    ['Books', '"Books"'],
    ['odd name', '"odd name"'],
    ['user', '"user"'],
    ['a"b', '"a""b"'],
    ['1a', '"1a"'],
    ['', '""'],
  ])('%j is written %s', (name, expected) => {
    expect(written(name)).toBe(expected)
  })

  test('that are keywords cannot be an alias without `as`', () => {
    expect(['where', 'join', 'set', 'returning', 'select'].filter(mayBeAlias)).toEqual([])
    expect(['b', 'name', 'value'].filter(mayBeAlias)).toEqual(['b', 'name', 'value'])
    expect(isReserved('order')).toBe(true)
  })
})

describe('keywords are written', () => {
  const write = (script: string, typed: string) => keywordCase(splitWords(script), typed)('where')

  test.each([
    ['select 1 from t', '', 'where'],
    ['SELECT 1 FROM t', '', 'WHERE'],
    ['SELECT 1 FROM t', 'wh', 'WHERE'],
    ['select 1 from t', 'WH', 'WHERE'],
    ['SELECT 1 from t where a', '', 'where'],
    ['', '', 'where'],
  ])('after %j and %j as %s', (script, typed, expected) => {
    expect(write(script, typed)).toBe(expected)
  })
})
