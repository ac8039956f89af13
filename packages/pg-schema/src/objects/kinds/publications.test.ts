import type { PublicationDesign } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSteps } from '../../designs/run-steps.ts'
import { type Step, toSql } from '../../designs/steps.ts'
import { findRestrictions, listObjects } from '../list-objects.ts'
import type { ObjectChange } from '../object-kind.ts'
import { planObjectChange, readObjectDesign } from '../plan-object.ts'
import { publicationsCase } from '../testing/publications-case.ts'
import { publications } from './publications.ts'
import { sequences } from './sequences.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create publication basalt_realtime',
    'create publication own',
    'create table people (id int)',
  )
})
afterAll(() => database.dispose())

const plan = (change: ObjectChange<PublicationDesign>) =>
  planObjectChange(database.db, publications, change)

const blank = { ...publicationsCase.design, tables: [] }

async function find(name: string) {
  const [row] = await database.db.query<{ id: number }>(
    'select oid::int8::float8 as id from pg_publication where pubname = $1',
    [name],
  )
  const id = row?.id ?? 0
  const found = await readObjectDesign(database.db, publications, id)
  if (found === null) throw new Error(`There is no publication ${name}`)
  return { id, ...found }
}

const sqlOf = (steps: readonly Step[]) => steps.map(({ fragment }) => toSql(fragment))

test('all tables and schemas are written as PostgreSQL expects them', async () => {
  const everything = { ...blank, name: 'all', all_tables: true, owner: null, comment: null }
  const { steps } = await plan({ action: 'create', design: everything })
  expect(sqlOf(steps)).toEqual([
    `create publication "all" for all tables with (publish = 'insert, delete', publish_via_partition_root = true, publish_generated_columns = stored)`,
  ])
  const { id, version, design } = await find('own')
  const person = { table: 'public.people', columns: null, filter: null }
  const changed = { ...design, schemas: ['Odd'], tables: [person] }
  const altered = await plan({ action: 'alter', id, version, design: changed })
  expect(sqlOf(altered.steps)).toEqual([
    'alter publication "own" set table public.people, tables in schema "Odd"',
  ])
  // The role of a project is no superuser.
  await expect(runSteps(database.db, { steps })).rejects.toThrow('must be superuser')
})

test('what only a superuser can publish is restricted for other roles', async () => {
  const restricted = {
    all_tables: 'Only a superuser can set it, and the role of this project is not one',
    schemas: expect.stringContaining('Only a superuser'),
  }
  const page = await listObjects(database.db, publications, { direction: 'ascending', limit: 1 })
  expect(page.restrictions).toEqual(restricted)
  expect(await findRestrictions(database.db, publications)).toEqual(restricted)
  expect(await findRestrictions(database.db, sequences)).toEqual({})
})

test('a publication keeps whether it has all tables', async () => {
  const { id, version, design } = await find('own')
  await expect(
    plan({ action: 'alter', id, version, design: { ...design, all_tables: true } }),
  ).rejects.toMatchObject({ fields: { all_tables: expect.stringContaining('cannot change') } })
})

test('the publication of Basalt is locked', async () => {
  const { id } = await find('basalt_realtime')
  await expect(plan({ action: 'drop', id, cascade: false })).rejects.toThrow(
    'It belongs to Basalt, so it cannot be changed here.',
  )
})

test('a filter that PostgreSQL refuses is reported at its field', async () => {
  const people = { table: 'public.people', columns: null, filter: 'age > 1' }
  const design = { ...blank, name: 'broken', tables: [people] }
  const { steps } = await plan({ action: 'create', design })
  await expect(runSteps(database.db, { steps })).rejects.toMatchObject({
    fields: { 'tables.0.filter': 'column "age" does not exist' },
  })
})
