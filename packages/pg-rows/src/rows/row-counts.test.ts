import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { smallRowCounts } from './row-counts.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create schema "odd ""schema"',
    'create table "odd ""schema"."Odd Table" as select from generate_series(1, 7)',
    'create table nothing (id int)',
    'create table base (id int)',
    'create table child () inherits (base)',
    'insert into base select from generate_series(1, 2)',
    'insert into child select from generate_series(1, 3)',
    'create table parts (id int) partition by range (id)',
    'create table parts_1 partition of parts for values from (0) to (100)',
    'insert into parts select * from generate_series(1, 50)',
    'create materialized view totals as select 1 as n',
    'create materialized view unread as select 1 as n with no data',
    'create view shown as select 1 as n',
    'create table many as select from generate_series(1, 10001)',
    'create table wide as select repeat(md5(n::text), 200) as text from generate_series(1, 9000) n',
  )
})
afterAll(() => database.dispose())

async function counts(...names: string[]): Promise<Record<string, number>> {
  const known = await database.db.query<{ id: number; name: string }>(
    'select n::regclass::oid::int8::float8 as id, n as name from unnest($1::text[]) n',
    [names],
  )
  const found = await smallRowCounts(
    database.db,
    known.map(({ id }) => id),
  )
  return Object.fromEntries(
    found.map(({ id, rows }) => [known.find((one) => one.id === id)?.name ?? '', rows]),
  )
}

test('small tables are counted exactly, with child tables and partitions', async () => {
  const names = ['"odd ""schema"."Odd Table"', 'nothing', 'base', 'parts', 'totals']
  const exact = { nothing: 0, base: 5, parts: 50, totals: 1 }
  expect(await counts(...names)).toEqual({ ...exact, '"odd ""schema"."Odd Table"': 7 })
})

test('large tables, views and unpopulated relations are left out', async () => {
  expect(await counts('many', 'shown', 'unread', 'nothing')).toEqual({ nothing: 0 })
  expect(await smallRowCounts(database.db, [4_000_000_000])).toEqual([])
})

test('a locked table is awaited shortly, and nothing fails', async () => {
  await database.db.transaction(async (tx) => {
    await tx.query('lock table nothing in access exclusive mode')
    expect(await counts('nothing')).toEqual({})
  })
  expect(await counts('nothing')).toEqual({ nothing: 0 })
})

test('rows that a policy hides are not counted as missing', async () => {
  await database.run(
    'create table guarded as select from generate_series(1, 4)',
    'alter table guarded enable row level security',
    'alter table guarded force row level security',
  )
  const [row] = await database.db.query<{ active: boolean }>(
    "select row_security_active('guarded') as active",
  )
  expect(await counts('guarded')).toEqual(row?.active === true ? {} : { guarded: 4 })
})
