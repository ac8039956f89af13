import type { ChangedColumn, ChangedDesign, TableDesign } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase, foundTable } from '@basalt/pg-testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { alterSteps } from './alter-table.ts'
import { duplicateSteps } from './other-changes.ts'
import { probeOn } from './probe.ts'
import { runSteps } from './run-steps.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())
beforeEach(() => database.run('drop schema if exists shop cascade', 'create schema shop'))

const listRows = async (sql: string) => (await database.db.text(sql)).rows

async function table(name = 'shop.t') {
  const [row] = await listRows(`select '${name}'::regclass::oid::int`)
  return foundTable(database.db, Number(row?.[0]))
}

const unchanged = ({ columns, ...rest }: TableDesign): ChangedDesign => ({
  ...rest,
  columns: columns.map((one) => ({ ...one, was: one.name, using: null })),
})

async function alter(more: Partial<ChangedColumn>) {
  const { db } = database
  const current = await table()
  const [id, ...rest] = unchanged(current.design).columns
  if (id === undefined) throw new Error('The table has no column')
  const target = { ...unchanged(current.design), columns: [{ ...id, ...more }, ...rest] }
  const steps = await alterSteps(
    db,
    { current, target, online: false },
    probeOn(db, current.design),
  )
  await runSteps(db, { steps, columns: target.columns, tableId: current.id })
}

const toIdentity = { default: null, identity: 'by default' } as const
const add = async (column = 'id', name = 'shop.t') =>
  (await listRows(`insert into ${name} (v) values ('new') returning "${column}"`))[0]?.[0]

/** Sequences of the schema, with the column that owns each. */
const sequences = () =>
  listRows(`select c.relname, d.refobjid::regclass || '.' || a.attname, d.deptype from pg_class c
    left join pg_depend d on d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where c.relkind = 'S' and c.relnamespace = 'shop'::regnamespace order by 1`)

describe('a serial column that becomes an identity', () => {
  test.each(['serial', 'bigserial', 'smallserial'])(
    'of %s continues after the maximum and keeps one sequence',
    async (type) => {
      await database.run(
        `create table shop.t (id ${type} primary key, v text)`,
        "insert into shop.t (v) values ('a'), ('b')",
      )
      await alter(toIdentity)
      expect(await add()).toBe('3')
      expect(await sequences()).toEqual([['t_id_seq', 'shop.t.id', 'i']])
    },
  )

  test('keeps the increment, the bounds and the name of its sequence, under its new name', async () => {
    await database.run(
      'create sequence shop."Count down" increment by -5 minvalue -1000 start with -10',
      `create table shop.t (id int default nextval('shop."Count down"'), v text)`,
      'alter sequence shop."Count down" owned by shop.t.id',
      'insert into shop.t (v) select null from generate_series(1, 3)',
    )
    await alter({ ...toIdentity, name: 'number' })
    expect(await add('number')).toBe('-25')
    expect(await sequences()).toEqual([['Count down', 'shop.t.number', 'i']])
  })

  test('leaves a sequence that something else uses', async () => {
    await database.run(
      'create table shop.t (id serial, v text)',
      "create table shop.other (id int default nextval('shop.t_id_seq'))",
      "insert into shop.t (v) values ('a')",
    )
    await alter(toIdentity)
    expect(await add()).toBe('2')
    await database.run('drop table shop.t', 'insert into shop.other default values')
    expect(await listRows('select id from shop.other')).toEqual([['2']])
  })

  test('restarts at its start value without rows, and when all rows are before it', async () => {
    await database.run('create table shop.t (id int, v text)')
    await alter({ ...toIdentity, is_nullable: false })
    expect(await add()).toBe('1')
    await database.run('drop table shop.t', 'create table shop.t (id int not null, v text)')
    await database.run('insert into shop.t values (-7)')
    await alter(toIdentity)
    expect(await add()).toBe('1')
  })

  test('becomes serial again unchanged, after the maximum', async () => {
    await database.run(
      'create table shop.t (id serial primary key, v text)',
      'alter sequence shop.t_id_seq increment by 10',
      "insert into shop.t (v) values ('a'), ('b')",
    )
    const { design } = await table()
    await alter(toIdentity)
    expect(await add()).toBe('21')
    await alter({ default: design.columns[0]?.default ?? null, identity: null })
    expect((await table()).design).toEqual(design)
    expect(await add()).toBe('31')
    expect(await sequences()).toEqual([['t_id_seq', 'shop.t.id', 'a']])
    await alter(toIdentity)
    expect(await add()).toBe('41')
  })
})

describe('a copy of a table with sequences', () => {
  const copy = async (withData = true) => {
    const { db } = database
    const requested = {
      schema: 'shop',
      name: 'Copy',
      with_data: withData,
      with_indexes: true,
      with_policies: true,
      with_foreign_keys: true,
    }
    await runSteps(db, { steps: await duplicateSteps(db, await table(), requested) })
  }

  test('has a separate sequence after the rows, and the first table can be dropped', async () => {
    await database.run(
      `create table shop.t (id serial primary key, code text default 'C-' || nextval('shop.t_id_seq'),
        n bigint generated always as identity (increment by -3), v text)`,
      "insert into shop.t (id, v) values (1, 'a'), (5, 'b')",
    )
    await copy()
    await database.run('drop table shop.t')
    expect(
      await listRows('insert into shop."Copy" (v) values (null) returning id, code, n'),
    ).toEqual([['6', 'C-7', '-7']])
    expect(await sequences()).toEqual([
      ['Copy_id_seq', 'shop."Copy".id', 'a'],
      ['Copy_n_seq', 'shop."Copy".n', 'i'],
    ])
  })

  test('without the rows restarts, and numbers inside a text continue', async () => {
    await database.run(
      'create table shop.t (id text primary key, v text)',
      'create sequence shop.codes start with 50 owned by shop.t.id',
      "alter table shop.t alter column id set default 'C-' || nextval('shop.codes')",
      "insert into shop.t (v) values ('a')",
    )
    await copy(false)
    expect(await add('id', 'shop."Copy"')).toBe('C-50')
    await database.run('drop table shop."Copy"')
    await copy()
    expect(await add('id', 'shop."Copy"')).toBe('C-51')
    expect(await add()).toBe('C-51')
  })

  test('uses a sequence that no column owns like the first table', async () => {
    await database.run(
      'create sequence shop.numbers',
      "create table shop.t (id int default nextval('shop.numbers'), v text)",
    )
    await copy()
    expect([await add(), await add('id', 'shop."Copy"'), await add()]).toEqual(['1', '2', '3'])
  })
})
