import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { firstVisits, writeFirstVisits } from '../testing/first-visits.ts'
import { readFirstVisits } from './first-visits.ts'

let folder: TemporaryFolder
let find: ReturnType<typeof readFirstVisits>

beforeAll(async () => {
  folder = await temporaryFolder()
  await writeFirstVisits(folder.path)
  find = readFirstVisits(folder.path)
})
afterAll(() => folder.remove())

const routes = (path: string) => find(path).calls.map(({ route }) => route)
const { everywhere } = firstVisits

test.each(['/', '/organizations', '/project', '/project/a/b/editor/1', '/project/abc/editor/1/2'])(
  'at %s only the calls of every page are made',
  (path) => {
    expect(find(path)).toEqual({ links: '', calls: everywhere })
  },
)

test('the parts of the path are filled into the calls of its page', () => {
  const calls = find('/project/abc/editor/16385').calls.slice(everywhere.length)
  expect(calls.map(({ input }) => input.params)).toEqual([
    { ref: 'abc' },
    { ref: 'abc' },
    { ref: 'abc', id: '16385' },
    { ref: 'abc', id: '16385' },
  ])
})

test('a path that names a page is not one with an id', () => {
  expect(routes('/project/abc/editor/new')).toEqual(routes('/project/abc/editor/'))
  expect(routes('/project/abc/editor/new')).not.toEqual(routes('/project/abc/editor/1'))
})

test('the files of a page are linked', () => {
  expect(find('/project/abc/editor').links).toBe(
    '<link rel="stylesheet" href="/assets/editor-1a2b.css">' +
      '<link rel="modulepreload" crossorigin href="/assets/editor-1a2b.js">',
  )
})

test('a folder without a build has no first calls', () => {
  expect(readFirstVisits(`${folder.path}/absent`)('/')).toEqual({ links: '', calls: [] })
})
