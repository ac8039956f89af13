import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type Colour, colouredParts } from './coloured-words.ts'

/** The parts of a colour, as they are written. */
const splitParts = (script: string, colour: Colour) =>
  [...colouredParts(script)]
    .filter((part) => part.colour === colour)
    .map(({ start, end }) => script.slice(start, end))

describe('keywords', () => {
  test('are keywords of statements', () => {
    const script =
      'select distinct a from b left join c using (d) order by a desc nulls last limit 3'
    expect(splitParts(script, 'keyword')).toEqual(
      ['select', 'distinct', 'from', 'left', 'join', 'using', 'order', 'by', 'desc'].concat([
        'nulls',
        'last',
        'limit',
      ]),
    )
    expect(splitParts('create policy p on t for update to r using (true)', 'keyword')).toContain(
      'policy',
    )
    expect(splitParts('\\d plants', 'keyword')).toEqual(['\\d plants'])
  })

  test('are neither names of columns nor words after a dot', () => {
    const script = 'select id, name, state, day, value, location, t.order, "from" from t'
    expect(splitParts(script, 'keyword')).toEqual(['select', 'from'])
  })
})

test('types are coloured in the position of a type, and not of a column', () => {
  const table = 'create table t (id bigint, "at" timestamptz, name text)'
  expect(splitParts(table, 'type')).toEqual(['bigint', 'timestamptz', 'text'])
  expect(splitParts('select a::date, b :: text from t', 'type')).toEqual(['date', 'text'])
  expect(splitParts('alter table t alter column a type json', 'type')).toEqual(['json'])
  expect(splitParts('select date, path as line from t where text = 1', 'type')).toEqual([])
})

test('texts, numbers, parameters and constants are distinguished', () => {
  const script = `select 'a -- b', E'it\\'s', $1, 42, :limit, null, TRUE, $$one$$ -- the end`
  expect(splitParts(script, 'text')).toEqual([`'a -- b'`, `E'it\\'s'`, '$$one$$'])
  expect(splitParts(script, 'constant')).toEqual(['$1', '42', 'limit', 'null', 'TRUE'])
  expect(splitParts(script, 'comment')).toEqual(['-- the end'])
})

test('a dollar-quoted body is parsed like a script', () => {
  const script = "do $body$\nbegin\n  perform 'a'; -- said\nend $body$;"
  expect(splitParts(script, 'text')).toEqual(['$body$', `'a'`, '$body$'])
  expect(splitParts(script, 'keyword')).toEqual(['do', 'begin', 'perform', 'end'])
  expect(splitParts(script, 'comment')).toEqual(['-- said'])
})

test('the parts of any script are in order, disjoint and within it', () => {
  const pieces = "select date e' é 😀 x \\d . :: : ; ( ) 1 $1 ' \" $$ $a$ -- /* */"
  const piece = fc.constantFrom(' ', '\n', ...pieces.split(' '))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
      const script = parts.join('')
      let last = 0
      for (const { start, end } of colouredParts(script)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(script.length)
    }),
  )
})
