import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import {
  checkBundleSizes,
  filesFor,
  listGrowth,
  measureBundles,
  sizeLimits,
} from './bundle-sizes.mjs'

const table = 'src/areas/table-editor/TablePage.tsx'
let dist: string

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'basalt-sizes-'))
})

afterEach(() => rmSync(dist, { recursive: true }))

/** A build whose files have about the given compressed sizes, in bytes. */
function built(sizes: { main: number; style: number; shared: number; table: number; sql: number }) {
  for (const [name, bytes] of Object.entries(sizes)) {
    const ending = name === 'style' ? 'css' : 'js'
    writeFileSync(join(dist, `${name}.${ending}`), randomBytes(bytes))
  }
  writeFileSync(join(dist, 'font.woff2'), randomBytes(500_000))
  const manifestFile = join(dist, 'manifest.json')
  const manifest = {
    'index.html': {
      file: 'main.js',
      isEntry: true,
      imports: ['_shared'],
      css: ['style.css', 'font.woff2'],
      dynamicImports: [table, 'src/sql.tsx'],
    },
    _shared: { file: 'shared.js' },
    [table]: { file: 'table.js', name: 'table-editor', imports: ['index.html', '_shared'] },
    'src/sql.tsx': { file: 'sql.js', name: 'sql', imports: ['_shared'] },
  }
  writeFileSync(manifestFile, JSON.stringify(manifest))
  return { dist, manifestFile }
}

const small = { main: 40_000, style: 5000, shared: 10_000, table: 20_000, sql: 30_000 }

test('the shell is the entry with all its imports and its style, without fonts', () => {
  const { shell } = measureBundles(built(small))

  expect(shell).toBeGreaterThan(55_000)
  expect(shell).toBeLessThan(56_000)
})

test('files of the shell are not counted again in a lazy part', () => {
  const { shell, tableView, lazy } = measureBundles(built(small))

  expect((tableView ?? 0) - shell).toBeLessThan(20_500)
  expect(lazy.find(({ name }) => name === 'sql')?.bytes).toBeLessThan(30_500)
})

test.for([
  ['shell', { main: 151_000 }],
  ['table view', { table: 136_000 }],
  ['sql', { sql: 153_000 }],
] as const)('a %s that is too large is found', ([name, change]) => {
  const { failures } = checkBundleSizes(built({ ...small, ...change }))

  expect(failures.join('\n')).toContain(`${name} is `)
})

test('a manifest without a table editor is a failure: the limit would check nothing', () => {
  const { manifestFile } = built(small)
  writeFileSync(manifestFile, JSON.stringify({ 'index.html': { file: 'main.js', isEntry: true } }))

  expect(checkBundleSizes({ dist, manifestFile }).failures).toEqual([
    'The manifest has no chunk of the table editor',
  ])
})

test('too many lazy parts are found', () => {
  const { manifestFile } = built(small)
  const names = Array.from({ length: sizeLimits.lazyParts + 1 }, (_, at) => `part-${at}`)
  const manifest = {
    'index.html': { file: 'main.js', isEntry: true, dynamicImports: [table, ...names] },
    [table]: { file: 'table.js', name: 'table-editor' },
    ...Object.fromEntries(names.map((name) => [name, { file: 'sql.js', name }])),
  }
  writeFileSync(manifestFile, JSON.stringify(manifest))

  expect(checkBundleSizes({ dist, manifestFile }).failures).toEqual([
    `The build has ${sizeLimits.lazyParts + 2} lazy parts; ${sizeLimits.lazyParts} is the most`,
  ])
})

test('the growth of each part since the last release has a line', () => {
  const released = { shell: 140_000, tableView: 187_000, lazy: { sql: 90_000, map: 5000, plan: 1 } }
  const now = { shell: 141_500, tableView: 187_050, lazy: { sql: 88_000, plan: 1, chart: 7000 } }

  expect(listGrowth(now, released)).toEqual([
    'shell 141.5 kB, +1.5 kB',
    'sql 88.0 kB, −2.0 kB',
    'chart is new with 7.0 kB',
    'map is no part any more',
  ])
})

test('chunks that import each other are followed once', () => {
  const files = filesFor(
    { a: { file: 'a.js', imports: ['b'] }, b: { file: 'b.js', imports: ['a', 'absent'] } },
    ['a'],
  )

  expect([...files]).toEqual(['a.js', 'b.js'])
})
