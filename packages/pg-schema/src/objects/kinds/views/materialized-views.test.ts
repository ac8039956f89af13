import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSteps } from '../../../designs/run-steps.ts'
import { findObject } from '../../list-objects.ts'
import { planObjectChange, readObjectDesign } from '../../plan-object.ts'
import { materializedViews } from './materialized-views.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
  await database.run('create table bills (id int primary key, note text)')
})
afterAll(() => database.dispose())

async function getId(name: string): Promise<number> {
  const [row] = await database.db.query<{ id: number }>(
    'select oid::int8::float8 as id from pg_class where relname = $1',
    [name],
  )
  return row?.id ?? 0
}

/** Everything that is attached to it, in the words of PostgreSQL. */
const listAttached = (name: string) =>
  database.db.text(
    `select pg_get_indexdef(indexrelid), concat(indisclustered, obj_description(indexrelid, 'pg_class'),
         (select string_agg(attstattarget::text, ',') from pg_attribute where attrelid = indexrelid))
       from pg_index where indrelid = $1::regclass
     union all select pg_get_statisticsobjdef(oid), concat(stxstattarget, obj_description(oid, 'pg_statistic_ext'))
       from pg_statistic_ext where stxrelid = $1::regclass
     union all select attname, concat(attstattarget, attoptions, attstorage, attcompression)
       from pg_attribute where attrelid = $1::regclass and attnum > 0
     union all select a::text, '' from pg_class, unnest(relacl) a where oid = $1::regclass
     order by 1, 2`,
    [name],
  )

test('another query keeps indexes, statistics, storage and grants in one transaction', async () => {
  await database.run(
    'create role auditor',
    `create materialized view "All bills" with (fillfactor = 60) as
       select id, note, id % 2 as half from bills`,
    'create unique index "by id" on "All bills" (id)',
    'create index on "All bills" (lower(note)) where half = 1',
    `comment on index "by id" is 'Its key'`,
    'alter index "All bills_lower_idx" alter column 1 set statistics 7',
    'alter materialized view "All bills" cluster on "by id"',
    'alter materialized view "All bills" alter column note set storage external',
    'alter materialized view "All bills" alter column half set (n_distinct = 2)',
    'create statistics bill_halves (dependencies) on id, half from "All bills"',
    `comment on statistics bill_halves is 'Halves'`,
    'grant select on "All bills" to auditor',
  )
  const { rows } = await listAttached('"All bills"')
  const id = await getId('All bills')
  const found = await readObjectDesign(database.db, materializedViews, id)
  if (found === null) throw new Error('There is no view')
  const query = 'select id, id % 2 as half, note from bills'
  const { steps } = await planObjectChange(database.db, materializedViews, {
    action: 'alter',
    id,
    version: found.version,
    design: { ...found.design, query },
  })
  expect(steps.every(({ runs }) => runs === 'in transaction')).toBe(true)
  await runSteps(database.db, { steps })
  expect((await listAttached('"All bills"')).rows).toEqual(rows)
  const after = await readObjectDesign(database.db, materializedViews, await getId('All bills'))
  expect(after?.design.storage).toEqual([{ name: 'fillfactor', value: '60' }])
})

test.each([
  ['create index on subject (id)', true],
  ['create unique index on subject (id) where id > 0', true],
  ['create unique index on subject ((id + 1))', true],
  ['create unique index on subject (id, note)', false],
])(
  'after “%s” a refresh without blocking is judged as PostgreSQL does',
  async (index, isRefused) => {
    await database.run('create materialized view subject as select id, note from bills', index)
    const row = await findObject<{ id: number; concurrent_obstacle: string | null }>(
      database.db,
      materializedViews,
      await getId('subject'),
    )
    const refreshed = await database
      .run('refresh materialized view concurrently subject')
      .then(() => 'refreshed', String)
    expect(refreshed !== 'refreshed').toBe(isRefused)
    expect(row?.concurrent_obstacle?.includes('unique index') === true).toBe(isRefused)
    await database.run('drop materialized view subject')
  },
)
