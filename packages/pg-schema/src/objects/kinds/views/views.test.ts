import type { ViewObjectDesign } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSteps } from '../../../designs/run-steps.ts'
import { toSql } from '../../../designs/steps.ts'
import { asAnyKind } from '../../object-kind.ts'
import { planObjectChange, readObjectDesign } from '../../plan-object.ts'
import { prepareReverse } from '../../reverse-change.ts'
import { views } from './views.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create role "Odd reader"',
    'create role clerk',
    'create table people (id int primary key, name text, born date)',
    `create function note() returns trigger language plpgsql as 'begin return null; end'`,
  )
})
afterAll(() => database.dispose())

async function find(name: string) {
  const [row] = await database.db.query<{ id: number }>(
    'select oid::int8::float8 as id from pg_class where relname = $1',
    [name],
  )
  const read = row && (await readObjectDesign(database.db, views, row.id))
  if (row === undefined || !read) throw new Error(`There is no view ${name}`)
  return { ...row, ...read }
}

async function alter(name: string, part: Partial<ViewObjectDesign>) {
  const { id, version, design } = await find(name)
  const change = { action: 'alter' as const, id, version, design: { ...design, ...part } }
  const { steps } = await planObjectChange(database.db, views, change)
  await runSteps(database.db, { steps })
}

/** Everything that is attached to a view, in the words of PostgreSQL. */
const listAttached = (name: string) =>
  database.db.text(
    `select 'grant', a::text from pg_class, unnest(relacl) a where oid = $1::regclass
     union all select attname, concat(attacl, col_description(attrelid, attnum), (
         select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum))
       from pg_attribute where attrelid = $1::regclass and attnum > 0
     union all select tgname, pg_get_triggerdef(oid) || obj_description(oid, 'pg_trigger')
       from pg_trigger where tgrelid = $1::regclass
     union all select rulename, pg_get_ruledef(oid) || obj_description(oid, 'pg_rewrite')
       from pg_rewrite where ev_class = $1::regclass and rulename <> '_RETURN'
     order by 1, 2`,
    [name],
  )

test('a view that is created again keeps all that is attached to it', async () => {
  await database.run(
    'create view "The people" as select id, name, born from people',
    'grant select, update on "The people" to clerk with grant option',
    'revoke delete on "The people" from postgres',
    'grant update (name) on "The people" to "Odd reader"',
    `comment on column "The people".name is 'Its name'`,
    `alter view "The people" alter column name set default 'nobody'`,
    'create trigger "on write" instead of insert on "The people" for each row execute function note()',
    `comment on trigger "on write" on "The people" is 'Notes'`,
    'create rule "no delete" as on delete to "The people" do instead nothing',
    `comment on rule "no delete" on "The people" is 'Never'`,
    'alter default privileges grant insert on tables to "Odd reader"',
    'create role "second reader"',
    'grant clerk to current_user',
    'set role clerk',
    'grant select on "The people" to "second reader"',
    'reset role',
  )
  const { id } = await find('The people')
  const { rows } = await listAttached('"The people"')
  await alter('The people', { query: 'select name, id from people', check: 'none' })
  expect((await find('The people')).id).not.toBe(id)
  const isBorn = ([name]: (string | null)[]) => name === 'born'
  expect((await listAttached('"The people"')).rows).toEqual(rows.filter((row) => !isBorn(row)))
  await database.run('alter default privileges revoke insert on tables from "Odd reader"')
})

test('the change back of a view that was created again restores its removed columns', async () => {
  await database.run(
    'create view "Some people" as select id, name, born from people',
    'create trigger "on write" instead of insert on "Some people" for each row execute function note()',
    'grant select (born) on "Some people" to clerk',
    `comment on column "Some people".born is 'Its birthday'`,
    `comment on trigger "on write" on "Some people" is 'Notes'`,
  )
  const { db } = database
  const { id, version, design } = await find('Some people')
  const { rows } = await listAttached('"Some people"')
  const change = {
    action: 'alter' as const,
    id,
    version,
    design: { ...design, query: 'select name, id from people' },
  }
  const { steps } = await planObjectChange(db, views, change)
  await db.transaction(async (tx) => {
    const getReverse = await prepareReverse(tx, asAnyKind(views), change)
    for (const { fragment } of steps) await tx.text(toSql(fragment))
    for (const { fragment } of (await getReverse(tx)) ?? []) await tx.text(toSql(fragment))
  })
  expect((await listAttached('"Some people"')).rows).toEqual(rows)
  expect((await find('Some people')).design).toEqual(design)
})

test('a new column comes last in place, and other views stay', async () => {
  await database.run(
    'create view plain with (security_invoker) as select id from people',
    'create view above as select id from plain',
  )
  const { id } = await find('plain')
  await alter('plain', { query: 'select id, name from people;\n', columns: ['no'] })
  expect(await find('plain')).toMatchObject({
    id,
    design: { columns: ['no', 'name'], security_invoker: true },
  })
})

test('a view that others use is not created again', async () => {
  await database.run(
    'create view below as select id, name from people',
    'create view top as select name from below',
  )
  await expect(alter('below', { query: 'select name, id from people' })).rejects.toMatchObject({
    fields: { query: expect.stringContaining('prevent: view top. Drop') as string },
  })
})

test('a mistake in a query is shown at its line before it runs', async () => {
  await database.run('create view wrong as select id from people')
  await expect(alter('wrong', { query: 'select id,\n  nope\nfrom people' })).rejects.toMatchObject({
    fields: { query: 'line 2: column "nope" does not exist' },
  })
})
