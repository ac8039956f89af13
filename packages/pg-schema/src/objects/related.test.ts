import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listDependencies } from './related.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    `create type mood as enum ('good')`,
    'create type cents as range (subtype = int8, multirange_type_name = cent_ranges)',
    'create table people (id int, moods mood[])',
    'create view faces as select id from people',
    `create function look(a mood[], b people[], c faces, d cent_ranges[]) returns int language sql return 1`,
    'create publication feed for table people (id) where (id > 1)',
  )
})
afterAll(() => database.dispose())

const getId = async (catalog: string, name: string): Promise<number> => {
  const column = { pg_proc: 'proname', pg_publication: 'pubname', pg_type: 'typname' }[catalog]
  const [row] = await database.db.query<{ id: number }>(
    `select oid::int8::float8 as id from ${catalog} where ${column ?? 'relname'} = $1`,
    [name],
  )
  return row?.id ?? 0
}

const uses = async (catalog: string, name: string) =>
  new Map(
    (await listDependencies(database.db, catalog, await getId(catalog, name))).map(
      ({ description, type, id }) => [description, { type, id }],
    ),
  )

test('array types lead to the type of their elements, and row types to their table', async () => {
  const found = await uses('pg_proc', 'look')
  expect(found).toEqual(
    new Map([
      ['type mood[]', { type: 'type', id: await getId('pg_type', 'mood') }],
      ['type people[]', { type: 'table', id: await getId('pg_class', 'people') }],
      ['type faces', { type: 'view', id: await getId('pg_class', 'faces') }],
      ['type cent_ranges[]', { type: 'type', id: await getId('pg_type', 'cents') }],
    ]),
  )
})

test('a publication uses its tables', async () => {
  const found = await uses('pg_publication', 'feed')
  expect(found.get('table people')).toEqual({
    type: 'table',
    id: await getId('pg_class', 'people'),
  })
})
