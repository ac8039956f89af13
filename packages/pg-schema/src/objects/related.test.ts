import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSteps } from '../designs/run-steps.ts'
import { views } from './kinds/views/views.ts'
import { planObjectChange } from './plan-object.ts'
import { listDependencies, listDependentObjects } from './related.ts'

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

test('objects that depend on one another are each listed once, and dropped together', async () => {
  await database.run(
    'create table hens (id int primary key, egg int)',
    'create table eggs (id int primary key, hen int references hens)',
    'alter table hens add foreign key (egg) references eggs',
    'create view broods as select id from hens',
    // The view is replaced by one that calls a function of its own rows.
    'create function count_broods(broods) returns int language sql return 1',
    'create or replace view broods as select id, count_broods(null) as brood from hens',
  )
  const list = async (catalog: string, name: string) =>
    (await listDependentObjects(database.db, { catalog }, await getId(catalog, name))).map(
      ({ description }) => description,
    )
  const ofHens = await list('pg_class', 'hens')
  expect(ofHens.toSorted()).toEqual([
    'constraint eggs_hen_fkey on table eggs',
    'function count_broods(broods)',
    'view broods',
  ])
  expect(await list('pg_proc', 'count_broods')).toEqual(['view broods'])
  expect(await list('pg_class', 'broods')).toEqual(['function count_broods(broods)'])
  const dropped = await getId('pg_class', 'broods')
  const { steps } = await planObjectChange(database.db, views, {
    action: 'drop',
    id: dropped,
    cascade: true,
  })
  await runSteps(database.db, { steps })
  expect(await getId('pg_proc', 'count_broods')).toBe(0)
})
