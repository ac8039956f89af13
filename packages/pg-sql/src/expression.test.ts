import fc from 'fast-check'
import { expect, test } from 'vitest'

import { expressionFault } from './expression.ts'

test.each([
  'total > 10',
  "status in ('a', 'b;c', 'it''s')",
  '(a or (b)) and c -- and a comment',
  'note = $tag$ ) ; $tag$',
  'a /* one /* two */ */ = 1',
  String.raw`note = e'it\'s'`,
  '"odd "" name" is null',
  'id = any(array[1, 2])',
  "note = 'one'\n'two'",
])('%s is an expression', (text) => {
  expect(expressionFault(text)).toBeUndefined()
})

test.each([
  ['', 'An expression is missing'],
  ['  -- nothing\n', undefined],
  ['true) or (true', 'A closing parenthesis has no opening one'],
  ['id = $1', 'Write the value in place of $1'],
  ['true; drop table x', 'One expression, without a semicolon'],
  ['(a = 1', 'A parenthesis is not closed'],
  ["note = 'open", "What begins with 'open does not end"],
  ['a = 1 /* open', 'What begins with /* open does not end'],
  ['note = $$ open', 'What begins with $$ open does not end'],
  ["note = 'a' -- it's\n'open", "What begins with 'a' -- it's\n does not end"],
  ['"open = 1', 'What begins with "open = 1 does not end'],
  [String.raw`\d`, String.raw`\d is a command of psql, not SQL`],
])('%j is refused with the reason', (text, reason) => {
  expect(expressionFault(text)).toBe(reason)
})

test('what is accepted never closes the parentheses around it', () => {
  const parts = fc.constantFrom(
    '(',
    ')',
    "'",
    '"',
    '$$',
    '--',
    '\n',
    '/*',
    '*/',
    'a',
    ' ',
    ';',
    "e'",
    '\\',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 14 }), (chosen) => {
      const text = chosen.join('')
      fc.pre(expressionFault(text) === undefined)
      // Behind it, and the line break that ends a comment, parentheses still pair up.
      expect(expressionFault(`(${text}\n) and (true)`)).toBeUndefined()
      expect(expressionFault(`${text}\n)`)).toBe('A closing parenthesis has no opening one')
    }),
    { numRuns: 3000 },
  )
})
