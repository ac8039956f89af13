import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { duplicateSteps } from './other-changes.ts'
import { readDesign } from './read-design.ts'
import { runSteps } from './run-steps.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

const listGrants = async (name: string) =>
  (
    await database.db.text(
      `select replace(c.relname, '${name}', ''), null, unnest(relacl)::text from pg_class c
       where relname ^@ '${name}' and relacl is not null
       union all select null, attname, attacl::text from pg_attribute
       where attrelid = 'shop.${name}'::regclass and attacl is not null order by 1, 2, 3`,
    )
  ).rows

test('a duplicated table has the grants of the first, and none by default privileges', async () => {
  await database.run(
    'create role "the reader"',
    'create schema shop',
    'create table shop.counted (id serial, note text)',
    'grant select (note), insert on shop.counted to "the reader"',
    'grant usage on sequence shop.counted_id_seq to "the reader"',
    'alter default privileges in schema shop grant all on tables to public',
    'alter default privileges in schema shop grant all on sequences to public',
  )
  const [source] = await database.db.query<{ id: number }>(
    `select 'shop.counted'::regclass::oid::int8::float8 as id`,
  )
  const table = await readDesign(database.db, source?.id ?? 0)
  if (table === null) throw new Error('The table is not there')
  const steps = await duplicateSteps(database.db, table, {
    schema: 'shop',
    name: 'recounted',
    with_data: true,
    with_indexes: true,
    with_policies: true,
    with_foreign_keys: true,
  })
  await runSteps(database.db, { steps })
  expect(await listGrants('recounted')).toEqual(await listGrants('counted'))
  expect(await listGrants('recounted')).toHaveLength(5)
})
