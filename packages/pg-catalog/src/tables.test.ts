import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listChildTablesFor } from './child-tables.ts'
import { findKey, listColumns } from './columns.ts'
import { listSchemas } from './schemas/schemas.ts'
import { findTable, type LastTable, listTables } from './tables.ts'
import { nameTypes } from './types.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create schema sales',
    'create schema "odd ""schema"',
    'create table sales.orders (id int primary key, at date not null) partition by range (id)',
    'create table sales.orders_1 partition of sales.orders for values from (0) to (100)',
    'create view sales.totals as select count(*) as count from sales.orders',
    'create materialized view sales.daily as select at, count(*) as count from sales.orders group by at',
    'create table "odd ""schema"."Odd Table" (id int)',
    'create table zebra (id int)',
    'create table apple (id int)',
    'create temporary table passing (id int)',
    'alter table apple enable row level security',
    "comment on table apple is 'Fruit'",
  )
})
afterAll(() => database.dispose())

const list = (options: Partial<Parameters<typeof listTables>[1]> = {}) =>
  listTables(database.db, { limit: 100, ...options })

const names = async (options: Partial<Parameters<typeof listTables>[1]> = {}) =>
  (await list(options)).map(({ schema, name }) => `${schema}.${name}`)

/** The oid of a relation by its quoted name. */
async function getId(name: string): Promise<number> {
  const rows = await database.db.query<{ id: number }>('select $1::regclass::oid::int as id', [
    name,
  ])
  return rows[0]?.id ?? 0
}

describe('schemas', () => {
  test('are listed by name, without hidden and temporary schemas', async () => {
    const schemas = await listSchemas(database.db, ['information_schema', 'pg_catalog', 'pg_toast'])
    expect(schemas.map(({ name }) => name)).toEqual(['odd "schema', 'public', 'sales'])
    expect(schemas[2]?.owner).toBe('postgres')
  })
})

describe('tables', () => {
  test('of every kind are listed by name, partitions only through their parent', async () => {
    const tables = await list({ schemas: ['sales'] })
    expect(tables.map(({ name, kind }) => [name, kind])).toEqual([
      ['daily', 'materialized_view'],
      ['orders', 'partitioned_table'],
      ['totals', 'view'],
    ])
  })

  test('of system schemas and temporary ones never show', async () => {
    const found = await names()
    expect(found).toContain('public.zebra')
    expect(found.filter((name) => /pg_|information_schema|passing/u.test(name))).toEqual([])
  })

  test('are found by a part of their name, ignoring case, and % is only a character', async () => {
    expect(await names({ search: 'ODD' })).toEqual(['odd "schema.Odd Table'])
    expect(await names({ search: '%' })).toEqual([])
  })

  test.each(['name', 'name_desc', 'kind', 'rows'] as const)(
    'come in pages by %s, each table once, also those with one name in several schemas',
    async (sort) => {
      await database.run(
        'create schema if not exists twin',
        ...['apple', 'zebra', 'orders', 'totals'].map(
          (name) => `create table if not exists twin.${name} (id int)`,
        ),
      )
      const all = await names({ sort })
      const paged: string[] = []
      let after: LastTable | undefined
      for (;;) {
        const page = await list({ sort, limit: 1, after })
        const last = page.at(-1)
        if (last === undefined) break
        paged.push(...page.map(({ schema, name }) => `${schema}.${name}`))
        after = { ...last, rows: last.row_estimate ?? -1 }
      }
      expect(paged).toEqual(all)
      expect(new Set(paged).size).toBe(paged.length)
      expect(paged).toEqual(
        expect.arrayContaining(['public.apple', 'twin.apple', 'sales.orders', 'twin.orders']),
      )
      await database.run('drop schema twin cascade')
    },
  )

  test('are filtered by kind, several at once', async () => {
    expect(await names({ schemas: ['sales'], kinds: ['view', 'materialized_view'] })).toEqual([
      'sales.daily',
      'sales.totals',
    ])
    expect(await names({ schemas: ['sales'], kinds: ['foreign_table'] })).toEqual([])
  })

  test('show their partitions on request, by parent, by id or by name', async () => {
    const parent = await getId('sales.orders')
    expect(await names({ listPartitions: parent })).toEqual(['sales.orders_1'])
    expect(await names({ search: 'orders_1' })).toEqual(['sales.orders_1'])
    const ids = [await getId('sales.orders_1'), await getId('apple'), 4_294_967_295]
    expect(await names({ ids })).toEqual(['public.apple', 'sales.orders_1'])
    expect((await list({ ids }))[1]?.is_partition).toBe(true)
  })

  test('of hidden schemas do not show, even on request', async () => {
    expect(await names({ schemas: ['sales'], hidden: ['sales'] })).toEqual([])
  })

  test('that are views show whether they are security invoker views and updatable', async () => {
    await database.run(
      'create view safe with (security_invoker = on) as select id from zebra',
      'create view unsafe as select id from zebra limit 1',
    )
    const views = await list({ kinds: ['view'], schemas: ['public'] })
    expect(views.map((view) => [view.name, view.is_security_invoker])).toEqual([
      ['safe', true],
      ['unsafe', false],
    ])
    expect(await findTable(database.db, await getId('safe'))).toMatchObject({
      is_updatable: true,
      is_insertable: true,
    })
    expect(await findTable(database.db, await getId('unsafe'))).toMatchObject({
      is_updatable: false,
      is_insertable: false,
    })
    expect(await findTable(database.db, await getId('zebra'))).toMatchObject({
      is_updatable: true,
      is_insertable: true,
    })
    await database.run('drop view safe, unsafe')
  })

  test("show whether row level security is on, and the planner's row estimate", async () => {
    await database.run('insert into zebra select generate_series(1, 500)', 'analyze zebra')
    const [apple, zebra] = await list({ schemas: ['public'] })
    expect(apple).toMatchObject({ name: 'apple', rls_enabled: true, row_estimate: null })
    expect(zebra).toMatchObject({ name: 'zebra', rls_enabled: false, row_estimate: 500 })
  })

  test('show whether row level security applies to the reader, which it does not to their owner', async () => {
    const id = await getId('apple')
    const hides = async (role: string) =>
      database.db.transaction(async (tx) => {
        await tx.text(`set local role ${role}`)
        return (await findTable(tx, id))?.hides_rows
      })
    await database.run('create role looker', 'grant looker to current_user')
    expect([await hides('looker'), (await findTable(database.db, id))?.hides_rows]).toEqual([
      true,
      false,
    ])
    await database.run('drop role looker')
  })

  test('are found by id with their comment; other ids are not', async () => {
    const apple = await findTable(database.db, await getId('apple'))
    expect(apple).toMatchObject({ name: 'apple', schema: 'public', comment: 'Fruit' })
    expect(await findTable(database.db, 4_294_967_295)).toBeNull()
    const [index] = await database.db.query<{ id: number }>(
      "select indexrelid::int as id from pg_index join pg_class on pg_class.oid = indrelid where relname = 'orders'",
    )
    expect(await findTable(database.db, index?.id ?? 0)).toBeNull()
  })
})

describe('the key of a table', () => {
  const getKey = async (ddl: string) => {
    await database.run('drop table if exists keyed', `create table keyed ${ddl}`)
    return findKey(database.db, await getId('keyed'))
  }

  test.each([
    ['(a int, b int, primary key (b, a))', ['b', 'a'], 'the primary key, in its own order'],
    [
      '(a int not null unique, b int primary key)',
      ['b'],
      'the primary key before any unique index',
    ],
    [
      '(a int not null, b int not null, c int not null unique, unique (a, b))',
      ['c'],
      'the narrowest unique index',
    ],
    ['(a int unique)', ['ctid'], 'its place where the unique column may be null'],
    ['(a int)', ['ctid'], 'its place where there is no index'],
    [
      '(a int not null, exclude using btree (a with =))',
      ['ctid'],
      'its place behind an exclusion constraint',
    ],
  ])('%s is %j: %s', async (ddl, key) => {
    expect(await getKey(ddl)).toEqual(key)
  })

  test('is never a partial index or an expression, which do not identify every row', async () => {
    await database.run(
      'drop table if exists keyed',
      'create table keyed (a int not null, b text not null)',
      'create unique index on keyed (a) where a > 0',
      'create unique index on keyed (lower(b))',
    )
    expect(await findKey(database.db, await getId('keyed'))).toEqual(['ctid'])
  })

  test('leaves out INCLUDE columns of an index', async () => {
    await database.run(
      'drop table if exists keyed',
      'create table keyed (a int not null, b int not null)',
      'create unique index on keyed (a) include (b)',
    )
    expect(await findKey(database.db, await getId('keyed'))).toEqual(['a'])
  })
})

test('tables that inherit at any depth are listed, with their schema when it differs', async () => {
  await database.run(
    'create table elders (id int)',
    'create table children () inherits (elders)',
    'create table sales.grandchildren () inherits (children)',
  )
  const childTables = await listChildTablesFor(database.db, await getId('elders'))
  expect(childTables).toEqual([
    { id: await getId('children'), name: 'children' },
    { id: await getId('sales.grandchildren'), name: 'sales.grandchildren' },
  ])
  await database.run('drop table elders cascade')
})

describe('columns', () => {
  test('keep their order, without dropped ones, and show the base type of domains', async () => {
    await database.run(
      "create domain sku as text check (value <> '')",
      'create domain short_sku as sku check (length(value) < 9)',
      'create table wares (first int, dropped int, last short_sku, at timestamptz, raw bytea, place point)',
      'alter table wares drop column dropped',
    )
    const columns = await listColumns(database.db, await getId('wares'))
    expect(columns.map(({ name, kind, data_type }) => [name, kind, data_type])).toEqual([
      ['first', 'number', 'integer'],
      ['last', 'text', 'short_sku'],
      ['at', 'time', 'timestamp with time zone'],
      ['raw', 'binary', 'bytea'],
      ['place', 'other', 'point'],
    ])
  })

  test('of a foreign key over two columns name both, in the order of the key', async () => {
    await database.run(
      'create table pair (a int, b int, primary key (a, b))',
      'create table child_of_pair (x int, y int, foreign key (x, y) references pair (b, a))',
    )
    const columns = await listColumns(database.db, await getId('child_of_pair'))
    const target = { table_id: await getId('pair'), schema: 'public', table: 'pair' }
    const pairs = [
      { column: 'y', referenced: 'a' },
      { column: 'x', referenced: 'b' },
    ]
    expect(columns.map(({ references }) => references)).toEqual([
      { ...target, column: 'b', pairs },
      { ...target, column: 'a', pairs },
    ])
  })

  test('of several foreign keys point where the one with the fewest columns does', async () => {
    await database.run(
      'create table tenants (id int primary key)',
      'create table customers (tenant int, id int, primary key (tenant, id))',
      `create table visits (
        tenant int, customer int, foreign key (tenant, customer) references customers,
        foreign key (tenant) references tenants
      )`,
    )
    const [tenant, customer] = await listColumns(database.db, await getId('visits'))
    expect(tenant?.references).toMatchObject({ table: 'tenants', column: 'id' })
    expect(tenant?.references).not.toHaveProperty('pairs')
    expect(customer?.references).toMatchObject({ table: 'customers', column: 'id' })
    expect(customer?.references?.pairs).toHaveLength(2)
  })

  test('of a foreign key with a period reference no single row', async () => {
    await database.run(
      `create table prices (id int4range, at daterange, unique (id, at without overlaps))`,
      `create table sales (price int4range, at daterange,
        foreign key (price, period at) references prices (id, period at))`,
    )
    const columns = await listColumns(database.db, await getId('sales'))
    expect(columns.map(({ references }) => references)).toEqual([null, null])
  })
})

describe('types of a result', () => {
  test('have the names of the manual, with their modifiers', async () => {
    await database.run("create type switch as enum ('on', 'off')")
    const { fields } = await database.db.text(
      "select 1::numeric(12,2) as a, now() as b, array['x']::varchar(5)[] as c, 'on'::switch as d",
    )
    expect(await nameTypes(database.db, fields)).toEqual([
      { name: 'a', type: 'numeric(12,2)' },
      { name: 'b', type: 'timestamp with time zone' },
      { name: 'c', type: 'character varying(5)[]' },
      { name: 'd', type: 'switch' },
    ])
  })

  test('that other sessions cannot see yet are reported by their oid', async () => {
    const fields = [{ name: 'a', typeId: 999_999, typeModifier: -1 }]
    expect(await nameTypes(database.db, fields)).toEqual([{ name: 'a', type: 'oid 999999' }])
  })
})
