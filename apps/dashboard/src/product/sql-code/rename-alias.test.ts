import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { sampleCatalog } from './completion/sample-catalog.ts'
import { positionsOfAlias, renamed } from './rename-alias.ts'

/** The script with the alias at the bar renamed to `new`. */
function rename(marked: string) {
  const position = marked.indexOf('|')
  const script = marked.replace('|', '')
  const place = { script, start: 0, end: script.length, position }
  return renamed(script, positionsOfAlias(place, sampleCatalog), 'new')
}

describe('renaming an alias', () => {
  test.each([
    ['select b|.id from books b', 'select new.id from books new'],
    [
      'select b.id from books as |b where b.price > 1',
      'select new.id from books as new where new.price > 1',
    ],
    [
      'select b.id, a.id from books b| join authors a on a.id = b.author_id',
      'select new.id, a.id from books new join authors a on a.id = new.author_id',
    ],
    [
      'select b.id, \'b.id\', "b".id -- b.id\nfrom books |b',
      "select new.id, 'b.id', new.id -- b.id\nfrom books new",
    ],
    [
      'select |b.id from books b where exists (select 1 from authors b where b.id = 1)',
      'select new.id from books new where exists (select 1 from authors b where b.id = 1)',
    ],
    [
      'select b.id from books b where exists (select 1 from authors b where |b.id = 1)',
      'select b.id from books b where exists (select 1 from authors new where new.id = 1)',
    ],
    [
      'select |b.id from books b where exists (select 1 from authors a where a.id = b.author_id)',
      'select new.id from books new where exists (select 1 from authors a where a.id = new.author_id)',
    ],
    ['select count(b), b.* from books b|', 'select count(new), new.* from books new'],
    [
      'select s.id as s from (select id from books) |s',
      'select new.id as s from (select id from books) new',
    ],
    [
      'update books b| set title = b.state where b.id = 1',
      'update books new set title = new.state where new.id = 1',
    ],
    [
      'delete from books |b using authors a where a.id = b.author_id',
      'delete from books new using authors a where a.id = new.author_id',
    ],
    ['select f.id from books_of(1) |f', 'select new.id from books_of(1) new'],
  ])('%s', (marked, expected) => {
    expect(rename(marked)).toBe(expected)
  })

  test.each([
    'select bo|oks.id from books',
    'select ti|tle from books b',
    'sel|ect 1',
    'select x as |y from books b',
    'select 1 from books b, joi|n authors a on a.id = b.id',
    'select 1 from books b, join author|s on true',
    'select 1 from books b order by b.ti|tle',
  ])('changes nothing without an alias: %s', (marked) => {
    expect(rename(marked)).toBe(marked.replace('|', ''))
  })
})

test('the rest of the text never changes, and renaming back restores it', () => {
  const piece = fc.constantFrom(
    'select b.id ',
    'b',
    ' from books b ',
    ' join authors a on a.id = b.id ',
    '(',
    ')',
    "'b'",
    '"b"',
    ' where b.price > 1 ',
    ' -- b\n',
    ', ',
    ' b.',
    ' as b ',
    'with b as (select 1) ',
    ' exists (select b.id from lines b) ',
    '$$b$$',
    ' union ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), fc.nat(), (pieces, at) => {
      const script = pieces.join('')
      const position = at % (script.length + 1)
      const positions = positionsOfAlias(
        { script, start: 0, end: script.length, position },
        sampleCatalog,
      )
      const gap = (text: string, name: string) => text.split(name).join('\0')
      const changed = renamed(script, positions, 'zzz')
      expect(changed.length).toBe(
        script.length + positions.reduce((sum, { from, to }) => sum + 3 - (to - from), 0),
      )
      const names = positions.map(({ from, to }) => script.slice(from, to).replaceAll('"', ''))
      expect(new Set(names).size).toBeLessThanOrEqual(1)
      expect(gap(changed, 'zzz')).toBe(gap(renamed(script, positions, '\0'), '\0'))
    }),
    { numRuns: 1000 },
  )
})
