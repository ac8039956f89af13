import type { FilterGroup, RowView, SortKey } from '@basalt/pg-model'
import { getTarget, getPage, projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type PageRequest } from './page-parts.ts'
import { readPage } from './read-page.ts'
import { countRows, readCell } from './read-rows.ts'
import { rowOrder } from './row-order.ts'
import { RowError, type RowTarget } from './row-target.ts'

let database: TestDatabase
let mixed: RowTarget

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    `create table mixed (
      id int primary key, a int, b text, c numeric not null, d boolean, at timestamptz)`,
    'create index on mixed (a desc nulls last, id desc)',
    'create table pairs (x text, y int, note text, primary key (x, y))',
    'create table keyless (note text, n int)',
    'create view seen as select id, a, b from mixed',
    'create table "odd ""table" ("odd ""id" text primary key, "select" text)',
    `create table long (id int primary key, note text, list int[], doc jsonb, file bytea,
      fixed char(5), grid int[], spot point)`,
  )
  mixed = await getTarget(database.db, 'mixed')
})
afterAll(() => database.dispose())

const page = (target: RowTarget, request: Partial<PageRequest> = {}) =>
  getPage(database.db, target, request)

type Row = {
  id: number
  a: number | null
  b: string | null
  c: number
  d: boolean | null
  at: number | null
}

const row = fc.record({
  a: fc.option(fc.integer({ min: 0, max: 3 })),
  b: fc.option(fc.constantFrom('', 'a', 'B', 'ä', "it's", '100%', 'a_b')),
  c: fc.integer({ min: 0, max: 4 }),
  d: fc.option(fc.boolean()),
  at: fc.option(fc.integer({ min: 0, max: 3 })),
})

const insert = ({ id, a, b, c, d, at }: Row): Promise<unknown> =>
  database.db.text(
    `insert into mixed values ($1, $2, $3, $4::numeric / 2, $5, timestamptz '2024-01-01' + $6::int * interval '1 day')
     on conflict do nothing`,
    [String(id), ...[a, b, c, d, at].map((value) => (value === null ? null : String(value)))],
  )

async function fill(rows: readonly Omit<Row, 'id'>[]): Promise<void> {
  await database.run('truncate mixed')
  const values = rows.map((each, index) => ({ ...each, id: index * 2 }))
  await database.db.text(
    `insert into mixed
     select (r->>'id')::int, (r->>'a')::int, r->>'b', (r->>'c')::numeric / 2, (r->>'d')::boolean,
       timestamptz '2024-01-01' + (r->>'at')::int * interval '1 day'
     from jsonb_array_elements($1::jsonb) as r`,
    [JSON.stringify(values)],
  )
}

const sort: fc.Arbitrary<SortKey[]> = fc.uniqueArray(
  fc.record({
    column: fc.constantFrom('a', 'b', 'c', 'd', 'at', 'id'),
    descending: fc.boolean(),
    nulls: fc.option(fc.constantFrom('first' as const, 'last' as const), { nil: undefined }),
  }),
  { selector: ({ column }) => column, maxLength: 3 },
)

const filter: fc.Arbitrary<FilterGroup | undefined> = fc.constantFrom(
  undefined,
  { match: 'all' as const, conditions: [{ column: 'c', operator: 'gte', values: ['1'] }] },
  {
    match: 'any' as const,
    conditions: [
      { column: 'a', operator: 'is', values: ['null'] },
      { column: 'b', operator: 'contains', values: ['A'], not: true },
    ],
  },
)

/** PostgreSQL's own result, ordered and filtered in one statement. */
async function truth(view: RowView): Promise<string[]> {
  const all = await page(mixed, { view, limit: 1000 })
  return all.rows.map(([id]) => id ?? '')
}

const getCursor = (names: readonly string[], found: readonly (string | null)[]) =>
  names.map((name) => found[mixed.columns.findIndex((column) => column.name === name)] ?? null)

type Walk = { view: RowView; limit: number; direction: 'forward' | 'backward' }

/** Reads page after page, with work of others between them. */
async function walk(
  { view, limit, direction }: Walk,
  between: (step: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const names = rowOrder(mixed, view.sort).map(({ name }) => name)
  const isForward = direction === 'forward'
  const seen: string[] = []
  let cursor: (string | null)[] | null = null
  for (let step = 0; ; step += 1) {
    const start = isForward ? 'start' : 'end'
    const at = cursor === null ? start : 'start'
    const { rows, has_more: hasMore } = await page(mixed, { view, limit, cursor, direction, at })
    const ids = rows.map(([id]) => id ?? '')
    seen.splice(isForward ? seen.length : 0, 0, ...ids)
    const outermost = isForward ? rows.at(-1) : rows[0]
    if (!hasMore || outermost === undefined) return seen
    cursor = getCursor(names, outermost)
    await between(step)
  }
}

const directions = fc.constantFrom('forward' as const, 'backward' as const)

describe('paging with any sort and filter', () => {
  test('equals the result of one statement, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 25 }),
        fc.record({ sort, filter }),
        fc.record({ limit: fc.integer({ min: 1, max: 9 }), direction: directions }),
        async (rows, view, how) => {
          await fill(rows)
          expect(await walk({ view, ...how })).toEqual(await truth(view))
        },
      ),
      { numRuns: 120 },
    )
  })

  test('shows no row twice and misses no remaining one during concurrent changes', async () => {
    const changes = fc.array(fc.record({ removed: fc.nat(60), added: fc.nat(60), row }), {
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 4, maxLength: 25 }),
        fc.record({
          view: fc.record({ sort, filter }),
          limit: fc.integer({ min: 1, max: 6 }),
          direction: directions,
        }),
        changes,
        async (rows, how, later) => {
          await fill(rows)
          const before = await truth(how.view)
          const touched = new Set<string>()
          const seen = await walk(how, async (step) => {
            const change = later[step]
            if (change === undefined) return
            touched.add(String(change.removed)).add(String(change.added))
            await database.run(`delete from mixed where id in (${change.removed}, ${change.added})`)
            await insert({ ...change.row, id: change.added })
          })
          const stored = (ids: readonly string[]) => ids.filter((id) => !touched.has(id))
          expect(stored(seen)).toEqual(stored(before))
          // A row that was moved is another row in another place; one that was not is there once.
          expect(new Set(stored(seen)).size).toBe(stored(seen).length)
        },
      ),
      { numRuns: 80 },
    )
  })

  test('starts at values and, backwards, ends before them: together they cover everything', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 25 }),
        sort.filter(({ length }) => length > 0),
        fc.nat(),
        async (rows, keys, chosen) => {
          await fill(rows)
          const view = { sort: keys }
          const all = await page(mixed, { view, limit: 1000 })
          const names = [keys[0]?.column ?? '']
          const from = getCursor(names, all.rows[chosen % all.rows.length] ?? [])
          const behind = await page(mixed, { view, from, limit: 1000 })
          const ahead = await page(mixed, { view, from, limit: 1000, direction: 'backward' })
          expect([...ahead.rows, ...behind.rows]).toEqual(all.rows)
          expect(getCursor(names, behind.rows[0] ?? [])).toEqual(from)
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each(['pair', 'relation'])(
    'orders by a %s, whose operators belong to a wider type',
    async (by) => {
      await database.run(
        'drop table if exists typed',
        'drop type if exists pair',
        'create type pair as (q int, w text)',
        'create table typed (id int primary key, pair pair, relation regclass)',
        `insert into typed select i, case when i % 5 > 0 then row(nullif(i % 3, 0), null)::pair end,
         (array['pg_class', 'pg_type', null])[1 + i % 3]::regclass from generate_series(1, 40) i`,
      )
      const typed = await getTarget(database.db, 'typed')
      const view = { sort: [{ column: by }] }
      const all = await page(typed, { view, limit: 100 })
      const at = by === 'pair' ? 1 : 2
      const read = [...(await page(typed, { view, limit: 7 })).rows]
      for (let last = read.at(-1); read.length < 40 && last !== undefined; last = read.at(-1)) {
        const cursor = [last[at] ?? null, last[0] ?? null]
        read.push(...(await page(typed, { view, limit: 7, cursor })).rows)
      }
      expect(read).toEqual(all.rows)
    },
  )

  test('counts the rows that it shows', async () => {
    await fill(Array.from({ length: 7 }, (_, c) => ({ a: null, b: null, c, d: null, at: null })))
    const view = { where: 'c >= 1', filter: undefined }
    expect(await countRows(database.db, mixed, { view })).toBe('5')
    expect(await truth(view)).toHaveLength(5)
  })

  test('orders by both of two columns, with any text in the key', async () => {
    await database.run(
      'truncate pairs',
      `insert into pairs select x, y, x || y from unnest(array['', 'a', 'ä', 'Z', '"']) as x, generate_series(1, 3) as y`,
    )
    const pairs = await getTarget(database.db, 'pairs')
    const all = await page(pairs, { limit: 100 })
    const first = await page(pairs, { limit: 7 })
    const cursor = first.rows.at(-1)?.slice(0, 2) ?? []
    const second = await page(pairs, { limit: 100, cursor })
    expect([...first.rows, ...second.rows]).toEqual(all.rows)
  })
})

describe('the cost of reading', () => {
  const from = { limit: 10, from: null, direction: 'forward', at: 'start' } as const
  const rowsFetched = `select coalesce(sum(idx_tup_fetch + seq_tup_read), 0)
    from pg_stat_xact_user_tables where relname = 'mixed'`

  beforeAll(() =>
    database.run(
      'truncate mixed',
      `insert into mixed select i, nullif(i % 50, 0), null, 1, null, null from generate_series(1, 20000) i`,
      'analyze mixed',
    ),
  )

  test.each([
    ['the key', {}, ['15000']],
    [
      'a nullable column, among its values',
      { sort: [{ column: 'a', descending: true, nulls: 'last' as const }] },
      ['7', '12007'],
    ],
    [
      'a nullable column, among the rows without one',
      { sort: [{ column: 'a', descending: true, nulls: 'last' as const }] },
      [null, '12000'],
    ],
  ])('after %s a page is read from the index, in a few blocks', async (_, view, cursor) => {
    const fetched = await database.db.transaction(async (tx) => {
      const count = async () => Number((await tx.text(rowsFetched)).rows[0]?.[0])
      const before = await count()
      await readPage(tx, mixed, { ...from, view, cursor })
      return (await count()) - before
    })
    expect(fetched).toBeLessThan(60)
  })
})

describe('tables without a key', () => {
  test('are paged by `ctid`, which follows the columns', async () => {
    await database.run(
      'truncate keyless',
      "insert into keyless select 'n' || i, i from generate_series(1, 500) i",
    )
    const keyless = await getTarget(database.db, 'keyless')
    expect(keyless.key).toEqual(['ctid'])
    const first = await page(keyless, { limit: 300 })
    const rest = await page(keyless, { limit: 300, cursor: [first.rows.at(-1)?.[2] ?? ''] })
    expect([...first.rows, ...rest.rows].map(([, n]) => Number(n))).toEqual(
      Array.from({ length: 500 }, (_, n) => n + 1),
    )
    expect(rest.has_more).toBe(false)
  })

  test('that are views give one page, and refuse further ones with a reason', async () => {
    const seen = await getTarget(database.db, 'seen')
    expect(seen.key).toEqual([])
    expect((await page(seen, { limit: 3 })).rows).toHaveLength(3)
    await expect(page(seen, { cursor: ['1'] })).rejects.toThrow(
      'The position does not match the order',
    )
  })
})

describe('long values', () => {
  const long = () => getTarget(database.db, 'long')

  test('are truncated in the database, and the page lists them', async () => {
    await database.run(
      'truncate long',
      `insert into long values
        (1, repeat('ä', 10241), (select array_agg(i) from generate_series(1, 51) i), jsonb_build_object('k', repeat('x', 20000)),
         decode(repeat('ab', 9000), 'hex'), 'ab', array[[1,2],[3,4]], point(1, 2)),
        (2, repeat('ä', 10240), (select array_agg(i) from generate_series(1, 50) i), '{}', '\\x00', 'x', '[5:6]={1,2}', null)`,
    )
    const { rows, cut } = await page(await long())
    expect(cut).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 4],
    ])
    const [first, second] = rows
    expect(Array.from(first?.[1] ?? '')).toHaveLength(10_240)
    expect(first?.[2]?.split(',')).toHaveLength(50)
    expect(first?.slice(5)).toEqual(['ab   ', '{{1,2},{3,4}}', '(1,2)'])
    expect(Array.from(second?.[1] ?? '')).toHaveLength(10_240)
    expect(second?.slice(3)).toEqual(['{}', String.raw`\x00`, 'x    ', '[5:6]={1,2}', null])
  })

  test('are complete on request, and in columns of the order', async () => {
    const target = await long()
    const cell = await readCell(database.db, target, { column: 'note', key: ['1'] })
    expect(cell).toEqual({ value: 'ä'.repeat(10_241) })
    const sorted = await page(target, { view: { sort: [{ column: 'note' }] } })
    expect(sorted.rows.map(([, note]) => note?.length)).toEqual([10_240, 10_241])
    await database.run("update long set note = repeat('x', 9000000) where id = 1")
    const huge = readCell(database.db, target, { column: 'note', key: ['1'] })
    await expect(huge).resolves.toBe('too-large')
    await expect(readCell(database.db, target, { column: 'note', key: ['9'] })).resolves.toBe(
      'missing',
    )
  })
})

describe('names with quotes and keywords', () => {
  test('are read like any others, and missing ones are refused', async () => {
    await database.run('insert into "odd ""table" values (\'a\', \'b\')')
    const odd = await getTarget(database.db, 'odd "table')
    const view = { sort: [{ column: 'select' }], where: '"odd ""id" = \'a\'' }
    expect((await page(odd, { view })).rows).toEqual([['a', 'b']])
    for (const name of ['nope', 'id"; drop table mixed; --', '']) {
      const sorted = page(odd, { view: { sort: [{ column: name }] } })
      await expect(sorted).rejects.toThrow(RowError)
    }
  })
})
