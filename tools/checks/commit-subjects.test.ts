import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { checkCommitSubjects, listSubjectProblems } from './commit-subjects.mjs'

test.for([
  'docs: keep the glossary to sixty terms',
  'table-editor: reload rows when every row of a page was deleted',
  'server/http: pass the request id on',
  'pg-*: divide the packages by layer',
  'store: re-read the cached callers',
  'tools: bring the seed up to date',
  'tools, e2e: use the terms of the glossary',
  'tests: create, change and drop a view in the browser',
])('the subject "%s" is accepted', (subject) => {
  expect(listSubjectProblems(subject)).toEqual([])
})

test.for([
  [
    'has no area',
    'Keep the glossary short',
    'must have the form "area: imperative", in lower case',
  ],
  ['begins in upper case', 'docs: Keep it', 'must have the form "area: imperative", in lower case'],
  ['has a full stop', 'docs: keep it short.', 'ends with a full stop'],
  ['is in the past', 'docs: added the glossary', 'must begin with an imperative, not "added"'],
  ['is in the third person', 'docs: adds a term', 'must begin with an imperative, not "adds"'],
  ['is a participle', 'docs: adding a term', 'must begin with an imperative, not "adding"'],
  ['is too long', `docs: keep ${'a'.repeat(62)}`, 'has 73 characters; 72 is the most'],
])('a subject that %s is refused', ([, subject = '', problem = '']) => {
  expect(listSubjectProblems(subject)).toEqual([`"${subject}" ${problem}`])
})

test('a folder without history has no subjects to check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-subjects-'))

  expect(checkCommitSubjects(folder)).toEqual({ commits: 0, failures: [] })
  rmSync(folder, { recursive: true })
})

test('only the commits after the given one are checked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-subjects-'))
  const identity = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com']
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim()
  const commit = (subject: string) => git('commit', '--quiet', '--allow-empty', '-m', subject)
  git('init', '--quiet')
  commit('Older subjects stay as they are.')
  const since = git('rev-parse', 'HEAD')
  commit('docs: keep the glossary short')
  commit('Docs changed')

  expect(checkCommitSubjects(folder, since)).toEqual({
    commits: 2,
    failures: ['"Docs changed" must have the form "area: imperative", in lower case'],
  })
  rmSync(folder, { recursive: true })
})
