import type { Dialect } from '@basalt/delimited'
import type { DatabaseSession } from '@basalt/engine'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { ImportFile } from './import-file.ts'
import { type ImportRequest, planImport } from './import-plan.ts'
import { createTable, newTableStatements } from './new-table.ts'
import { TableImport } from './table-import.ts'

let database: TestDatabase
let session: DatabaseSession

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

beforeEach(async () => {
  session = await database.db.session()
  await session.query('begin')
})
afterEach(async () => {
  await session.query('rollback')
  await session.release()
})

const csv: Dialect = { kind: 'delimited', delimiter: ',', quote: '"' }

const columns = (...names: string[]): ImportRequest['columns'] =>
  names.map((name, source) => ({ name, source, empty: 'unquoted' }))

async function getTable(...statements: string[]): Promise<number> {
  for (const statement of statements) await session.text(statement)
  const [row] = await session.query<{ id: number }>(`select 'goods'::regclass::int8::float8 as id`)
  return row?.id ?? 0
}

type How = Partial<ImportRequest> & { width?: number; dialect?: Dialect; expected?: number }

/** Reads a text into the table; the text has no line of names. */
async function importText(id: number, text: string, how: How = {}): Promise<TableImport> {
  const dialect = how.dialect ?? csv
  const plan = await planImport(session, id, {
    columns: how.columns ?? columns('id', 'name'),
    on_conflict: how.on_conflict ?? 'fail',
  })
  const width = dialect.kind === 'json' ? null : (how.width ?? plan.columns.length)
  const source = { dialect, width }
  const { signal } = new AbortController()
  const running = new TableImport({ session, plan, source, signal }, how.expected ?? 1_000_000)
  await running.prepare()
  const file = new ImportFile(running, { ...source, encoding: 'utf-8', namesLine: 0 })
  await file.push(Buffer.from(text))
  await file.end()
  await running.finish()
  return running
}

const stored = async () => (await session.text('select * from goods order by 1')).rows

const refusals = async (running: TableImport) =>
  (await running.readRejected(0, 100)).map(({ line, column, reason }) => [line, column, reason])

describe('an import', () => {
  test('writes every row exactly as in the source, by COPY', async () => {
    const id = await getTable('create table goods (id bigint primary key, name text)')
    const running = await importText(id, '9007199254740993,"a ""b""\n\\N\t"\n2,\n3,""\n4,\\N\n')
    expect(running).toMatchObject({ rows: 4, inserted: 4, updated: 0, rejected: 0 })
    expect(await stored()).toEqual([
      ['2', null],
      ['3', ''],
      ['4', '\\N'],
      ['9007199254740993', 'a "b"\n\\N\t'],
    ])
  })

  test('stores any text that PostgreSQL can store, by COPY and by staging alike', async () => {
    const id = await getTable('create table goods (id int primary key, name text)')
    const cell = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\0'))
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 20 }), fc.boolean(), async (cells, isKept) => {
        await session.query('savepoint one')
        const text = cells.map((one, at) => JSON.stringify({ id: at, name: one })).join('\n')
        const dialect: Dialect = { kind: 'json', names: ['id', 'name'] }
        const running = await importText(id, text, { dialect, expected: isKept ? 0 : 1_000_000 })
        expect(running.rejected).toBe(0)
        const rows = (await stored()).map(([, name]) => name)
        await session.query('rollback to savepoint one')
        expect(rows).toEqual(cells)
      }),
      { numRuns: 25 },
    )
  })

  test('stores any value of a JSON file unchanged in a JSON column', async () => {
    const id = await getTable('create table goods (id int primary key, name jsonb)')
    const value = fc
      .jsonValue()
      .filter((one) => !JSON.stringify(one).includes('\\u0000'))
      .map((one) => JSON.stringify(one))
    const some = fc.array(value, { maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(some, fc.boolean(), async (values, isKept) => {
        await session.query('savepoint one')
        const text = values.map((one, at) => `{"id": ${at}, "name": ${one}}`).join('\n')
        const dialect: Dialect = { kind: 'json', names: ['id', 'name'] }
        const running = await importText(id, text, { dialect, expected: isKept ? 0 : 1_000_000 })
        expect(running.rejected).toBe(0)
        const read = (await stored()).map(([, name]) => JSON.parse(name ?? 'null') as unknown)
        await session.query('rollback to savepoint one')
        expect(read).toEqual(values.map((one) => JSON.parse(one) as unknown))
      }),
      { numRuns: 25, examples: [[['"str"', '""', '"{\\"a\\": 1}"', '90071992547409931'], true]] },
    )
  })

  test('reports each reason once, without the value when values differ', async () => {
    const id = await getTable('create table goods (id int primary key, name boolean)')
    const running = await importText(id, '1,ja\n2,nein\nx,true\n3\n4,true,5,6\n5\n')
    expect(await running.readReasons()).toEqual([
      { reason: 'invalid input syntax for type boolean', column: 'name', rows: 2 },
      { reason: 'The row has 1 cell instead of 2', column: null, rows: 2 },
      { reason: 'invalid input syntax for type integer: "x"', column: 'id', rows: 1 },
      { reason: 'The row has 4 cells instead of 2', column: null, rows: 1 },
    ])
  })

  test('reports the input format when a value was refused', async () => {
    const id = await getTable(
      'create table goods (id date, name text[], seen timestamptz, opens time, lasts interval)',
    )
    const lines = [
      '31.02.2025,{a},,,',
      '2025-02-28,a,,,',
      ',,then,,',
      ',,,25:00,',
      ',,,,99999999999 years',
    ]
    const all = columns('id', 'name', 'seen', 'opens', 'lasts')
    const running = await importText(id, lines.join('\n'), { columns: all })
    expect(await refusals(running)).toEqual([
      [1, 'id', 'date/time field value out of range: "31.02.2025". Write a date as 2025-02-28'],
      [
        2,
        'name',
        'malformed array literal: "a". Array value must start with "{" or dimension information.',
      ],
      [
        3,
        'seen',
        'invalid input syntax for type timestamp with time zone: "then". Write a date with its time as 2025-02-28 14:30:00',
      ],
      [4, 'opens', 'date/time field value out of range: "25:00". Write a time as 14:30:00'],
      [
        5,
        'lasts',
        'interval field value out of range: "99999999999 years". Write an interval as 1 day 02:30:00',
      ],
    ])
  })

  test('reports each kind of refused row with its line, column and reason', async () => {
    const id = await getTable(
      'create table kinds (kind text primary key)',
      `insert into kinds values ('plant')`,
      `create table goods (
        id int primary key,
        name varchar(5) not null,
        price numeric check (price > 0),
        kind text references kinds,
        code int unique
      )`,
      `insert into goods values (100, 'old', 1, 'plant', 7)`,
    )
    const lines = [
      '1,Moss,1.5,plant,1',
      'x,Fern,1.5,plant,2',
      '3,,1,plant,3',
      '4,Ivy,-1,plant,4',
      '5,Reed,1,stone,5',
      '100,Rush,1,plant,6',
      '7,Iris,1,plant,7',
      '8,Lotus blossom,1,plant,8',
      '9,Rose,1',
      '10,"Oak\nwood",cheap,plant,10',
      '11,Ash,2,plant,11',
    ]
    const running = await importText(id, lines.join('\n'), {
      columns: columns('id', 'name', 'price', 'kind', 'code'),
    })
    expect(running).toMatchObject({ rows: 11, inserted: 2, rejected: 9 })
    expect(await refusals(running)).toEqual([
      [2, 'id', 'invalid input syntax for type integer: "x"'],
      [3, 'name', 'null value in column "name" of relation "goods" violates not-null constraint'],
      [
        4,
        'price',
        'new row for relation "goods" violates check constraint "goods_price_check". CHECK ((price > (0)::numeric))',
      ],
      [5, 'kind', expect.stringContaining('Key (kind)=(stone) is not present in table "kinds".')],
      [6, 'id', expect.stringContaining('Key (id)=(100) already exists.')],
      [7, 'code', expect.stringContaining('Key (code)=(7) already exists.')],
      [8, null, 'value too long for type character varying(5)'],
      [9, null, 'The row has 3 cells instead of 5'],
      [10, 'price', 'invalid input syntax for type numeric: "cheap"'],
    ])
    const [first] = await running.readRejected(0, 1)
    expect(first).toMatchObject({ text: lines[1], cells: ['x', 'Fern', '1.5', 'plant', '2'] })
    expect((await stored()).map(([key]) => key)).toEqual(['1', '11', '100'])
  })

  test('accepts corrected rows, and keeps those that are still refused', async () => {
    const id = await getTable('create table goods (id int primary key, name text)')
    const running = await importText(id, '1,a\nx,b\ny,c\n')
    const [one, other] = await running.readRejected(0, 10)
    await running.retry([
      { number: one?.number ?? 0, cells: ['2', 'b'] },
      { number: other?.number ?? 0, cells: ['2', 'c'] },
    ])
    expect(running).toMatchObject({ inserted: 2, rejected: 1 })
    expect(await running.readRejected(0, 10)).toMatchObject([
      { line: 3, text: 'y,c', cells: ['2', 'c'], sqlstate: '23505' },
    ])
  })

  test('identifies rows with only the wrong width, which can be imported as shown', async () => {
    const id = await getTable('create table goods (id int primary key, name text)')
    const running = await importText(id, '1\n2,b,c\nx,d\n3,\0,c\n')
    const rejected = await running.readRejected(0, 10)
    expect(rejected.map(({ line, only_width: isIt }) => [line, isIt])).toEqual([
      [1, true],
      [2, true],
      [3, false],
      [4, false],
    ])
    await running.retry(rejected.slice(0, 2))
    expect(await stored()).toEqual([
      ['1', null],
      ['2', 'b'],
    ])
    expect(running.rejected).toBe(2)
  })

  test('accepts rows that reference later rows of the same source', async () => {
    const id = await getTable(
      'create table goods (id int primary key, parent int references goods)',
    )
    const lines = Array.from({ length: 1200 }, (_, at) => `${at + 1},${at === 1199 ? '' : at + 2}`)
    const running = await importText(id, lines.join('\n'), {
      columns: columns('id', 'parent'),
      expected: 0,
    })
    expect(running).toMatchObject({ inserted: 1200, rejected: 0 })
  })

  test('skips or updates rows whose key exists already, as requested', async () => {
    const id = await getTable(
      'create table goods (id int primary key, name text, note text)',
      `insert into goods values (1, 'old', 'kept')`,
    )
    await session.query('savepoint before')
    const skipped = await importText(id, '1,new\n2,b\n', { on_conflict: 'skip' })
    expect(skipped).toMatchObject({ rows: 2, inserted: 1, updated: 0, rejected: 0 })
    expect((await stored())[0]).toEqual(['1', 'old', 'kept'])
    await session.query('rollback to savepoint before')
    const updated = await importText(id, '1,new\n2,b\n1,newer\n', { on_conflict: 'update' })
    expect(updated).toMatchObject({ rows: 3, inserted: 1, updated: 2, rejected: 0 })
    expect((await stored())[0]).toEqual(['1', 'newer', 'kept'])
  })

  test('stores the keys of the new rows for the undo', async () => {
    const id = await getTable(
      'create table goods (id int generated always as identity primary key, name text)',
    )
    const running = await importText(id, 'a\nb\n', { columns: columns('name'), expected: 2 })
    expect(await running.readKeys()).toEqual([['1'], ['2']])
  })

  test('makes sequences continue after the imported numbers', async () => {
    const id = await getTable(
      'create table goods (id int generated always as identity primary key, name text)',
    )
    const running = await importText(id, '41,a\n7,b\n')
    await running.complete()
    await session.text(`insert into goods (name) values ('c')`)
    expect((await stored()).map(([key]) => key)).toEqual(['7', '41', '42'])
  })

  test('is refused before it starts when the request does not fit the table', async () => {
    const id = await getTable(
      `create table goods (id int primary key, name text, twice int generated always as (id * 2) stored)`,
    )
    const plan = (request: Partial<ImportRequest>) =>
      planImport(session, id, { columns: columns('id'), on_conflict: 'fail', ...request })
    await expect(plan({ columns: [] })).rejects.toThrow('Choose at least one column')
    await expect(plan({ columns: columns('no') })).rejects.toThrow('There is no column "no"')
    await expect(plan({ columns: columns('twice') })).rejects.toThrow('is a generated column')
    await expect(plan({ columns: columns('id', 'id') })).rejects.toThrow('Two columns')
    await expect(plan({ columns: columns('name'), on_conflict: 'skip' })).rejects.toThrow(
      '"id" is part of the key',
    )
  })
})

describe('a new table for the rows of a file', () => {
  test('is created with its key, and with row level security', async () => {
    const table = {
      schema: 'public',
      name: 'new "goods"',
      columns: [
        { name: 'id', data_type: 'bigint', is_nullable: false },
        { name: 'made at', data_type: 'timestamptz', is_nullable: true },
      ],
      primary_key: ['id'],
      rls_enabled: true,
    }
    expect(newTableStatements(table)).toEqual([
      `create table "public"."new ""goods""" (\n  "id" bigint not null,\n  "made at" timestamptz,\n  primary key ("id")\n)`,
      `alter table "public"."new ""goods""" enable row level security`,
    ])
    const id = await createTable(session, table)
    const [row] = await session.query<{ on: boolean }>(
      'select relrowsecurity as on from pg_class where oid = $1::oid',
      [id],
    )
    expect(row).toEqual({ on: true })
    expect(() => newTableStatements({ ...table, primary_key: ['no'] })).toThrow('for the key')
    const odd = { name: 'a', data_type: 'text); drop table goods', is_nullable: true }
    expect(() => newTableStatements({ ...table, columns: [odd] })).toThrow(
      /^The type .* does not exist/u,
    )
  })
})
