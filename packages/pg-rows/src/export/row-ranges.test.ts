import { findKey, listColumns } from '@basalt/pg-catalog'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { exportRows, type RowExport } from './row-export.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create table notes (id int primary key, tag text, size int, said text)',
    `insert into notes
     select i, (array['a', 'b', null])[1 + i % 3], nullif(i % 4, 0), 'x' from generate_series(1, 40) i`,
    `create table formulas (id int primary key, "=name" text, number numeric)`,
    `insert into formulas values (1, '=1+1', -5), (2, '@cmd', 1), (3, 'a=b', null), (4, '-x', 0), (5, null, 0)`,
  )
})
afterAll(() => database.dispose())

const getOid = async (name: string) =>
  Number((await database.db.text(`select '${name}'::regclass::oid`)).rows[0]?.[0])

async function toText(name: string, request: RowExport): Promise<string> {
  const id = await getOid(name)
  const { db } = database
  const [columns, key] = await Promise.all([listColumns(db, id), findKey(db, id)])
  let text = ''
  await db.snapshot((tx) =>
    exportRows(
      tx,
      { schema: 'public', name, columns, key },
      {
        ...request,
        signal: new AbortController().signal,
        onRows: () => undefined,
        write: async (part) => void (text += part),
      },
    ),
  )
  return text
}

const listLines = async (request: Omit<RowExport, 'format'>) =>
  (await toText('notes', { ...request, format: 'jsonl' }))
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')

const sort = fc
  .uniqueArray(
    fc.record({
      column: fc.constantFrom('tag', 'size'),
      descending: fc.boolean(),
      nulls: fc.option(fc.constantFrom('first' as const, 'last' as const), { nil: undefined }),
    }),
    { maxLength: 2, selector: ({ column }) => column },
  )
  .map((keys) => keys.map(({ nulls, ...key }) => (nulls === undefined ? key : { ...key, nulls })))

test('a range includes its ends and the rows between them in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      sort,
      fc.array(fc.tuple(fc.nat(29), fc.nat(29)), { minLength: 1, maxLength: 3 }),
      async (keys, ends) => {
        // Every fourth row is no part of the view.
        const view = { where: 'id % 4 <> 1', sort: keys }
        const all = await listLines({ view })
        expect(all).toHaveLength(30)
        const placeOf = (line: string | undefined) => {
          const row = JSON.parse(line ?? '{}') as Record<string, string | number | null>
          const names = [...keys.map(({ column }) => column), 'id']
          return names.map((name) => (row[name] === null ? null : String(row[name])))
        }
        const spans = ends.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
        const ranges = spans.map(([a, b]) => ({ first: placeOf(all[a]), last: placeOf(all[b]) }))
        const target = all.filter((_, at) => spans.some(([a, b]) => at >= a && at <= b))
        expect(await listLines({ view, ranges })).toEqual(target)
      },
    ),
    { numRuns: 60 },
  )
})

test('a range that does not fit the order is refused', async () => {
  const ranges = [{ first: ['1'], last: ['2'] }]
  await expect(listLines({ view: { sort: [{ column: 'tag' }] }, ranges })).rejects.toThrow(
    'The range does not match this order',
  )
})

test('formulas are unchanged, unless they are escaped; numbers always are', async () => {
  expect(await toText('formulas', { format: 'csv', view: {} })).toBe(
    'id,=name,number\r\n1,=1+1,-5\r\n2,@cmd,1\r\n3,a=b,\r\n4,-x,0\r\n5,,0\r\n',
  )
  expect(await toText('formulas', { format: 'tsv', view: {}, harmless: true })).toBe(
    `id\t'=name\tnumber\r\n1\t'=1+1\t-5\r\n2\t'@cmd\t1\r\n3\ta=b\t\r\n4\t'-x\t0\r\n5\t\t0\r\n`,
  )
  const json = await toText('formulas', { format: 'jsonl', view: {}, harmless: true })
  expect(json).toContain('"=name":"=1+1"')
})

test('a table with generated columns only, or without columns, is exported and imported again', async () => {
  await database.run(
    'create table computed (n int generated always as (1 + 1) stored, v int generated always as (2 + 2))',
    'insert into computed default values',
    'insert into computed default values',
    'create table bare ()',
    'insert into bare default values',
  )
  expect(await toText('computed', { format: 'csv', view: {} })).toBe('n,v\r\n2,4\r\n2,4\r\n')
  for (const [name, rows] of [
    ['computed', 2],
    ['bare', 1],
  ] as const) {
    const script = await toText(name, { format: 'sql', view: {} })
    expect(script).toBe(`insert into "public"."${name}" default values;\n`.repeat(rows))
    expect(await toText(name, { format: 'jsonl', view: {} })).toBe(
      (name === 'bare' ? '{}\n' : '{"n":2,"v":4}\n').repeat(rows),
    )
  }
})

test('generated columns are left out of SQL, with a comment', async () => {
  await database.run('create table mixed (a int, b int generated always as (a * 2) stored)')
  const only = (columns: string[]) => toText('mixed', { format: 'sql', view: {}, columns })
  await expect(only(['b'])).rejects.toThrow('All chosen columns are generated')
  await expect(only([])).rejects.toThrow('Choose at least one column')
})
