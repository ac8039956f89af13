import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formatted, isSame } from './format.ts'

const toText = async (sql: string) => {
  const result = await formatted(sql)
  return 'text' in result ? result.text : result.fault
}

describe('formatting', () => {
  test('formats a query and keeps the case of its words', async () => {
    expect(await toText('select a,b FROM t where x=1')).toBe(
      'select\n  a,\n  b\nFROM\n  t\nwhere\n  x = 1',
    )
  })

  test.each([
    "select E'a\\'b', U&'\\0041', B'101', $$ it's $$, $a$ x $a$ from t -- end\n",
    "select a->>'b', a#>>'{c}', b @> c, d::text, e[1:2], -1, 1.5e3, .5 from t",
    'insert into "Odd Table" ("Odd Name") values (:name, $1) on conflict do nothing returning *',
    'create function f() returns int language plpgsql as $f$ begin return 1; end $f$',
    'with recursive x as (select 1 union all select n + 1 from x) select * from x /* note */',
  ])('never changes the meaning: %s', async (sql) => {
    const result = await formatted(sql)
    const text = 'text' in result ? result.text : sql
    expect(isSame(sql, text)).toBe(true)
  })

  test('leaves unparsable text unchanged, and reports it', async () => {
    expect(await toText('select ((( from')).toMatch(/^Not formatted/u)
  })
})

describe('two texts are the same SQL', () => {
  test.each([
    ['select 1', 'SELECT\n  1'],
    ['a=-1', 'a = -1'],
    ['select/* x\n y */1', 'select /* x y */ 1'],
    ['a.b', 'a . b'],
    ['x::text', 'x :: text'],
    ['(1,2)', '( 1, 2 )'],
  ])('%j and %j', (one, other) => {
    expect(isSame(one, other)).toBe(true)
  })

  test.each([
    ["select 'a b'", "select 'a  b'"],
    ["select 'A'", "select 'a'"],
    ['select "A"', 'select "a"'],
    ['a->>b', 'a - >> b'],
    ['1.5', '1 .5'],
    ['1e5', '1 e5'],
    ["U&'a'", "U & 'a'"],
    ["B'1'", "B '1'"],
    [':name', ': name'],
    ['select 1 -- a', 'select 1 -- b'],
    ['$$ a $$', '$$a$$'],
    ['select 1', 'select 1, 2'],
    ['a || b', 'a | | b'],
  ])('%j and %j are different', (one, other) => {
    expect(isSame(one, other)).toBe(false)
  })
})

const piece = fc.oneof(
  fc.constantFrom(
    'select ',
    ' from ',
    'a',
    '"B"',
    "'c'",
    '.',
    ',',
    ' join ',
    ' on ',
    '(',
    ')',
    '::text',
    ';',
    '\n',
    ' -- x\n',
    '/* y */',
    '$$z$$',
    '->>',
    '=',
    ' - ',
    '1.5',
    ':p',
    '$1',
    ' case when ',
    ' end ',
    ' as ',
    "E'\\''",
  ),
  fc.string({ maxLength: 2 }),
)

test('formatting keeps the tokens: the result is the same text or has the same words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const sql = pieces.join('')
      const result = await formatted(sql)
      const said = 'text' in result ? withoutBlanks(result.text) : withoutBlanks(sql)
      expect(said).toBe(withoutBlanks(sql))
    }),
    { numRuns: 400 },
  )
})

const withoutBlanks = (sql: string) => sql.toLowerCase().replaceAll(/\s+/gu, '')
