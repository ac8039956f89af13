import { expect, test } from 'vitest'

import { findPrivateWords, listWordProblems } from './private-words.mjs'

test.for([
  ['a comment', 'apps/a.ts', '// Whoever asks waits.\n', 'whoever'],
  ['the first words of a comment', 'apps/a.ts', '/** What is shown until then. */', 'what …'],
  ['an identifier', 'apps/a.ts', 'const spendLadder = 1\n', 'ladder'],
  ['a plural identifier', 'apps/a.ts', 'leadToKeepers()\n', 'keeper'],
  ['an identifier of two words', 'apps/a.ts', 'if (mayLook) read()\n', 'may look'],
  ['a constant', 'apps/a.ts', 'const SESSION_DESK = 1\n', 'desk'],
  ['a file name', 'apps/session-desk.ts', '', 'desk'],
  ['a text of the interface', 'apps/A.tsx', '<p>Your E-mail</p>\n', 'e-mail'],
  ['a name in code', 'apps/a.ts', 'const isAsked = true // It is asked.\n', 'isAsked'],
  ['a document', 'docs/a.md', 'Rows are read anew.\n', 'anew'],
])('a private word in %s is found', ([, file = '', text = '', word = '']) => {
  expect(findPrivateWords(file, text)).toEqual([word])
})

test('a longer word that contains a private word is accepted', () => {
  const text =
    'desktop indoor their newspaper amendment besides crowded, and it is there, in ClickHouse\n'

  expect(findPrivateWords('apps/a.ts', text)).toEqual([])
})

test('each file with a private word is a problem, with the term to write', () => {
  const files = [
    { file: 'docs/a.md', text: 'Rows are read anew.\n' },
    { file: 'apps/a.ts', text: '// Rows are read again.\n' },
    { file: 'apps/b.ts', text: 'const sessionDesk = 1 // anew\n' },
  ]

  expect(listWordProblems(files)).toEqual([
    'docs/a.md: uses the private word "anew"; write again',
    'apps/b.ts: uses the private word "anew"; write again',
    'apps/b.ts: uses the private word "desk"; write session pool',
  ])
})
