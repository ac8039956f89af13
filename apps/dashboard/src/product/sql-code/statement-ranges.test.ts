import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { changedRanges, statementAt, statementRanges } from './statement-ranges.ts'

const piece = fc.oneof(
  fc.constantFrom(
    ...Array.from('\'"$;;;\\-/*() \n\nE1.'),
    'select 1;\n',
    "insert into t values ('a;b');\n",
    '\\d orders\n',
    '-- note;\n',
    '/* a */',
    '$x$ ; $x$',
    'create function f() returns int begin atomic select 1; select 2; end;\n',
    'begin atomic',
    ' end ',
    "E'\\'",
  ),
  fc.string({ maxLength: 3 }),
)
const script = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

describe('ranges after a change', () => {
  test('are those of the new script, for any change', () => {
    fc.assert(
      fc.property(
        script,
        script,
        fc.tuple(fc.nat(), fc.nat({ max: 12 })),
        (text, inserted, [at, length]) => {
          const from = at % (text.length + 1)
          const to = Math.min(text.length, from + length)
          const changed = text.slice(0, from) + inserted + text.slice(to)
          const change = { from, to, inserted: inserted.length }
          expect(changedRanges(statementRanges(text), changed, change)).toEqual(
            statementRanges(changed),
          )
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('are those of the new script after a single character too', () => {
    const character = fc.constantFrom(...Array.from(';\'"$-/*\n \\a('))
    fc.assert(
      fc.property(script, character, fc.nat(), (text, inserted, at) => {
        const from = at % (text.length + 1)
        const changed = text.slice(0, from) + inserted + text.slice(from)
        const change = { from, to: from, inserted: 1 }
        expect(changedRanges(statementRanges(text), changed, change)).toEqual(
          statementRanges(changed),
        )
      }),
      { numRuns: 3000 },
    )
  })

  test('of a long script are updated without parsing all of it', () => {
    const text = 'select id, name from books where price > 1;\n'.repeat(5000)
    const ranges = statementRanges(text)
    const changed = `${text.slice(0, 10)}x${text.slice(10)}`
    const change = { from: 10, to: 10, inserted: 1 }
    expect(changedRanges(ranges, changed, change)).toHaveLength(5000)
    const fastest = (run: () => unknown) =>
      Math.min(
        ...Array.from({ length: 7 }, () => {
          const started = performance.now()
          run()
          return performance.now() - started
        }),
      )
    const updated = fastest(() => changedRanges(ranges, changed, change))
    expect(updated).toBeLessThan(fastest(() => statementRanges(changed)) / 3)
  })
})

describe('the statement at the cursor', () => {
  /** The statement at the bar of the text. */
  const at = (marked: string) => {
    const position = marked.indexOf('|')
    const text = marked.replace('|', '')
    const range = statementAt(text, statementRanges(text), position)
    return range === undefined ? undefined : text.slice(range.start, range.end)
  }

  test.each([
    ['select 1; sel|ect 2; select 3', 'select 2', 'is the one around it'],
    ['|select 1; select 2', 'select 1', 'begins where the cursor is'],
    ['select 1|; select 2', 'select 1', 'ends where the cursor is'],
    ['select 1;|\nselect 2', 'select 1', 'is the one whose semicolon was just typed'],
    ['select 1;  |  \nselect 2', 'select 1', 'ends on the same line'],
    ['select 1;\n\n|\n\nselect 2', 'select 1', 'is the nearest before between two'],
    ['|\n\nselect 1', 'select 1', 'is the first one from before it'],
    ['select 1;\n|', 'select 1', 'is the last one from behind it'],
    ['select 1;\n-- no|te\nselect 2', 'select 2', 'is the one that a comment introduces'],
    ['select 1;\n/* no|te */\nselect 2', 'select 2', 'the same of a block comment'],
    ['select 1;\n | select 2', 'select 2', 'begins on the same line'],
    ["select 'a;|b'; select 2", "select 'a;b'", 'is not cut inside a literal'],
    ['select 1;\n\\d or|ders\nselect 2', '\\d orders', 'may be a command of psql'],
  ])('%s: %s, which %s', (text, expected) => {
    expect(at(text)).toBe(expected)
  })

  test('does not exist in a script without statements', () => {
    expect(at('-- nothing|')).toBeUndefined()
    expect(at('|')).toBeUndefined()
  })
})
