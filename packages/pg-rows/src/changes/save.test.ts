import { randomUUID } from 'node:crypto'

import type { RowOperation } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ShapeCache } from '../rows/table-shape.ts'
import { saveChange } from './save.ts'

let database: TestDatabase
const shapes = new ShapeCache()

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

const getOid = async (name: string): Promise<number> => {
  const result = await database.db.text(`select '${name}'::regclass::oid::text`)
  return Number(result.rows[0]?.[0])
}
const save = (operations: RowOperation[], id = randomUUID()) =>
  saveChange(database.db, { id, by: 'ada@example.test', operations }, shapes)
/** Statements without a semicolon in them. */
const script = (text: string) => database.run(...text.split(';'))
const listRows = async (query: string) => (await database.db.text(query)).rows

describe('a change', () => {
  test('is saved also when a column was replaced since the last change', async () => {
    await script(
      `create table labels (id int primary key, name varchar(3));
       insert into labels values (1, 'a')`,
    )
    const table = await getOid('labels')
    const rename = (from: string, to: string) =>
      save([{ op: 'update', table, key: ['1'], values: { name: to }, previous: { name: from } }])
    expect(await rename('a', 'b')).toMatchObject({ outcome: 'saved' })
    expect(await rename('b', 'c')).toMatchObject({ outcome: 'saved' })
    for (const type of ['varchar(10)', 'text', 'varchar(10)']) {
      await script(`alter table labels alter column name type ${type}`)
      expect(await rename('c', 'longer')).toMatchObject({ results: [{ row: ['1', 'longer'] }] })
      expect(await rename('longer', 'c')).toMatchObject({ results: [{ row: ['1', 'c'] }] })
    }
  })

  test('returns the columns of its rows, also right after those were changed', async () => {
    await script(
      `create table sacks (id int primary key, dropped text, name text);
       insert into sacks values (1, 'x', 'a')`,
    )
    const table = await getOid('sacks')
    const rename = (from: string, to: string, id = randomUUID()) => {
      const edit = { values: { name: to }, previous: { name: from } }
      return save([{ op: 'update', table, key: ['1'], ...edit }], id)
    }
    expect(await rename('a', 'b')).toMatchObject({
      columns: { [table]: ['id', 'dropped', 'name'] },
    })
    await script('alter table sacks drop column dropped; alter table sacks add column kind text')
    const columns = { [table]: ['id', 'name', 'kind'] }
    const id = randomUUID()
    const stored = { outcome: 'saved', columns, results: [{ row: ['1', 'c', null] }] }
    expect(await rename('b', 'c', id)).toMatchObject(stored)
    expect(await rename('b', 'c', id)).toMatchObject({ ...stored, repeated: true })
    const current = { operation: 0, current: ['1', 'c', null] }
    expect(await rename('b', 'd')).toEqual({ outcome: 'conflict', columns, conflicts: [current] })
  })

  test('is refused when the key has other columns now, as it would identify another row', async () => {
    await script(
      `create table crates (id int primary key, place int not null, note text);
       insert into crates values (1, 10, null), (10, 100, null)`,
    )
    const table = await getOid('crates')
    const change = { op: 'update', table, key: ['10'], values: { note: 'x' } } as const
    const edit = { ...change, keyed_by: ['id'], previous: { note: null } }
    await script(
      `alter table crates drop constraint crates_pkey; alter table crates add primary key (place)`,
    )
    await expect(save([edit])).rejects.toThrow('key of this table has changed')
    const removal = { op: 'delete', table, key: ['10'], keyed_by: ['id'] } as const
    await expect(save([removal])).rejects.toThrow('key of this table has changed')
    expect(await listRows('select id, note from crates order by id')).toEqual([
      ['1', null],
      ['10', null],
    ])
    expect(await save([{ ...edit, keyed_by: ['place'] }])).toMatchObject({ outcome: 'saved' })
  })

  test('of one row is planned a few times and not every time', async () => {
    await script(
      `create table parcels (id bigint primary key, state text);
       insert into parcels select n, 'packed' from generate_series(1, 5000) n;
       analyze parcels`,
    )
    const table = await getOid('parcels')
    for (let key = 1; key <= 8; key += 1) {
      const operation = { table, key: [String(key)], previous: { state: 'packed' } }
      await save([{ op: 'update', ...operation, values: { state: 'sent' } }])
    }
    const plans = `select generic_plans, custom_plans from pg_prepared_statements
      where name like 'change-%' and statement like '%parcels%'`
    expect(await listRows(plans)).toEqual([['3', '5']])
  })

  test('does inserts, updates and deletes in one transaction and returns the rows as stored', async () => {
    await script(
      `create table orders (id int primary key, total numeric(10,2) default 1, note text default 'new');
       insert into orders values (1, 1, 'a'), (2, 2, 'b'), (3, 3, null)`,
    )
    const table = await getOid('orders')
    const outcome = await save([
      { op: 'insert', table, values: { id: '4', note: '' }, defaults: ['total'] },
      { op: 'update', table, key: ['1'], values: { note: null }, previous: { note: 'a' } },
      {
        op: 'update',
        table,
        key: ['2'],
        values: { total: '7.5' },
        defaults: ['note'],
        previous: { total: '2.00', note: 'b' },
      },
      { op: 'delete', table, key: ['3'] },
    ])
    expect(outcome).toMatchObject({
      outcome: 'saved',
      results: [
        { row: ['4', '1.00', ''] },
        { row: ['1', '1.00', null] },
        { row: ['2', '7.50', 'new'] },
        { deleted: true },
      ],
    })
    expect(await listRows('select * from orders order by id')).toEqual([
      ['1', '1.00', null],
      ['2', '7.50', 'new'],
      ['4', '1.00', ''],
    ])
  })

  test('with the id of a saved one returns the same answer and does nothing', async () => {
    await script('create table twice (note text)')
    const table = await getOid('twice')
    const id = randomUUID()
    const operations: RowOperation[] = [{ op: 'insert', table, values: { note: 'x' } }]
    const first = await save(operations, id)
    const again = await save(operations, id)
    expect(again).toEqual({ ...first, repeated: true })
    expect(await listRows('select note from twice')).toEqual([['x']])
  })

  test('is refused by a deferred constraint before it is committed', async () => {
    await script(
      `create table late (id int primary key,
         parent int constraint late_parent references late deferrable initially deferred)`,
    )
    const table = await getOid('late')
    const child: RowOperation = { op: 'insert', table, values: { id: '1', parent: '2' } }
    expect(await save([child])).toMatchObject({
      outcome: 'refused',
      operation: 0,
      column: 'parent',
      constraint: 'late_parent',
    })
    const parent: RowOperation = { op: 'insert', table, values: { id: '2' } }
    expect(await save([child, parent])).toMatchObject({ outcome: 'saved' })
  })

  test('of a table without a key addresses the row by `ctid` and compares all of it', async () => {
    await script(
      `create table keyless (a text, b int); insert into keyless values ('x', 1), ('x', 1)`,
    )
    const table = await getOid('keyless')
    const [first] = await listRows('select ctid::text from keyless')
    const change: RowOperation = {
      op: 'update',
      table,
      key: [first?.[0] ?? ''],
      values: { a: 'y' },
      previous: { a: 'x', b: '1' },
    }
    const outcome = await save([change])
    expect(outcome).toMatchObject({ outcome: 'saved', results: [{ row: ['y', '1', '(0,3)'] }] })
    expect(await save([change])).toMatchObject({ outcome: 'conflict' })
    expect(await listRows('select a, b from keyless order by a')).toEqual([
      ['x', '1'],
      ['y', '1'],
    ])
  })

  test('is saved when the table was renamed or got another column since', async () => {
    await script('create table moving (id int primary key, a text)')
    const table = await getOid('moving')
    await save([{ op: 'insert', table, values: { id: '1', a: 'x' } }])
    await script(`alter table moving rename to moved; alter table moved add column b text default 'b';
      create table moving (id int primary key, a text)`)
    const outcome = await save([{ op: 'insert', table, values: { id: '2', a: 'y' } }])
    expect(outcome).toMatchObject({ outcome: 'saved', results: [{ row: ['2', 'y', 'b'] }] })
    expect(await listRows('select count(*) from moving')).toEqual([['0']])
  })

  test('of one row is recorded like one of many, and not without an effect', async () => {
    await script(
      `create type pair as (a int, b text);
       create table kinds (id int primary key, note text, yes bool, bytes bytea, pair pair, at timestamptz);
       insert into kinds select i, 'a', true, '\\x00ff', row(null, null)::pair, '2026-01-02 03:04:05.678901+00'
       from generate_series(1, 2) i; insert into kinds (id) values (3), (4)`,
    )
    const table = await getOid('kinds')
    const noted = (id: number, from: string | null): RowOperation => {
      const [key, values] = [[String(id)], { note: 'b "quoted"' }]
      return { op: 'update', table, key, values, previous: { note: from } }
    }
    const ids = Array.from({ length: 4 }, () => randomUUID())
    await save([noted(1, 'a')], ids[0])
    await save([noted(2, 'a'), noted(3, null)], ids[1])
    await save([noted(4, null)], ids[2])
    expect(await save([noted(4, 'is not there')], ids[3])).toMatchObject({ outcome: 'conflict' })
    const kept = await listRows(
      `select change, place, operation, table_place, kind, key, before - 0, after - 0
       from basalt.changed_rows where change = any ('{${ids.join(',')}}') order by key, place`,
    )
    const [one, two, three, four, more] = kept.map(([, ...row]) => row)
    expect(one?.with(3, '')).toEqual(['1', '0', '0', '', '["1"]', ...(two?.slice(5) ?? [])])
    expect(four?.slice(4)).toEqual(['["4"]', ...(three?.slice(5) ?? [])])
    expect(more).toBeUndefined()
    const changes = await listRows(
      `select operations, inserted, updated, deleted, cascaded, is_kept, size_bytes > 0, tables
       from basalt.changes where id = any ('{${ids.join(',')}}') order by at`,
    )
    const [first, second, third] = changes
    expect(first?.slice(0, 7)).toEqual(['1', '0', '1', '0', '0', 't', 't'])
    expect([first?.[7], third]).toEqual([second?.[7], first])
  })

  test('that a trigger suppresses is refused, and is no conflict', async () => {
    await database.run(
      'create table guarded (id int primary key, v text)',
      `insert into guarded values (1, 'a')`,
      `create function ignore() returns trigger language plpgsql as 'begin return null; end'`,
      `create trigger ignoring before insert or update or delete on guarded
       for each row execute function ignore()`,
    )
    const table = await getOid('guarded')
    const edit = { op: 'update', table, key: ['1'], values: { v: 'b' } } as const
    const refused = { outcome: 'refused', operation: 0, sqlstate: '09000' }
    const edited = await save([{ ...edit, previous: { v: 'a' } }])
    expect(edited).toMatchObject({ ...refused, column: 'v' })
    expect(await save([{ op: 'delete', table, key: ['1'] }])).toMatchObject(refused)
    const inserted = await save([{ op: 'insert', table, values: { id: '2' } }])
    expect(inserted).toMatchObject(refused)
    const changed = await save([{ ...edit, previous: { v: 'other' } }])
    expect(changed).toMatchObject({ outcome: 'conflict' })
    expect(await listRows('select * from guarded')).toEqual([['1', 'a']])
  })

  test('affects the row of the table itself when a child table has the same key', async () => {
    await script(
      `create table parents (id int primary key, a text); insert into parents values (1, 'x')`,
    )
    const table = await getOid('parents')
    const change = (a: string, previous: string): RowOperation => ({
      op: 'update',
      table,
      key: ['1'],
      values: { a },
      previous: { a: previous },
    })
    expect(await save([change('y', 'x')])).toMatchObject({ outcome: 'saved' })
    await script(
      `create table children () inherits (parents); insert into children values (1, 'y')`,
    )
    expect(await save([change('z', 'y')])).toMatchObject({ outcome: 'saved' })
    expect(await listRows('select a from only parents')).toEqual([['z']])
    expect(await listRows('select a from children')).toEqual([['y']])
  })

  test('is saved when the history was dropped since', async () => {
    await script('create table lonely (id int primary key); insert into lonely values (1)')
    const table = await getOid('lonely')
    const move = (from: string, to: string) =>
      save([{ op: 'update', table, key: [from], values: { id: to }, previous: { id: from } }])
    expect(await move('1', '2')).toMatchObject({ outcome: 'saved' })
    await script('drop schema basalt cascade')
    const outcome = await move('2', '3')
    expect(outcome).toMatchObject({ outcome: 'saved', results: [{ row: ['3'] }] })
    expect(await listRows('select count(*) from basalt.changed_rows')).toEqual([['1']])
  })

  test('that is refused names the right column, with any column names', async () => {
    await script('create table odd ("constructor" int, "toString" int, id int primary key)')
    const table = await getOid('odd')
    await expect(save([{ op: 'insert', table, values: { id: 'one' } }])).resolves.toMatchObject({
      outcome: 'refused',
      column: 'id',
      sqlstate: '22P02',
    })
  })

  test('of a dropped table, or of a missing column, is a clear error', async () => {
    await script('create table plain (id int primary key)')
    const table = await getOid('plain')
    await expect(save([{ op: 'insert', table: 999_999_999, values: {} }])).rejects.toThrow(
      'This table no longer exists',
    )
    await expect(save([{ op: 'insert', table, values: { nope: '1' } }])).rejects.toThrow(
      'There is no column "nope" in this table',
    )
  })
})
