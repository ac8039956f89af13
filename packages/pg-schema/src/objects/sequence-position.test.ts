import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findBehind } from './sequence-position.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create sequence "Odd.Seq" increment by 5',
    'create sequence down increment by -1',
    'create sequence rounds maxvalue 3 cycle',
    'create sequence small as smallint',
    'create sequence free',
    `create table "Odd.Table" ("it's id" bigint default nextval('"Odd.Seq"'), down int, rounds int,
       small int)`,
    `alter sequence "Odd.Seq" owned by "Odd.Table"."it's id"`,
    'alter sequence down owned by "Odd.Table".down',
    'alter sequence rounds owned by "Odd.Table".rounds',
    'alter sequence small owned by "Odd.Table".small',
  )
})
afterAll(() => database.dispose())

const find = async (name: string) => {
  const [row] = await database.db.query<{ id: number }>(
    'select $1::regclass::oid::int8::float8 as id',
    [name],
  )
  return findBehind(database.db, row?.id ?? 0)
}

test('a sequence is behind when its column has the next number or a later one', async () => {
  expect(await find('"Odd.Seq"')).toBeNull()
  await database.run(`insert into "Odd.Table" ("it's id") values (500)`)
  const column = `public.Odd.Table.it's id`
  expect(await find('"Odd.Seq"')).toEqual({ column, reached: '500', next: '1', free: '505' })
  await database.run(`select nextval('"Odd.Seq"')`)
  expect(await find('"Odd.Seq"')).toEqual({ column, reached: '500', next: '6', free: '505' })
  await database.run(`alter sequence "Odd.Seq" restart with 505`)
  expect(await find('"Odd.Seq"')).toBeNull()
  await database.run('insert into "Odd.Table" default values')
  expect(await find('"Odd.Seq"')).toBeNull()
})

test('a descending sequence is compared with the smallest number', async () => {
  await database.run('insert into "Odd.Table" (down) values (-3), (9)')
  expect(await find('down')).toMatchObject({ reached: '-3', next: '-1', free: '-4' })
})

test('beyond its range there is no free number', async () => {
  await database.run('insert into "Odd.Table" (small) values (32767)')
  expect(await find('small')).toMatchObject({ reached: '32767', free: null })
})

test('a sequence that cycles, or has no column, is never behind', async () => {
  await database.run('insert into "Odd.Table" (rounds) values (3)')
  expect(await find('rounds')).toBeNull()
  expect(await find('free')).toBeNull()
})
