import { databaseIndexes as routes } from '@basalt/contract/database/objects/indexes'
import type { IndexDefinition, IndexKey } from '@basalt/pg-model'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'

let fixtures: ProjectFixtures
beforeAll(async () => {
  fixtures = await projectFixtures()
  await fixtures.run(
    'create table public.bills (id int primary key, title text, details json, due date)',
    "insert into public.bills values (1, 'Rent', '{}', '2026-01-01'), (2, 'Rent', '{}', null)",
    'create index by_title on public.bills (title)',
    'create index by_title_again on public.bills (title)',
    'create unique index by_due on public.bills (due)',
    'create table public.parts (id int, day date) partition by range (day)',
    "create table public.parts_1 partition of public.parts for values from ('2026-01-01') to ('2026-02-01')",
    'create index parts_day on public.parts (day)',
  )
})
afterAll(() => fixtures.close())

const key: IndexKey = {
  column: 'title',
  expression: null,
  collation: null,
  operator_class: null,
  order: 'ascending',
  nulls: 'last',
  statistics: null,
}

const design: IndexDefinition = {
  schema: 'public',
  table: 'bills',
  name: 'tried',
  comment: null,
  method: 'btree',
  keys: [key],
  include: [],
  where: null,
  is_unique: false,
  nulls_not_distinct: false,
  parameters: [],
  concurrently: false,
}

const list = async () => {
  const { rows } = await fixtures.owner.call(routes.list, {
    params: { ref: fixtures.ref },
    query: { limit: 500 },
  })
  return new Map(rows.map((row) => [row.name, row]))
}

const faults: [string, Partial<IndexDefinition>, Record<string, unknown>][] = [
  [
    'an unknown column of an expression',
    { keys: [key, { ...key, column: null, expression: 'lower(nothing)' }] },
    { 'keys.1.expression': expect.stringContaining('"nothing" does not exist') },
  ],
  [
    'an expression that may change',
    { keys: [{ ...key, column: null, expression: 'now()' }] },
    { 'keys.0.expression': expect.stringContaining('IMMUTABLE') },
  ],
  [
    'no expression',
    { keys: [{ ...key, column: null, expression: ' ' }] },
    { 'keys.0.expression': expect.any(String) },
  ],
  [
    'a column that was dropped',
    { keys: [{ ...key, column: 'lost' }] },
    { 'keys.0.column': 'The table has no column lost' },
  ],
  [
    'an included column that was dropped',
    { include: ['lost'] },
    { include: 'The table has no column lost' },
  ],
  ['a table that was dropped', { table: 'lost' }, { table: expect.any(String) }],
  [
    'a type without a default operator class',
    { keys: [{ ...key, column: 'details' }] },
    { 'keys.0.operator_class': expect.stringContaining('no default operator class') },
  ],
  [
    'an unknown operator class',
    { keys: [{ ...key, operator_class: 'odd_ops' }] },
    { 'keys.0.operator_class': expect.stringContaining('"odd_ops"') },
  ],
  [
    'a method that cannot be unique',
    { method: 'hash', is_unique: true },
    { method: expect.stringContaining('does not support unique') },
  ],
  [
    'a parameter out of range',
    { parameters: [{ name: 'fillfactor', value: '5' }] },
    { parameters: expect.stringContaining('out of bounds') },
  ],
  [
    'an unknown parameter',
    { parameters: [{ name: 'fill', value: '5' }] },
    { parameters: expect.stringContaining('unrecognized parameter') },
  ],
  ['a condition that is none', { where: 'title' }, { where: expect.stringContaining('boolean') }],
  [
    'a name that is taken',
    { name: 'by_title' },
    { name: expect.stringContaining('already exists') },
  ],
  [
    'duplicates under a unique index',
    { is_unique: true },
    { is_unique: expect.stringContaining('(title)=(Rent) is duplicated') },
  ],
  [
    'a unique index without the column of the partitions',
    { table: 'parts', keys: [{ ...key, column: 'id' }], is_unique: true },
    { is_unique: expect.stringContaining('partition') },
  ],
]

test.each(faults)('%s is reported at its field', async (_, part, fields) => {
  const body = { action: 'create' as const, design: { ...design, ...part } }
  await expect(
    fixtures.owner.call(routes.apply, { params: { ref: fixtures.ref }, body }),
  ).rejects.toMatchObject({ fields })
  expect((await list()).has('tried')).toBe(false)
})

test('duplicate and unused indexes are marked, those of constraints are not', async () => {
  const rows = await list()
  expect(rows.get('by_title')).toMatchObject({ duplicate_of: 'by_title_again', is_unused: true })
  expect(rows.get('by_title_again')).toMatchObject({ duplicate_of: 'by_title', is_unused: true })
  expect(rows.get('by_due')).toMatchObject({ duplicate_of: null, is_unused: false })
  expect(rows.get('bills_pkey')).toMatchObject({ is_unused: false, constraint: 'bills_pkey' })
  await fixtures.run('create unique index by_id on public.bills (id)')
  expect((await list()).get('by_id')).toMatchObject({ duplicate_of: 'bills_pkey' })
  expect((await list()).get('bills_pkey')).toMatchObject({ duplicate_of: null })
})

test('indexes are sorted by their size and scans', async () => {
  await fixtures.run(
    'create table public.large (id int)',
    'insert into public.large select generate_series(1, 5000)',
    'create index large_id on public.large (id)',
    `do $$ begin
       set local enable_seqscan = off;
       for n in 1..50 loop perform id from public.large where id = n; end loop;
     end $$`,
  )
  const first = async (sort: 'size' | 'scans') => {
    const { rows } = await fixtures.owner.call(routes.list, {
      params: { ref: fixtures.ref },
      query: { sort, direction: 'descending', limit: 500 },
    })
    return rows[0]?.name
  }
  expect(await first('size')).toBe('large_id')
  await expect.poll(() => first('scans'), { timeout: 15_000 }).toBe('large_id')
})

test('an index of a constraint or of a partitioned index cannot be dropped alone', async () => {
  const rows = await list()
  const drop = (name: string) =>
    fixtures.owner.call(routes.apply, {
      params: { ref: fixtures.ref },
      body: { action: 'drop', id: rows.get(name)?.id ?? 0, cascade: true },
    })
  await expect(drop('bills_pkey')).rejects.toMatchObject({
    code: 409,
    message: 'It backs the constraint bills_pkey: drop the constraint on the table bills instead.',
  })
  await expect(drop('parts_1_day_idx')).rejects.toMatchObject({
    code: 409,
    message: 'It is a part of the partitioned index public.parts_day: drop that one instead.',
  })
})

test('a change that PostgreSQL cannot make is refused at its field', async () => {
  const { ref } = fixtures
  const id = (await list()).get('by_title')?.id ?? 0
  const found = await fixtures.owner.call(routes.read, { params: { ref, id } })
  const alter = (part: Partial<IndexDefinition>) =>
    fixtures.owner.call(routes.apply, {
      params: { ref },
      body: {
        action: 'alter',
        id,
        version: found.version,
        design: { ...found.design, ...part },
      },
    })
  await expect(alter({ method: 'hash' })).rejects.toMatchObject({
    fields: { method: expect.stringContaining('duplicate the index') },
  })
  await expect(alter({ where: 'id > 1' })).rejects.toMatchObject({
    fields: { where: expect.stringContaining('duplicate the index') },
  })
})
