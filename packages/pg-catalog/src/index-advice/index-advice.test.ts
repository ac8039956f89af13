import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { parseConditions } from './conditions.ts'
import {
  findBloatedIndexes,
  findDuplicateIndexes,
  findUnusedIndexes,
  readIndexStatistics,
} from './existing-indexes.ts'
import { findMissingIndexes } from './missing-indexes.ts'
import { planStatements } from './plan-statement.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    `create table "Orders" (id bigint primary key, status text, "User Id" int, code varchar(10),
       created_at timestamptz, deleted_at timestamptz, ok boolean, amount numeric, data jsonb, at point)`,
    `insert into "Orders" select g, 's' || g % 50, g % 5000, 'v' || g, now() - g * interval '1 min', null,
       g % 2 = 0, g % 7, '{}', null from generate_series(1, 20000) g`,
    'create table people (id int primary key, name text, email text)',
    `insert into people select g, 'n' || g, 'e' || g from generate_series(1, 10000) g`,
    'create table little (a int)',
    `create table days (day date, n int) partition by range (day)`,
    `create table days_1 partition of days for values from ('2026-01-01') to ('2026-02-01')`,
    `insert into days select '2026-01-05', g from generate_series(1, 10000) g`,
    'analyze',
  )
}, 60_000)
afterAll(() => database.dispose())

const advise = async (...queries: string[]) => {
  const { plans, failures } = await planStatements(
    database.db,
    queries.map((query, at) => ({ id: String(at), query })),
  )
  expect([...failures.values()]).toEqual([])
  return findMissingIndexes(database.db, plans, { hiddenSchemas: ['basalt'] })
}

/** The proposed indexes as `table (columns)`. */
const propose = async (...queries: string[]) =>
  (await advise(...queries)).map(({ table, columns }) => {
    const list = columns.map(({ name, descending }) => `${name}${descending ? ' desc' : ''}`)
    return `${table.name} (${list.join(', ')})`
  })

test.each([
  ['an equality', 'select * from people where email = $1', ['people (email)']],
  ['a column of varchar', 'select * from "Orders" where code = $1', ['Orders (code)']],
  [
    'equalities before a range',
    'select * from "Orders" o where created_at > $1 and o.status = $2',
    ['Orders (status, created_at)'],
  ],
  [
    'an equality and the order of the first rows',
    'select * from "Orders" where status = $1 order by created_at desc limit $2',
    ['Orders (status, created_at)'],
  ],
  [
    'an order in two directions',
    'select * from "Orders" where status = $1 order by created_at desc, id limit $2',
    ['Orders (status, created_at desc, id)'],
  ],
  [
    'a range of a typed constant',
    'select * from "Orders" where created_at > now() - interval $1',
    ['Orders (created_at)'],
  ],
  ['the order of the first rows', 'select id from people order by name limit 5', ['people (name)']],
  [
    'a list, next to conditions that most rows meet',
    'select * from "Orders" where "User Id" in ($1, $2) and deleted_at is null and ok',
    ['Orders (User Id)'],
  ],
  [
    'a join with few rows',
    'select * from people p join "Orders" o on o."User Id" = p.id where p.id < $1 and p.email = $2',
    ['Orders (User Id)'],
  ],
  ['an update', 'update people set name = $1 where email = $2', ['people (email)']],
  ['a partition', 'select * from days where n = $1', ['days (n)']],
])('%s is served by an index', async (_, query, expected) => {
  expect((await propose(query)).filter((one) => expected.includes(one))).toEqual(expected)
})

test.each([
  ['the primary key', 'select * from people where id = $1'],
  ['a small table', 'select * from little where a = $1'],
  ['a flag', 'select count(*) from "Orders" where ok'],
  ['an expression', 'select * from people where lower(email) = $1'],
  ['alternatives', 'select * from people where email = $1 or name = $2'],
  ['columns of the same row', 'select * from people where email = name'],
  ['a whole table in order', 'select * from people order by name'],
  ['a type without an order', 'select * from "Orders" where at ~= $1'],
])('%s needs no index', async (_, query) => {
  expect(await propose(query)).toEqual([])
})

test('an index that is there is not proposed, and a shorter proposal is part of a longer one', async () => {
  const queries = [
    'select * from "Orders" where status = $1 and created_at > $2',
    'select sum(amount) from "Orders" where status = $1',
  ]
  const found = await advise(...queries)
  expect(found).toMatchObject([{ statements: ['0', '1'], uses: ['equality', 'range'] }])
  await database.run('create index covering on "Orders" (status, created_at, amount)')
  expect(await propose(...queries)).toEqual([])
  await database.run('drop index covering')
})

test('a statement that cannot be planned is reported, and nothing is executed', async () => {
  const { plans, failures } = await planStatements(database.db, [
    { id: 'missing', query: 'select * from nowhere' },
    { id: 'utility', query: 'vacuum people' },
    { id: 'two', query: 'select 1; drop table people' },
    { id: 'writes', query: 'delete from people' },
  ])
  expect([...plans.keys()]).toEqual(['writes'])
  expect(failures.get('missing')).toContain('does not exist')
  expect([...failures.keys()]).toEqual(['missing', 'utility', 'two'])
  expect(await database.db.query('select 1 as one from people limit 1')).toHaveLength(1)
})

test('the texts of plans are read with quotes, casts, parameters and joins', () => {
  expect(
    parseConditions(
      `((o."a ""AND"" b" = ANY (ARRAY[$3, $4])) AND ((o.code)::text = ($2)::text) AND (o.n = p.id) AND (o.x = ' AND (') AND ((o.y = 1) OR (o.z = 2)))`,
    ),
  ).toMatchObject([
    { alias: 'o', column: 'a "AND" b', kind: 'equal', parameters: [3, 4] },
    { column: 'code', cast: 'text', parameters: [2] },
    { alias: 'o', column: 'n', joined: { alias: 'p', column: 'id' } },
    { alias: 'p', column: 'id', joined: { alias: 'o', column: 'n' } },
    { column: 'x', parameters: [] },
  ])
})

test('an unused index is found unless it enforces or identifies something', async () => {
  await database.run(
    'create table used (a int, b int not null, c int unique, d int)',
    'create index used_a on used (a)',
    'create unique index used_b on used (b)',
    'alter table used replica identity using index used_b',
    'create index days_n on days (n)',
  )
  const found = await findUnusedIndexes(database.db, ['basalt'])
  expect(found.map(({ name }) => name)).toEqual(['used_a'])
  expect((await readIndexStatistics(database.db)).days).toBeLessThan(1)
})

test('duplicates have the same or a longer key; classes, orders and conditions count', async () => {
  await database.run(
    'create table twice (a text, b text, c int primary key)',
    'create index twice_a on twice (a)',
    'create index twice_ab on twice (a, b)',
    'create index twice_ab_again on twice (a, b)',
    'create index twice_c on twice (c)',
    'create index twice_pattern on twice (a text_pattern_ops)',
    'create index twice_desc on twice (a desc)',
    `create index twice_partial on twice (a) where b = 'x'`,
    `create index twice_collated on twice (a collate "C")`,
    'create index twice_lower on twice (lower(a))',
    'create unique index twice_unique on twice (a)',
    'create index twice_stored on twice (a) include (c)',
  )
  const found = await findDuplicateIndexes(database.db, ['basalt'])
  expect(found.map(({ name, replaced_by: by }) => `${name}: ${by}`).toSorted()).toEqual([
    expect.stringMatching(/^twice_a: public\.twice_/u) as string,
    'twice_ab_again: public.twice_ab',
    'twice_c: public.twice_pkey',
  ])
})

test('an index of which most entries are deleted is bloated, a new one is not', async () => {
  await database.run(
    'create table grown as select g as n, repeat(md5(g::text), 2) as t from generate_series(1, 60000) g',
    'create index grown_t on grown (t)',
    'create index grown_n on grown (n)',
    'analyze grown',
  )
  const names = async () =>
    (await findBloatedIndexes(database.db, ['basalt'])).findings.map(({ name }) => name)
  expect(await names()).toEqual([])
  await database.run('delete from grown where n % 10 > 0', 'vacuum analyze grown')
  expect((await names()).toSorted()).toEqual(['grown_n', 'grown_t'])
  const { unchecked } = await findBloatedIndexes(database.db, ['basalt'])
  expect(unchecked).toBe(0)
  await database.run('reindex index grown_t', 'reindex index grown_n')
  expect(await names()).toEqual([])
})
