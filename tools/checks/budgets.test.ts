import { expect, test } from 'vitest'

import { listProblems } from './budgets.mjs'

const here = 'apps/server/src/store/members.ts'

test.for([
  ['an any in a declaration', 'const a: ANY = 1\n'],
  ['an any as a type argument', 'const a = new Map<string, ANY>()\n'],
  ['an assertion to any', 'const a = b as ANY\n'],
])('%s is found', ([, text = '']) => {
  expect(listProblems(here, text.replace('ANY', 'any'))).toEqual([`${here}: uses the type any`])
})

test('the word any in a comment or a call is no type', () => {
  const text = '// any file: any size\n/* as any */\nawait Promise.any([a, b])\n'

  expect(listProblems(here, text)).toEqual([])
})

test('the word any in marked SQL is no type, and the code after the SQL is still checked', () => {
  const sql = "const query = /* SQL */ `select 1 where name ~ '^(pg_|any)'`\n"

  expect(listProblems(here, sql)).toEqual([])
  const typed = 'const a: ANY = 1\n'.replace('ANY', 'any')
  expect(listProblems(here, sql + typed)).toEqual([`${here}: uses the type any`])
})

test('a mode is named only where it is read and turned into capabilities', () => {
  const text = "if (mode === 'self-hosted') start()\n"

  expect(listProblems(here, text)).toHaveLength(1)
  expect(listProblems('apps/dashboard/src/lib/install.tsx', text)).toHaveLength(1)
  expect(listProblems('apps/server/src/start/config.ts', text)).toEqual([])
  expect(listProblems('apps/server/src/start/mode.ts', text)).toEqual([])
  expect(listProblems('apps/server/src/main.ts', text)).toHaveLength(1)
})

test('a comment may explain a mode', () => {
  expect(listProblems(here, '/** Absent when self-hosted. */\n')).toEqual([])
})

test('the composition of the server has a lower limit', () => {
  const text = 'line\n'.repeat(81)
  expect(listProblems('apps/server/src/install.ts', text)).toEqual([
    'apps/server/src/install.ts: has 81 lines; 80 is the most',
  ])
})

test('files over 400 lines are found', () => {
  expect(listProblems(here, 'a\n'.repeat(400))).toEqual([])
  expect(listProblems(here, 'a\n'.repeat(401))).toHaveLength(1)
})

test.for(['utils.ts', 'helpers/a.ts', 'misc.ts', 'common/a.ts', 'query-manager.ts', 'grid-v2.ts'])(
  'the name %s is refused as meaningless',
  (name) => {
    expect(listProblems(`apps/server/src/${name}`, '')).toHaveLength(1)
  },
)

test('names that merely contain such a word are accepted', () => {
  expect(listProblems('apps/server/src/areas/status/utility.ts', '')).toEqual([])
  expect(listProblems('packages/catalog/src/commons.ts', '')).toEqual([])
})

test('places outside of the project are not named', () => {
  expect(
    listProblems('docs/architecture.md', `${['..', 'shared', 'notes'].join('/')}\n`),
  ).toHaveLength(1)
  expect(listProblems(here, `const a = '${['', 'work', 'main'].join('/')}'\n`)).toHaveLength(1)
})
