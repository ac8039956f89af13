import { findKey, listColumns, findTable } from '@basalt/pg-catalog'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findTarget } from './find-target.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create schema "odd ""schema"',
    "create type mood as enum ('glad', 'sad')",
    'create domain positive as int check (value > 0)',
    'create domain small_positive as positive check (value < 100)',
    'create domain moods as mood[]',
    `create table everything (
      id bigint generated always as identity primary key, dropped int, "a "" name" varchar(20) not null,
      feeling mood, many moods, few small_positive[], one small_positive, amount numeric(10, 2),
      at timestamptz, doc jsonb, raw bytea, code uuid, yes boolean, place point)`,
    'alter table everything drop column dropped',
    'create table "odd ""schema"."Odd Table" (a int not null, b text not null, unique (b, a))',
    'create table keyless (a int)',
    'create table bare ()',
    'create table parts (id int primary key, at date) partition by range (id)',
    'create table part partition of parts for values from (0) to (100)',
    'create view seen as select * from everything',
    'create materialized view kept as select a from keyless',
    'create sequence counter',
  )
})
afterAll(() => database.dispose())

async function getId(name: string): Promise<number> {
  const [row] = await database.db.query<{ id: number }>('select $1::regclass::oid::int as id', [
    name,
  ])
  return row?.id ?? 0
}

test.each([
  'everything',
  '"odd ""schema"."Odd Table"',
  'keyless',
  'bare',
  'parts',
  'part',
  'seen',
  'kept',
])('rows of %s are read by the catalog entry of the table', async (name) => {
  const id = await getId(name)
  const target = await findTarget(database.db, id)
  const table = await findTable(database.db, id)
  const columns = await listColumns(database.db, id)
  expect(target).toEqual({
    schema: table?.schema,
    name: table?.name,
    columns: columns.map(({ name: column, data_type, kind, is_nullable }) => ({
      name: column,
      data_type,
      kind,
      is_nullable,
    })),
    key: await findKey(database.db, id),
  })
})

test('a domain over a domain has the kind of its base type', async () => {
  const target = await findTarget(database.db, await getId('everything'))
  const kinds = Object.fromEntries(target?.columns.map(({ name, kind }) => [name, kind]) ?? [])
  expect(kinds).toMatchObject({ one: 'number', few: 'array', many: 'array', feeling: 'enum' })
})

test('the next call sees a change', async () => {
  const { db } = database
  await database.run('create table shifting (a int)')
  const id = await getId('shifting')
  expect(await findTarget(db, id)).toMatchObject({ key: ['ctid'] })
  await database.run(
    'alter table shifting rename a to b',
    'alter table shifting add primary key (b)',
  )
  expect(await findTarget(db, id)).toMatchObject({
    columns: [{ name: 'b', is_nullable: false }],
    key: ['b'],
  })
  await database.run('drop table shifting')
  expect(await findTarget(db, id)).toBeNull()
})

test('a relation that is no table is not found', async () => {
  expect(await findTarget(database.db, await getId('counter'))).toBeNull()
  expect(await findTarget(database.db, 4_294_967_295)).toBeNull()
})
