import type { FilterOperator, RowView } from '@basalt/pg-model'
import { getTarget, projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readPage } from './read-page.ts'
import { countRows } from './read-rows.ts'
import { positionOfRow } from './row-number.ts'
import { planView } from './row-plan.ts'
import type { RowTarget } from './row-target.ts'

let database: TestDatabase
let things: RowTarget
let large: RowTarget

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    "create type mood as enum ('sad', 'Very ok')",
    `create table things (id int primary key, name text, n numeric, tags text[], doc jsonb, raw json,
      is_on boolean, at timestamptz, feeling mood, feelings mood[])`,
    `insert into things values
      (1, 'a%b', 1.50, '{x,y}', '{"k": 1}', '{"a":1}', true, '2024-01-01Z', 'sad', '{sad}'),
      (2, 'A_B', 2, '{}', '{"k": {"z": 2}}', '{"a": 1}', false, '2024-01-02Z', 'Very ok', '{sad,"Very ok"}'),
      (3, null, null, null, null, null, null, null, null, null)`,
    'create table large (id int primary key, kind int not null, seen timestamptz not null, note text)',
    `insert into large select i, i % 10, timestamptz '2024-01-01Z' + i * interval '1 min', null
     from generate_series(1, 120000) i`,
    'create index on large (seen)',
    'analyze large',
  )
  things = await getTarget(database.db, 'things')
  large = await getTarget(database.db, 'large')
})
afterAll(() => database.dispose())

async function found(view: RowView): Promise<string> {
  const request = {
    limit: 10,
    cursor: null,
    from: null,
    direction: 'forward',
    at: 'start',
  } as const
  const { rows } = await readPage(database.db, things, { ...request, view })
  return rows.map(([id]) => id).join()
}

const condition = (column: string, operator: FilterOperator, ...values: string[]) => ({
  column,
  operator,
  values,
})
const all = (...conditions: ReturnType<typeof condition>[]): RowView => ({
  filter: { match: 'all', conditions },
})

describe('a condition', () => {
  test.each<[string, FilterOperator, string[], string]>([
    ['n', 'eq', ['1.5'], '1'],
    ['n', 'neq', ['1.5'], '2'],
    ['n', 'gt', ['1.5'], '2'],
    ['n', 'gte', ['1.50'], '1,2'],
    ['n', 'lt', ['2'], '1'],
    ['n', 'lte', ['2'], '1,2'],
    ['n', 'in', ['1.5', '7'], '1'],
    ['n', 'between', ['1.6', '2'], '2'],
    ['name', 'like', ['a%'], '1'],
    ['name', 'ilike', ['a%'], '1,2'],
    ['name', 'contains', ['%B'], '1'],
    ['name', 'contains', ['_'], '2'],
    ['name', 'starts_with', ['A_'], '2'],
    ['id', 'contains', ['2'], '2'],
    ['name', 'is', ['null'], '3'],
    ['name', 'is', ['not null'], '1,2'],
    ['is_on', 'is', ['false'], '2'],
    ['is_on', 'is', ['unknown'], '3'],
    ['is_on', 'eq', ['true'], '1'],
    ['at', 'lt', ['2024-01-01 12:00Z'], '1'],
    ['feeling', 'eq', ['Very ok'], '2'],
    ['tags', 'array_contains', ['y', 'x'], '1'],
    ['tags', 'array_within', ['x', 'y', 'z'], '1,2'],
    ['tags', 'array_overlaps', ['z', 'x'], '1'],
    ['feelings', 'array_contains', ['Very ok'], '2'],
    ['doc', 'json_contains', ['{"k": {}}'], '2'],
    ['doc', 'has_key', ['k'], '1,2'],
    ['raw', 'json_contains', ['{"a": 1}'], '1,2'],
    ['raw', 'eq', ['{"a": 1}'], '2'],
  ])('%s %s %j finds the rows %s', async (...[column, operator, values, ids]) => {
    expect(await found(all(condition(column, operator, ...values)))).toBe(ids)
  })

  test('that is negated finds all other rows, including those with NULL', async () => {
    const not = { ...condition('n', 'eq', '2'), not: true }
    expect(await found({ filter: { match: 'all', conditions: [not] } })).toBe('1,3')
  })

  test('is in groups of all and any, nested to any depth', async () => {
    const view: RowView = {
      filter: {
        match: 'any',
        conditions: [
          condition('id', 'eq', '3'),
          {
            match: 'all',
            conditions: [condition('n', 'gt', '0'), condition('is_on', 'is', 'true')],
          },
          { match: 'any', conditions: [condition('name', 'eq', 'nobody')] },
        ],
      },
    }
    expect(await found(view)).toBe('1,3')
    expect(await found({ filter: { match: 'any', conditions: [] } })).toBe('1,2,3')
  })

  test.each<[string, FilterOperator, string[], string]>([
    ['n', 'eq', [], 'The condition on "n" takes one value'],
    ['n', 'between', ['1'], 'The condition on "n" takes 2 values'],
    ['n', 'in', [], 'The condition on "n" takes one value or more'],
    ['n', 'is', ['1); drop table things; --'], 'The value must be one of null, not null'],
    ['n', 'nope' as FilterOperator, ['1'], 'There is no operator "nope"'],
    ['"n"', 'eq', ['1'], 'There is no column ""n"" in this table'],
  ])('%s %s %j is refused with the reason', async (...[column, operator, values, reason]) => {
    await expect(found(all(condition(column, operator, ...values)))).rejects.toThrow(reason)
  })
})

describe('an SQL expression', () => {
  test('is combined with the filter, also with a comment at its end', async () => {
    const view = { ...all(condition('id', 'lt', '3')), where: 'n < 2 or name is null -- mine' }
    expect(await found(view)).toBe('1')
  })

  test.each(['true) or (true', 'true; drop table things', '(true', '$1'])(
    'that escapes its parentheses is refused: %s',
    async (where) => {
      await expect(found({ where })).rejects.toThrow(/./u)
      expect(await found({})).toBe('1,2,3')
    },
  )
})

test('a search covers the chosen columns, ignoring case', async () => {
  expect(await found({ search: { text: 'a_', columns: ['name', 'doc'] } })).toBe('2')
  expect(await found({ search: { text: 'K', columns: ['doc'] } })).toBe('1,2')
  const nowhere = found({ search: { text: 'x', columns: [] } })
  await expect(nowhere).rejects.toThrow('Choose the columns to search in')
})

describe('a plan', () => {
  const plan = (view: RowView, target = large) => planView(database.db, target, { view })

  test('names no cost when an index serves', async () => {
    for (const view of [
      {},
      { sort: [{ column: 'seen', descending: true }] },
      all(condition('id', 'eq', '7')),
    ])
      expect(await plan(view)).toMatchObject({ refusal: null, scan: null, index: null })
  })

  test('estimates the number of rows', async () => {
    const { estimated_rows: rows } = await plan(all(condition('kind', 'eq', '3')))
    expect(rows).toBeGreaterThan(10_000)
    expect(rows).toBeLessThan(14_000)
  })

  test('of a sort without an index names the rows read, and a suitable index', async () => {
    const view = { ...all(condition('kind', 'eq', '3')), sort: [{ column: 'note' }] }
    const { scan, index } = await plan(view)
    expect(scan?.rows).toBe(120_000)
    expect(scan?.size_bytes).toBeGreaterThan(5_000_000)
    expect(index).toEqual({
      columns: ['kind', 'note'],
      sql: 'create index concurrently on "public"."large" ("kind", "note")',
      design: { method: 'btree', columns: [{ name: 'kind' }, { name: 'note' }] },
    })
  })

  test('suggests an index that serves the view, with any NULL order and direction', async () => {
    for (const sort of [
      [{ column: 'note', nulls: 'first' as const }],
      [{ column: 'note', descending: true, nulls: 'last' as const }],
      [{ column: 'kind' }, { column: 'note', descending: true }],
      [
        { column: 'kind', descending: true },
        { column: 'note', nulls: 'first' as const },
      ],
    ]) {
      const before = await plan({ sort })
      expect(before.scan).not.toBeNull()
      await database.run(
        (before.index?.sql ?? '').replace(' concurrently on', ' concurrently advised on'),
      )
      expect((await plan({ sort })).scan).toBeNull()
      await database.run('drop index advised')
    }
  })

  test('of a view names the rows read of its tables, and no index', async () => {
    await database.run(
      'create view seen_large as select id, seen, note from large',
      'create view kinds as select kind, count(*) as count from large group by kind',
    )
    const seen = await getTarget(database.db, 'seen_large')
    expect((await plan({ sort: [{ column: 'seen' }] }, seen)).scan).toBeNull()
    const sorted = await plan({ sort: [{ column: 'note' }] }, seen)
    expect(sorted).toMatchObject({ scan: { rows: 120_000 }, index: null })
    expect(sorted.scan?.size_bytes).toBeGreaterThan(5_000_000)
    const kinds = await plan({ sort: [{ column: 'kind' }] }, await getTarget(database.db, 'kinds'))
    expect(kinds).toMatchObject({ scan: { rows: 120_000 }, index: null })
    await database.run('drop view seen_large, kinds')
  })

  test('of a rare text reports that all rows may be read, against the estimate of the planner', async () => {
    await database.run("alter table large add column word text default 'moss'")
    const target = await getTarget(database.db, 'large')
    const searched = { search: { text: 'nowhr', columns: ['word'] } }
    for (const view of [searched, all(condition('word', 'contains', 'nowhr'))]) {
      const { estimated_rows: guessed, scan } = await plan(view, target)
      expect(guessed).toBeGreaterThan(101)
      expect(guessed).toBeLessThan(500)
      expect(scan).toMatchObject({ rows: 120_000, is_at_most: true })
      expect(scan?.size_bytes).toBeGreaterThan(5_000_000)
    }
    const sorted = await plan({ ...searched, sort: [{ column: 'note' }] }, target)
    await database.run('alter table large drop column word')
    expect(sorted.scan?.rows).toBe(120_000)
    expect(sorted.scan).not.toHaveProperty('is_at_most')
    expect((await plan({ search: { text: '1', columns: ['id'] } })).scan).toBeNull()
  })

  test('of a small table is never costly', async () => {
    expect((await plan({ sort: [{ column: 'name' }] }, things)).scan).toBeNull()
  })

  test.each([
    ['n > ', 5],
    ['n = 1 and', 10],
    ["😀 = 1 and n = 'x'", 1],
    ['n = 1 and nope = 2', 11],
    ["name = '😀' and nope = 2", 17],
    ["n = 'x'", 5],
    ['true) or (true', undefined],
  ])('refuses %s at the position of the mistake', async (where, position) => {
    const { refusal } = await plan({ ...all(condition('id', 'gt', '0')), where }, things)
    expect(refusal?.message).not.toBe('')
    expect(refusal?.position).toBe(position)
  })
})

describe('a row number', () => {
  const place = (row: number, view: RowView = {}) =>
    positionOfRow(database.db, large, { row, view })

  test('near the start and in a filtered view is counted', async () => {
    expect(await place(100)).toEqual({ from: ['100'], is_exact: true })
    const view = all(condition('kind', 'eq', '3'))
    expect(await place(2, view)).toEqual({ from: ['13'], is_exact: true })
    expect(await place(12_001, view)).toBeNull()
    expect(await place(130_000)).toBeNull()
    expect(await countRows(database.db, large, { view })).toBe('12000')
    expect(await countRows(database.db, large, { view, limit: 500 })).toBe('501')
    expect(await countRows(database.db, large, { view, limit: 12_000 })).toBe('12000')
  })

  test('far away is exact when the rows before it are cheap to count, in every order', async () => {
    expect(await place(90_000)).toEqual({ from: ['90000'], is_exact: true })
    const sort = [{ column: 'seen', descending: true }]
    const far = await place(90_000, { sort })
    expect(far).toMatchObject({ from: [expect.any(String), '30001'], is_exact: true })
  })

  test('far away is exact although the key has gaps', async () => {
    await database.run(
      'create table gappy (id bigint primary key, note text)',
      'insert into gappy select n, null from generate_series(1, 50000) n',
      'delete from gappy where id % 211 = 7',
      'analyze gappy',
    )
    const gappy = await getTarget(database.db, 'gappy')
    const rows = [20_001, 30_000, 49_000]
    for (const row of rows) {
      const [[id] = []] = (
        await database.db.text(`select id from gappy order by id offset ${row - 1} limit 1`)
      ).rows
      const view = {}
      const exact = { from: [id], is_exact: true }
      expect(await positionOfRow(database.db, gappy, { row, view })).toEqual(exact)
      expect(await positionOfRow(database.db, gappy, { row, view, isExact: true })).toEqual(exact)
    }
  })

  test('that would take long to count is estimated from the ends of a key without gaps, unless an exact one is requested', async () => {
    await database.run(
      'create table vast (id bigint primary key, note text)',
      'insert into vast select n, null from generate_series(1, 30000) n',
      'analyze vast',
    )
    const vast = await getTarget(database.db, 'vast')
    const far = (isExact: boolean) =>
      database.db.transaction(async (tx) => {
        await tx.text('set local cpu_tuple_cost = 1000')
        return positionOfRow(tx, vast, { row: 25_000, view: {}, isExact })
      })
    expect(await far(false)).toEqual({ from: ['25000'], is_exact: false })
    expect(await far(true)).toEqual({ from: ['25000'], is_exact: true })
  })
})
