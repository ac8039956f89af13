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
  ['', 'Enter an expression'],
  ['  -- nothing\n', undefined],
  ['true) or (true', 'Unmatched closing parenthesis'],
  ['id = $1', 'Replace $1 with a value'],
  ['true; drop table x', 'Enter one expression, without a semicolon'],
  ['(a = 1', 'Missing closing parenthesis'],
  ["note = 'open", "Unterminated text that starts with 'open"],
  ['a = 1 /* open', 'Unterminated text that starts with /* open'],
  ['note = $$ open', 'Unterminated text that starts with $$ open'],
  ["note = 'a' -- it's\n'open", "Unterminated text that starts with 'a' -- it's\n"],
  ['"open = 1', 'Unterminated text that starts with "open = 1'],
  [String.raw`\d`, String.raw`\d is a command of psql, not SQL`],
])('%j is refused with the reason', (text, reason) => {
  expect(expressionFault(text)).toBe(reason)
})

test('accepted texts never close the parentheses around them', () => {
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
      // After it, and the line break that ends a comment, parentheses are still balanced.
      expect(expressionFault(`(${text}\n) and (true)`)).toBeUndefined()
      expect(expressionFault(`${text}\n)`)).toBe('Unmatched closing parenthesis')
    }),
    { numRuns: 3000 },
  )
})
