import { expect, test } from 'vitest'

import { listFolderCycles } from './folder-cycles.mjs'

const at = (path: string) => `packages/access/src/${path}`

/** Imports written as `a/b.ts > c/d.ts`, in one package. */
const imports = (...lines: string[]) =>
  lines.map((line) => {
    const [from = '', to = ''] = line.split(' > ')
    return { from: at(from), to: at(to) }
  })

test('folders that form layers pass, regardless of imports inside them', () => {
  const layers = imports(
    'index.ts > rules/can.ts',
    'rules/can.ts > rules/match.ts',
    'rules/match.ts > model/rule.ts',
    'rules/conditions/json.ts > model/rule.ts',
    'rules/can.ts > rules/conditions/json.ts',
  )

  expect(listFolderCycles(layers)).toEqual([])
})

test('the shortest cycle of folders is named with one import for each step', () => {
  const cycle = imports(
    'rules/can.ts > model/rule.ts',
    'model/rule.ts > roles/role.ts',
    'roles/role.ts > rules/match.ts',
    'roles/role.ts > model/owner.ts',
  )

  expect(listFolderCycles(cycle)).toEqual([
    [
      `folder-cycle: packages/access/src: rules → model → roles → rules`,
      `${at('rules/can.ts')} → ${at('model/rule.ts')}`,
      `${at('model/rule.ts')} → ${at('roles/role.ts')}`,
      `${at('roles/role.ts')} → ${at('rules/match.ts')}`,
    ].join('\n    '),
  ])
})

test('a folder whose files lie above and below a subfolder is a cycle', () => {
  const [failure] = listFolderCycles(
    imports('index.ts > rules/can.ts', 'rules/can.ts > constants.ts'),
  )

  expect(failure).toContain('packages/access/src: its own files → rules → its own files')
})

test('folders are compared at each level', () => {
  const [failure, ...others] = listFolderCycles(
    imports('rules/one/a.ts > rules/two/b.ts', 'rules/two/c.ts > rules/one/d.ts'),
  )

  expect(failure).toContain('packages/access/src/rules: one → two → one')
  expect(others).toEqual([])
})

test('deeper folders count for the folder that holds them', () => {
  expect(
    listFolderCycles(imports('rules/one/a.ts > model/b.ts', 'model/b.ts > rules/two/c.ts')),
  ).toHaveLength(1)
})

test('cycles that share no folder are reported one by one', () => {
  expect(
    listFolderCycles(
      imports('a/1.ts > b/1.ts', 'b/1.ts > a/2.ts', 'c/1.ts > d/1.ts', 'd/1.ts > c/2.ts'),
    ),
  ).toHaveLength(2)
})

test('tests and other packages do not count', () => {
  expect(
    listFolderCycles([
      ...imports('a/1.test.ts > b/1.ts', 'b/1.ts > a/2.ts', 'testing/a.ts > a/1.ts'),
      { from: at('a/1.ts'), to: 'packages/catalog/src/b/1.ts' },
      { from: 'packages/catalog/src/b/1.ts', to: at('a/2.ts') },
    ]),
  ).toEqual([])
})
