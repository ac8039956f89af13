import { randomUUID } from 'node:crypto'

import { listDependents, referringTables, findTable } from '@basalt/pg-catalog'
import { saveChange, ShapeCache } from '@basalt/pg-rows'
import { readDesign } from '@basalt/pg-schema'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { canReturn, carryOutDrop, onlyForGood, planDrop } from './drop-to-trash.ts'
import { restoreTable } from './restore.ts'
import { emptyEntry, ensureTrash, listTrash, overdue, type TrashEntry } from './storage.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

beforeEach(() =>
  database.run(
    'drop schema if exists shop cascade',
    'create schema shop',
    'create table shop.customers (id bigint generated always as identity primary key, email text unique)',
    `create table shop.orders (
      id serial primary key,
      customer bigint not null references shop.customers on delete cascade,
      parent int references shop.orders,
      total numeric(10,2) default 0.50 check (total >= 0)
    )`,
    'create table shop.items (id int primary key, "the order" int references shop.orders on update cascade)',
    'create index on shop.orders (total)',
    'alter table shop.orders enable row level security',
    'create policy mine on shop.orders for select to public using (total < 100)',
    `comment on table shop.orders is 'What was bought'`,
    'create view shop.cheap as select o.id, c.email from shop.orders o join shop.customers c on c.id = o.customer',
    `comment on view shop.cheap is 'Few euros'`,
    'create view shop.cheapest as select min(id) as id from shop.cheap',
    'create materialized view shop.sums as select customer, sum(total) from shop.orders group by customer',
    'create unique index sums_customer on shop.sums (customer)',
    'alter table shop.items enable row level security',
    'create policy seen on shop.items using (exists (select from shop.orders o where o.id = "the order"))',
    `create function shop.newest() returns int begin atomic select max(id) from shop.orders; end`,
    `insert into shop.customers (email) values ('a@x'), ('b@x')`,
    `insert into shop.orders (customer, parent, total) values (1, null, 1), (2, 1, 2.25)`,
    'insert into shop.items values (1, 1), (2, 2)',
    'refresh materialized view shop.sums',
  ),
)

async function getId(name: string): Promise<number> {
  const [row] = await database.db.query<{ id: number }>('select to_regclass($1)::oid::int as id', [
    name,
  ])
  return row?.id ?? 0
}

async function dropped(name: string): Promise<TrashEntry> {
  const { db } = database
  const [schema = '', table = ''] = name.split('.')
  const plan = await planDrop(db, { id: await getId(name), schema, name: table })
  await db.transaction(async (tx) => {
    await ensureTrash(tx)
    await carryOutDrop(tx, plan)
  })
  const [entry] = await listTrash(db, plan.id)
  if (entry === undefined) throw new Error('It is not in the trash')
  return entry
}

const restore = (entry: TrashEntry, position: { schema: string; name: string } = entry) =>
  database.db.transaction((tx) =>
    restoreTable(tx, entry, { schema: position.schema, name: position.name }),
  )

const toText = async (query: string) => (await database.db.text(query)).rows

/** A dump-like description of the schema, without object ids. */
const picture = async () => ({
  constraints: await toText(
    `select conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'shop'::regnamespace order by 1, 2`,
  ),
  relations: await toText(
    `select relname, relkind, relrowsecurity, obj_description(oid) from pg_class
     where relnamespace = 'shop'::regnamespace order by 1`,
  ),
  views: await toText(
    `select relname, pg_get_viewdef(oid) from pg_class
     where relnamespace = 'shop'::regnamespace and relkind in ('v', 'm') order by 1`,
  ),
  policies: await toText(`select * from pg_policies where schemaname = 'shop' order by policyname`),
  functions: await toText(
    `select pg_get_functiondef(oid) from pg_proc where pronamespace = 'shop'::regnamespace`,
  ),
  orders: await toText('select * from shop.orders order by id'),
  sums: await toText('select * from shop.sums order by customer'),
})

describe('a dropped table', () => {
  test('is restored with its rows, keys, indexes, policies, and all dependents', async () => {
    const before = await picture()
    const entry = await dropped('shop.orders')
    expect(await getId('shop.orders')).toBe(0)
    expect(await getId('shop.cheapest')).toBe(0)
    const { left_out } = await restore(entry)
    expect(left_out).toEqual([])
    expect(await picture()).toEqual(before)
    expect(await toText('insert into shop.orders (customer) values (1) returning id')).toEqual([
      ['3'],
    ])
    expect(await listTrash(database.db)).toEqual([])
  })

  test('refuses edits of users who still have it open, and is not listed', async () => {
    const { db } = database
    const table = await getId('shop.customers')
    const shapes = new ShapeCache()
    const edit = (email: string) => {
      const previous = { email: 'a@x' }
      const operation = { op: 'update' as const, table, key: ['1'], values: { email }, previous }
      return saveChange(db, { id: randomUUID(), by: 'ada', operations: [operation] }, shapes)
    }
    expect(await edit('before@x')).toMatchObject({ outcome: 'saved' })
    const entry = await dropped('shop.customers')
    await expect(edit('after@x')).rejects.toThrow('This table no longer exists')
    expect(await findTable(db, table)).toBeNull()
    await restore(entry)
    expect(await findTable(db, table)).toMatchObject({ name: 'customers' })
    expect(await toText('select email from shop.customers where id = 1')).toEqual([['before@x']])
  })

  test('blocks nothing: its name is free and rows that it referenced can be deleted', async () => {
    const entry = await dropped('shop.orders')
    await database.run(
      'create table shop.orders (id int primary key)',
      'delete from shop.customers',
    )
    expect(await toText('select count(*) from shop.customers')).toEqual([['0']])
    await expect(restore(entry)).rejects.toMatchObject({
      fields: { name: 'shop already contains orders: choose another name' },
    })
  })

  test('is restored under another name, with its views and keys', async () => {
    const entry = await dropped('shop.orders')
    await database.run('create table shop.orders (id int primary key)')
    const { left_out } = await restore(entry, { schema: 'shop', name: 'old "orders' })
    expect(left_out).toEqual([])
    expect(await toText('select count(*) from shop."old ""orders"')).toEqual([['2']])
    expect(await toText('select id from shop.cheapest')).toEqual([['1']])
    expect(
      await toText(
        `select pg_get_constraintdef(oid) from pg_constraint where conname = 'items_the order_fkey'`,
      ),
    ).toEqual([['FOREIGN KEY ("the order") REFERENCES shop."old ""orders"(id) ON UPDATE CASCADE']])
  })

  test('gets its foreign keys as NOT VALID when referenced rows were deleted since', async () => {
    const entry = await dropped('shop.orders')
    await database.run('insert into shop.items values (3, 99)')
    const { left_out } = await restore(entry)
    expect(left_out).toEqual([
      'foreign key items_the order_fkey applies to new rows only: some rows reference missing rows',
    ])
  })

  test('reports objects that cannot be restored, and is restored all the same', async () => {
    const entry = await dropped('shop.orders')
    await database.run('drop table shop.customers')
    const { left_out } = await restore(entry)
    expect(left_out.map((text) => text.split(':')[0])).toEqual([
      'foreign key orders_customer_fkey',
      'view shop.cheap',
      'view shop.cheapest',
    ])
    expect(await toText('select count(*) from shop.orders')).toEqual([['2']])
  })

  test('can be dropped again under the same name, and both are stored', async () => {
    const first = await dropped('shop.items')
    await database.run('create table shop.items (id int primary key)')
    const second = await dropped('shop.items')
    await restore(second)
    await database.run('alter table shop.items rename to newer')
    await restore(first)
    expect(await toText('select count(*) from shop.items')).toEqual([['2']])
    expect(await toText('select count(*) from shop.newer')).toEqual([['0']])
  })

  test('with partitions keeps them together', async () => {
    await database.run(
      'create table shop.logs (at date primary key, what text) partition by range (at)',
      `create table shop.logs_26 partition of shop.logs for values from ('2026-01-01') to ('2027-01-01')`,
      `insert into shop.logs values ('2026-05-05', 'x')`,
    )
    const entry = await dropped('shop.logs')
    expect(await getId('shop.logs_26')).toBe(0)
    expect((await restore(entry)).left_out).toEqual([])
    expect(await toText('select tableoid::regclass, what from shop.logs')).toEqual([
      ['shop.logs_26', 'x'],
    ])
  })

  test('is added to its publications again', async () => {
    await database.run('create publication news for table shop.items (id) where (id > 1)')
    const entry = await dropped('shop.items')
    expect(
      await toText(`select count(*) from pg_publication_tables where pubname = 'news'`),
    ).toEqual([['0']])
    await restore(entry)
    expect(
      await toText(
        `select tablename, attnames, rowfilter from pg_publication_tables where pubname = 'news'`,
      ),
    ).toEqual([['items', '{id}', '(id > 1)']])
    await database.run('drop publication news')
  })

  test('is readable by its owner only, with any former grants', async () => {
    await database.run(
      'drop role if exists visitor',
      'create role visitor',
      'grant usage on schema shop to visitor',
      'grant select on shop.customers to visitor',
      'grant visitor to postgres with inherit false, set true',
    )
    const entry = await dropped('shop.items')
    const position = `basalt_trash.${entry.record.members[0]?.kept_as}`
    await database.run(`grant select on ${position} to visitor`)
    const reading = database.db.transaction(async (tx) => {
      await tx.text('set local role visitor')
      await tx.text(`select * from ${position}`)
    })
    await expect(reading).rejects.toMatchObject({ sql: { sqlstate: '42501' } })
    await restore(entry)
    await database.run(
      'revoke all on all tables in schema shop from visitor',
      'revoke all on schema shop from visitor',
      'drop role visitor',
    )
  })

  test('is deleted permanently after its time, or when the trash is full', async () => {
    const entry = await dropped('shop.items')
    const after = new Date(Date.parse(entry.expires_at) + 1)
    expect(overdue([entry], new Date())).toEqual([])
    expect(overdue([entry], after)).toEqual([entry])
    const huge = { ...entry, size_bytes: 6 * 1024 ** 3 }
    expect(overdue([huge, entry], new Date())).toEqual([entry])
    await database.db.transaction((tx) => emptyEntry(tx, entry))
    expect(await listTrash(database.db, entry.id)).toEqual([])
    expect(await toText(`select count(*) from pg_class where oid = ${entry.relation}`)).toEqual([
      ['0'],
    ])
  })
})

describe('the dependents of a table', () => {
  test('are listed in dependency order, without the table’s own parts', async () => {
    const found = await listDependents(database.db, await getId('shop.orders'))
    expect(found.map(({ kind, description }) => [kind, description])).toEqual(
      expect.arrayContaining([
        ['foreign key', 'constraint items_the order_fkey on table shop.items'],
        ['policy', 'policy seen on table shop.items'],
        ['function', 'function shop.newest()'],
        ['view', 'view shop.cheap'],
        ['materialized view', 'materialized view shop.sums'],
        ['view', 'view shop.cheapest'],
      ]),
    )
    expect(found).toHaveLength(6)
    expect(found.every(canReturn)).toBe(true)
    const names = found.map(({ description }) => description)
    expect(names.indexOf('view shop.cheap')).toBeLessThan(names.indexOf('view shop.cheapest'))
    expect(await referringTables(database.db, await getId('shop.customers'))).toEqual([
      'shop.items',
      'shop.orders',
    ])
  })

  test('decide whether the trash accepts it', async () => {
    const reason = async (name: string) => {
      const id = await getId(name)
      return onlyForGood(database.db, id, await listDependents(database.db, id))
    }
    expect(await reason('shop.orders')).toBeNull()
    expect(await reason('shop.sums')).toMatch(/^A view holds no rows/u)
    await database.run('create table shop.rows_of (item shop.items)')
    expect(await reason('shop.items')).toMatch(/depends on it and could not be restored$/u)
  })
})

test('a restored table has its former design', async () => {
  const { db } = database
  const before = await readDesign(db, await getId('shop.orders'))
  await restore(await dropped('shop.orders'))
  const after = await readDesign(db, await getId('shop.orders'))
  expect(after?.design).toEqual(before?.design)
  expect(after?.version).toBe(before?.version)
})
