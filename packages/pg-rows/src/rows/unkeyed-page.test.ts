import type { FilterGroup, RowView, SortKey } from '@basalt/pg-model'
import { getTarget, getPage, projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { PageRequest } from './page-parts.ts'
import { positionOfRow } from './row-number.ts'
import { orderSql, rowOrder } from './row-order.ts'
import { RowError, type RowTarget } from './row-target.ts'

let database: TestDatabase
let seen: RowTarget

/** Columns of every kind of comparison, with their values. */
const values = {
  n: ['1', '2', '3'],
  amount: ['1.0', '1.00', '-0', '0', 'NaN'],
  word: ['', 'a', 'B', 'ä'],
  folded: ['one', 'ONE', 'two'],
  span: ['1 day', '24:00:00', '1 mon'],
  at: ['2024-01-01', '2024-02-01'],
  mood: ['glad', 'calm'],
  spot: ['(1,2)', '(2,1)'],
  doc: ['{}', '{ }', '[1.0]'],
  list: ['{1,2}', '[5:6]={1,2}', '{}'],
  fixed: ['a', 'a  ', 'b'],
  pair: ['(1,a)', '(,)', '(1,)'],
  relation: ['pg_class', 'pg_type'],
}
type Name = keyof typeof values

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create type pair as (q int, w text)',
    "create type mood as enum ('glad', 'calm')",
    "create collation folding (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    `create table pile (n int, amount numeric, word text, folded text collate folding,
      span interval, at timestamptz, mood mood, spot point, doc json, list int[], fixed char(3), pair pair, relation regclass)`,
    'create view seen as select * from pile',
    'create table many (word text, body text, words text[])',
    'create view alike as select word, body, words from many',
    'create table parted (at date not null, note text) partition by range (at)',
    "create table parted_old partition of parted for values from (minvalue) to ('2024-01-01')",
    "create table parted_new partition of parted for values from ('2024-01-01') to (maxvalue)",
  )
  seen = await getTarget(database.db, 'seen')
})
afterAll(() => database.dispose())

const page = (target: RowTarget, request: Partial<PageRequest>) =>
  getPage(database.db, target, request)

type Row = readonly (string | null)[]
type Walk = { view: RowView; limit: number; direction: 'forward' | 'backward' }

/** Reads page after page until there is no more, with work of others between them. */
async function walk(
  target: RowTarget,
  { view, limit, direction }: Walk,
  between: (step: number) => Promise<void> = async () => {},
): Promise<Row[]> {
  const found: Row[] = []
  const isForward = direction === 'forward'
  let cursor: (string | null)[] | null = null
  for (let step = 0; ; step += 1) {
    const at = cursor === null && !isForward ? 'end' : 'start'
    const answer = await page(target, { view, limit, cursor, direction, at })
    expect(answer.rows.length).toBeLessThanOrEqual(limit)
    found.splice(isForward ? found.length : 0, 0, ...answer.rows)
    if (!answer.has_more) return found
    cursor = JSON.parse(answer.next_cursor ?? 'null') as (string | null)[] | null
    if (cursor === null) throw new Error('There is more, and no way there')
    await between(step)
  }
}

const texts = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row))

/** Every row of the view as text, with its rank in the order, from one statement. */
async function ranked(view: RowView, condition = 'true') {
  const order = orderSql(rowOrder(seen, view.sort))
  const { rows } = await database.db.text(
    `select *, dense_rank() over (order by ${order}) from seen where ${condition}`,
  )
  return rows.map((row) => ({ text: JSON.stringify(row.slice(0, -1)), rank: Number(row.at(-1)) }))
}

const insert = (rows: readonly object[]) =>
  database.db.text(
    `insert into pile select * from jsonb_populate_recordset(null::pile, $1::jsonb)`,
    [JSON.stringify(rows)],
  )

const names = Object.keys(values) as Name[]
const row = fc.record(
  Object.fromEntries(
    names.map((name) => [name, fc.option(fc.constantFrom(...values[name]), { freq: 4 })]),
  ),
)
/** Few different rows, each of them many times. */
const pile = fc
  .tuple(fc.array(row, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(), { maxLength: 40 }))
  .map(([kinds, positions]) => positions.map((position) => kinds[position % kinds.length] ?? {}))

const sortable = names.filter((name) => name !== 'spot' && name !== 'doc')
const sort: fc.Arbitrary<SortKey[]> = fc.uniqueArray(
  fc.record({
    column: fc.constantFrom(...sortable),
    descending: fc.boolean(),
    nulls: fc.option(fc.constantFrom('first' as const, 'last' as const), { nil: undefined }),
  }),
  { selector: ({ column }) => column, minLength: 1, maxLength: 3 },
)
const someRows: FilterGroup = {
  match: 'any',
  conditions: [
    { column: 'n', operator: 'gte', values: ['2'] },
    { column: 'word', operator: 'is', values: ['null'] },
  ],
}
const how = fc.record({
  sort,
  filter: fc.constantFrom(undefined, someRows),
  limit: fc.integer({ min: 1, max: 7 }),
  direction: fc.constantFrom('forward' as const, 'backward' as const),
})

test('every row of a view without a key is read, as often as it occurs, in the order of its sort', async () => {
  await fc.assert(
    fc.asyncProperty(pile, how, async (rows, { sort: keys, filter, ...way }) => {
      await database.run('truncate pile')
      await insert(rows)
      const view = { sort: keys, filter }
      const read = texts(await walk(seen, { view, ...way }))
      const all = await ranked(view, filter === undefined ? 'true' : 'n >= 2 or word is null')
      expect(read.toSorted()).toEqual(all.map(({ text }) => text).toSorted())
      const ranks = new Map(all.map(({ text, rank }) => [text, rank]))
      const inOrder = read.map((text) => ranks.get(text) ?? 0)
      expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other))
    }),
    { numRuns: 150 },
  )
})

test('no remaining row is read twice or missed during concurrent changes', async () => {
  const changes = fc.array(
    fc.record({ deleted: fc.nat(4), rows: fc.array(row, { maxLength: 3 }) }),
    {
      maxLength: 5,
    },
  )
  await fc.assert(
    fc.asyncProperty(pile, how, changes, async (rows, { sort: keys, filter, ...way }, later) => {
      await database.run('truncate pile')
      await insert(rows)
      const view = { sort: keys, filter }
      const before = await page(seen, { view, limit: 1000 })
      const touched = new Set<string>()
      const touch = (some: readonly Row[]) => texts(some).forEach((text) => touched.add(text))
      const read = await walk(seen, { view, ...way }, async (step) => {
        const change = later[step]
        if (change === undefined) return
        await database.db.transaction(async (tx) => {
          const { rows: deleted } = await tx.text(
            `delete from pile where n is not distinct from nullif(${change.deleted}, 0) returning *`,
          )
          touch(deleted)
        })
        await insert(change.rows)
        const { rows: now } = await database.db.text('select * from pile')
        const had = new Set(texts(before.rows))
        touch(now.filter((one) => !had.has(JSON.stringify(one))))
        const copies = await database.db.text(
          'select * from jsonb_populate_recordset(null::pile, $1::jsonb)',
          [JSON.stringify(change.rows)],
        )
        touch(copies.rows)
      })
      const stored = (some: readonly Row[]) => texts(some).filter((text) => !touched.has(text))
      expect(stored(read).toSorted()).toEqual(stored(before.rows).toSorted())
    }),
    { numRuns: 80 },
  )
})

test('every identical row is counted', async () => {
  await database.run(
    'truncate many',
    "insert into many select 'same', 'body' from generate_series(1, 1000)",
    "insert into many values ('other', 'body')",
  )
  const target = await getTarget(database.db, 'alike')
  const view = { sort: [{ column: 'word' }] }
  for (const direction of ['forward', 'backward'] as const) {
    const read = await walk(target, { view, limit: 90, direction })
    expect(read).toHaveLength(1001)
    expect(new Set(texts(read)).size).toBe(2)
  }
  const first = await page(target, { view, limit: 400 })
  expect(first.next_cursor).toBe(JSON.stringify(['same', 'body', null, '399']))
})

test('a page ends where the sort distinguishes the next row, with a minimal cursor', async () => {
  await database.run(
    'truncate many',
    `insert into many select 'word ' || i / 3, repeat('x', 20000) from generate_series(0, 299) i`,
  )
  const target = await getTarget(database.db, 'alike')
  const view = { sort: [{ column: 'word' }] }
  const first = await page(target, { view, limit: 100 })
  expect([first.rows.length, first.has_more]).toEqual([99, true])
  expect(JSON.parse(first.next_cursor ?? '')).toEqual([first.rows.at(-1)?.[0]])
  expect(await walk(target, { view, limit: 100, direction: 'backward' })).toHaveLength(300)
})

test('when only the end of a long value distinguishes rows, the page reports further rows', async () => {
  await database.run(
    'truncate many',
    "insert into many select 'same', repeat('x', 12000) || i from generate_series(1, 20) i",
    'create or replace view listed as select word, words from many',
  )
  const view = { sort: [{ column: 'word' }] }
  const long = await page(await getTarget(database.db, 'alike'), { view })
  expect([long.rows.length, long.has_more, long.next_cursor]).toEqual([10, true, undefined])
  await database.run(
    `update many set words = (
      select array_agg(case when i = 80 then substr(body, 12001)::int else i end)
      from generate_series(1, 80) i)`,
  )
  const cut = await page(await getTarget(database.db, 'listed'), { view })
  expect([cut.rows.length, cut.has_more, cut.next_cursor]).toEqual([10, true, undefined])
})

test('a partitioned table without a key is read to its end', async () => {
  await database.run(
    `insert into parted select date '2023-12-25' + i % 14, 'note ' || i % 3
     from generate_series(1, 200) i`,
  )
  const target = await getTarget(database.db, 'parted')
  expect(target.key).toEqual([])
  const view = { sort: [{ column: 'at', descending: true }] }
  const read = await walk(target, { view, limit: 10, direction: 'forward' })
  const all = await database.db.text('select * from parted order by at desc')
  expect(texts(read).toSorted()).toEqual(texts(all.rows).toSorted())
  expect(read.map(([at]) => at)).toEqual(all.rows.map(([at]) => at))
})

test('a row number leads to that row among equal rows', async () => {
  await database.run(
    'truncate many',
    "insert into many select 'word ' || i / 100, 'body ' || i from generate_series(0, 299) i",
    "insert into many select 'word 9', 'same' from generate_series(1, 10)",
  )
  const target = await getTarget(database.db, 'alike')
  const view = { sort: [{ column: 'word' }] }
  const ordered = await walk(target, { view, limit: 30, direction: 'forward' })
  for (const number of [1, 57, 150, 301]) {
    const position = await positionOfRow(database.db, target, { view, row: number })
    expect(position?.is_exact).toBe(true)
    const from = position?.from ?? null
    const behind = await page(target, { view, from, limit: 1000 })
    const before = await page(target, { view, from, limit: 1000, direction: 'backward' })
    expect([before.rows.length, behind.rows.length]).toEqual([number - 1, 310 - number + 1])
    expect(behind.rows[0]).toEqual(ordered[number - 1])
  }
  expect(await positionOfRow(database.db, target, { view, row: 305 })).toMatchObject({
    from: ['word 9', 'same', null],
    is_exact: false,
  })
  expect(await positionOfRow(database.db, target, { view, row: 311 })).toBeNull()
  expect(await positionOfRow(database.db, target, { view: {}, row: 2 })).toBeNull()
  expect(ordered).toHaveLength(310)
})

test('a forged position is refused', async () => {
  const view = { sort: [{ column: 'n' }] }
  const position = ['1', ...names.slice(1).map(() => null)]
  for (const end of [['0'], ['-3'], ['1.5'], ['many'], ['1', '1', '1', '1', '1', '1']])
    await expect(page(seen, { view, cursor: [...position, ...end] })).rejects.toThrow(RowError)
})
