import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSteps } from '../../../designs/run-steps.ts'
import { findObject } from '../../list-objects.ts'
import { planObjectChange, readObjectDesign } from '../../plan-object.ts'
import { triggers } from './triggers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

test('a trigger that is disabled on one partition stays disabled there', async () => {
  await database.run(
    'create table parent (id int) partition by range (id)',
    'create table "Part" partition of parent for values from (0) to (10)',
    'create table other partition of parent for values from (10) to (20)',
    `create function note() returns trigger language plpgsql as 'begin return null; end'`,
    'create trigger noted after insert on parent for each row execute function note()',
    'alter table "Part" disable trigger noted',
  )
  const [row] = await database.db.query<{ id: number }>(
    `select oid::int8::float8 as id from pg_trigger where tgname = 'noted' and tgparentid = 0`,
  )
  const id = row?.id ?? 0
  const found = await readObjectDesign(database.db, triggers, id)
  if (found === null) throw new Error('There is no trigger')
  const design = { ...found.design, name: 'renamed', when: 'new.id > 1' }
  const change = { action: 'alter' as const, id, version: found.version, design }
  await runSteps(database.db, await planObjectChange(database.db, triggers, change))
  expect(await findObject(database.db, triggers, id)).toMatchObject({
    copies: [
      { table: 'public."Part"', enabled: 'disabled' },
      { table: 'public.other', enabled: 'origin' },
    ],
  })
  const states = await database.db.query(
    `select tgrelid::regclass::text as "table", tgenabled::text as state
     from pg_trigger where tgname = 'renamed' order by 1`,
  )
  expect(states).toEqual([
    { table: '"Part"', state: 'D' },
    { table: 'other', state: 'O' },
    { table: 'parent', state: 'O' },
  ])
})
