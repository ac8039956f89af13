import { expect, test } from 'vitest'

import { refusalText } from './refusal-text.ts'

test.each([
  ['too long', undefined, undefined, 'too long'],
  ['too rude', undefined, 'Choose a kinder one', 'too rude. Choose a kinder one'],
  [
    'violates foreign key constraint "a_b"',
    'Key (b)=(XX) is not present in table "b".',
    'Look again.',
    'violates foreign key constraint "a_b". Key (b)=(XX) is not present in table "b". Look again.',
  ],
  ['Why?', 'Failing row contains (1, 2).', 'So.', 'Why? So.'],
])("%s is reported with PostgreSQL's detail, as sentences", (...given) => {
  const [message, detail, hint, said] = given
  expect(refusalText({ message, detail, hint })).toBe(said)
})
