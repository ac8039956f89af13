import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { quoteIdent, quoteLiteral } from './quote.ts'
import { offsetOfPosition, splitStatements } from './split.ts'

const texts = (script: string) => splitStatements(script).map(({ text }) => text)

describe('a script is split at semicolons', () => {
  test('offsets refer to the statement without blanks, comments and its semicolon', () => {
    const script = '-- first\n  select 1 ; \n/* then */ select 2'
    expect(splitStatements(script)).toEqual([
      { text: 'select 1', start: 11, end: 19 },
      { text: 'select 2', start: 34, end: 42 },
    ])
  })

  test('empty statements and a trailing semicolon are ignored', () => {
    expect(texts(' ;;; select 1;; -- end\n;')).toEqual(['select 1'])
    expect(texts('/* only a comment */')).toEqual([])
  })

  test.each([
    ["select ';'", 'a plain literal'],
    ["select 'a'';b'", 'a doubled quote'],
    ["select '\\'", 'a backslash that escapes nothing'],
    ["select E'\\';'", 'an escaped quote'],
    ["select E'a'\n -- note\n '\\';'", 'an escape literal that goes on in the next line'],
    ["select 'a' -- note ;\n '\\' , ';'", 'a plain literal that goes on behind a comment'],
    ["select U&'\\0041;'", 'a unicode literal'],
    ["select B'1;'", 'a bit literal'],
    ['select ";"', 'a quoted name'],
    ['select "a"";"', 'a quoted name with a quote'],
    ['select $$;$$', 'a dollar quote'],
    ['select $a$ $$;$$ $b$;$b$ $a$', 'a dollar quote with a tag'],
    ['select $ä_1$;$ä_1$', 'a tag outside ASCII'],
    ['select 1 -- ; \n + 1', 'a line comment'],
    ['select 1 /* ; /* ; */ ; */ + 1', 'a nested block comment'],
    ['select \'a--b\', "c/*d", 1', 'comment marks in quotes'],
  ])('a semicolon inside %s does not split (%s)', (statement) => {
    expect(texts(`${statement};select 2`)).toEqual([statement, 'select 2'])
  })

  test('a dollar inside a name opens no quote, and neither does a parameter', () => {
    expect(texts('select a$b$c; select 1')).toEqual(['select a$b$c', 'select 1'])
    expect(texts('select $1; select $2')).toEqual(['select $1', 'select $2'])
  })

  test('the letter e at the end of a name starts no escape literal', () => {
    expect(texts("select type'\\'; select 1")).toEqual(["select type'\\'", 'select 1'])
  })

  test('an unclosed quote extends to the end', () => {
    expect(texts("select 1; select 'a; select 2")).toEqual(['select 1', "select 'a; select 2"])
    expect(texts('select $x$ ; $y$')).toEqual(['select $x$ ; $y$'])
    expect(texts('select 1 /* ; /* */')).toEqual(['select 1'])
  })
})

describe('bodies and rules keep their semicolons', () => {
  test.each([
    'create function f() returns int begin atomic select 1; select 2; end',
    'CREATE OR REPLACE PROCEDURE p() BEGIN ATOMIC insert into t values (1); END',
    'create function f() returns int begin atomic select case when true then 1 else 2 end; end',
    'create function f() returns int begin atomic select 1 as end; select t.end from t; end',
    'create rule r as on insert to t do also (insert into a values (1); insert into b values (2))',
  ])('%s', (statement) => {
    expect(texts(`${statement};select 2`)).toEqual([statement, 'select 2'])
  })

  test('begin alone opens a transaction, not a body', () => {
    expect(texts('begin; select 1; end; select 2')).toEqual([
      'begin',
      'select 1',
      'end',
      'select 2',
    ])
    expect(texts('create table f(begin int); select 1')).toHaveLength(2)
  })

  test('only an end that starts a statement of the body ends it', () => {
    const body = 'create function f() returns int begin atomic select 1 end; select 2 case; end'
    expect(texts(`${body}; select 3`)).toEqual([body, 'select 3'])
    const named = 'create function f(begin atomic) returns int language sql return 1'
    expect(texts(`${named}; select 3`)).toEqual([named, 'select 3'])
  })

  test('an unclosed parenthesis does not hide the next statement', () => {
    expect(texts('select (1; select 2')).toEqual(['select (1', 'select 2'])
  })
})

describe('psql commands', () => {
  test('a line that starts with a backslash is separate', () => {
    expect(texts('\\d orders\nselect 1;\n  \\x; on\nselect 2')).toEqual([
      '\\d orders',
      'select 1',
      '\\x; on',
      'select 2',
    ])
  })

  test('a psql command ends the statement before it', () => {
    expect(texts('select 1\n\\gx\nselect 2')).toEqual(['select 1', '\\gx', 'select 2'])
  })

  test('a backslash after a semicolon starts a command that extends to the end of its line', () => {
    expect(texts('select 1; \\gx\nselect 2')).toEqual(['select 1', '\\gx', 'select 2'])
  })

  test('a backslash line inside a literal is data', () => {
    expect(texts("select '\n\\d'; select 1")).toEqual(["select '\n\\d'", 'select 1'])
  })
})

describe('a byte order mark', () => {
  test('before a script is no part of a statement, and offsets count it', () => {
    expect(splitStatements('\uFEFFselect 1; select 2')).toEqual([
      { text: 'select 1', start: 1, end: 9 },
      { text: 'select 2', start: 11, end: 19 },
    ])
    expect(texts('\uFEFF-- note\nselect 1')).toEqual(['select 1'])
    expect(texts('\uFEFF\\d orders\nselect 1')).toEqual(['\\d orders', 'select 1'])
    expect(texts('\uFEFF')).toEqual([])
  })

  test('before a later statement is left out, as in concatenated files', () => {
    expect(texts('select 1;\n\uFEFFselect 2;\uFEFF')).toEqual(['select 1', 'select 2'])
  })

  test('inside a statement is treated as PostgreSQL treats it', () => {
    expect(texts("select '\uFEFF;' as \uFEFFa; select 1")).toEqual([
      "select '\uFEFF;' as \uFEFFa",
      'select 1',
    ])
  })
})

describe('a script that sets standard_conforming_strings', () => {
  test.each([
    'set standard_conforming_strings = off',
    'SET LOCAL standard_conforming_strings TO no',
  ])('%s: a backslash escapes from then on, except in bits', (off) => {
    const escaped = "select 'a\\';b', n'\\';', B'\\'"
    const statements = [off, escaped, 'reset standard_conforming_strings', "select '\\'", 'x']
    expect(texts(statements.join('; '))).toEqual(statements)
  })
})

describe('a session in which standard_conforming_strings is off', () => {
  const rules = { hasStandardStrings: false }
  const cut = (script: string) => splitStatements(script, rules).map(({ text }) => text)

  test('a backslash escapes from the first statement on', () => {
    expect(cut("select 'it\\'s; fine'; select 2")).toEqual(["select 'it\\'s; fine'", 'select 2'])
    expect(cut("select B'\\'; select 2")).toEqual(["select B'\\'", 'select 2'])
  })

  test("a statement that resets it is followed, and the caller's rules do not change", () => {
    const statements = ["select '\\';'", 'set standard_conforming_strings = on', "select '\\'", 'x']
    expect(cut(statements.join('; '))).toEqual(statements)
    expect(rules).toEqual({ hasStandardStrings: false })
  })
})

describe('for every script', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...Array.from('\'"$;\\-/*() \neE_a1.'),
      'begin atomic',
      ' end ',
      'create function f() ',
      '$a$',
    ),
    fc.string({ maxLength: 4 }),
  )
  const script = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

  test('statements are slices of it, in order, and never blank', () => {
    fc.assert(
      fc.property(script, (text) => {
        let previousEnd = 0
        for (const statement of splitStatements(text)) {
          expect(statement.start).toBeGreaterThanOrEqual(previousEnd)
          expect(text.slice(statement.start, statement.end)).toBe(statement.text)
          expect(statement.text.length).toBeGreaterThan(0)
          previousEnd = statement.end
        }
      }),
      { numRuns: 500 },
    )
  })

  test('whole statements joined by semicolons are split again', () => {
    const value = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))
    const statement = fc.oneof(
      value.map((text) => `select ${quoteLiteral(text)}`),
      value.filter((text) => text !== '').map((text) => `table ${quoteIdent(text)}`),
      value.filter((text) => !text.includes('$')).map((text) => `do $body$${text}$body$`),
      fc.constant('create function f() returns int begin atomic select 1; end'),
    )
    fc.assert(
      fc.property(fc.array(statement), (statements) => {
        expect(texts(statements.join(' ;\n'))).toEqual(statements)
      }),
      { numRuns: 500 },
    )
  })
})

test('an error position counts characters, an offset counts UTF-16 units', () => {
  expect(offsetOfPosition('select 1', 1)).toBe(0)
  expect(offsetOfPosition("select '😀' x", 12)).toBe(12)
  expect(offsetOfPosition('ab', 99)).toBe(2)
})
