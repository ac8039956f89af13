import { expect, test } from 'vitest'

import { loadGrammar } from './grammar.ts'

const read = async (text: string) => (await loadGrammar()).parts(text)

const paths = (parts: readonly { path: string[] }[]) =>
  parts.map(({ path }) => path.join('.')).toSorted()

test('the parts of a query are all names in it, wherever they stand', async () => {
  const reading = await read(
    `with a as (select 1) select count(*) filter (where (select true from shop.b)), c::public.d[]
     from a, lower('x') l, lateral (select * from "E" where f(current_user) > 1) g
     union select 1, array[h()] from i order by j()`,
  )
  if ('error' in reading) throw new Error(reading.error.message)
  const { parts } = reading
  expect(paths(parts.relations)).toEqual(['E', 'a', 'i', 'shop.b'])
  expect(paths(parts.functions)).toEqual(['count', 'f', 'h', 'j', 'lower'])
  expect(paths(parts.types)).toEqual(['public.d'])
  expect(parts).toMatchObject({
    statements: ['SelectStmt'],
    commonTables: ['a'],
    keywords: ['CURRENT_USER'],
  })
})

test.each([
  ['select 1 into a', 'IntoClause'],
  ['select 1 from a for update', 'LockingClause'],
  ['with a as (delete from b returning *) select 1', 'DeleteStmt'],
  ['select * from a tablesample system (1)', 'RangeTableSample'],
  ['select $1', 'ParamRef'],
])('every kind of node is listed: %s', async (text, node) => {
  const reading = await read(text)
  expect('parts' in reading && reading.parts.nodes).toContain(node)
})

test('offsets count as JavaScript does', async () => {
  const reading = await read(`select '😀é', f(1) from b`)
  expect('parts' in reading && reading.parts.functions).toEqual([{ path: ['f'], start: 14 }])
})

test.each([
  ['select from from', 12],
  ['select \0', 7],
  ['select :name', 7],
])('a text that is no SQL has an error at its place: %s', async (text, start) => {
  expect(await read(text)).toMatchObject({ error: { start } })
})

test('every statement of a text is listed', async () => {
  const reading = await read('select 1; drop table a;')
  expect('parts' in reading && reading.parts.statements).toEqual(['SelectStmt', 'DropStmt'])
})
