import { getTarget, getPage, projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type PageRequest } from './page-parts.ts'
import { countRows } from './read-rows.ts'
import { rowOrder } from './row-order.ts'
import type { RowTarget } from './row-target.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  const numbers = 'from generate_series(1, 25) as i'
  await database.run(
    'create table keyed (id int primary key, name text)',
    `insert into keyed select i, 'n' || i % 5 ${numbers}`,
    'create table keyless (id int, name text)',
    `insert into keyless select i, 'n' || i % 5 ${numbers}`,
    'create view seen as select id, name from keyed',
    'create view summed as select name, count(*) as id from keyed group by name',
    'create materialized view photo as select id, name from keyed',
    'create materialized view indexed as select id, name from keyed',
    'create unique index on indexed (id)',
    'create table parted (id int, name text) partition by range (id)',
    'create table parted_1 partition of parted for values from (0) to (10)',
    'create table parted_2 partition of parted for values from (10) to (100)',
    `insert into parted select i, 'n' || i % 5 ${numbers}`,
    'create table sliced (id int primary key, name text) partition by range (id)',
    'create table sliced_1 partition of sliced for values from (0) to (10)',
    'create table sliced_2 partition of sliced for values from (10) to (100)',
    `insert into sliced select i, 'n' || i % 5 ${numbers}`,
  )
})
afterAll(() => database.dispose())

const page = (target: RowTarget, request: Partial<PageRequest> = {}) =>
  getPage(database.db, target, request)

/** Every row of the relation, read page by page as far as its key leads on. */
async function readThrough(target: RowTarget): Promise<string[]> {
  const order = rowOrder(target)
  const positions = order.map(({ name }) =>
    name === 'ctid' ? target.columns.length : target.columns.findIndex((one) => one.name === name),
  )
  const ids: string[] = []
  let cursor: (string | null)[] | null = null
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const { rows, has_more: hasMore } = await page(target, { cursor })
    ids.push(...rows.map(([id]) => id ?? ''))
    const last = rows.at(-1)
    if (!hasMore || last === undefined || positions.length === 0) return ids
    cursor = positions.map((position) => last[position] ?? null)
  }
}

const all = Array.from({ length: 25 }, (_, at) => String(at + 1))
const byNumber = (ids: string[]) => ids.toSorted((a, b) => Number(a) - Number(b))

describe('rows are read to the end, none twice,', () => {
  test.each([
    ['keyed', ['id']],
    ['keyless', ['ctid']],
    ['photo', ['ctid']],
    ['sliced', ['id']],
    ['parted_1', ['ctid']],
  ])('of %s by %j', async (name, key) => {
    const target = await getTarget(database.db, name)
    expect(target.key).toEqual(key)
    const ids = await readThrough(target)
    expect(byNumber(ids)).toEqual(all.slice(0, name === 'parted_1' ? 9 : 25))
  })
})

describe('without a key one page is read, and it reports further rows,', () => {
  test.each(['seen', 'parted'])('of %s', async (name) => {
    const target = await getTarget(database.db, name)
    expect(target.key).toEqual([])
    const first = await page(target)
    expect([first.rows.length, first.has_more]).toEqual([10, true])
    const longest = await page(target, { limit: 1000 })
    expect([longest.rows.length, longest.has_more]).toEqual([25, false])
  })
})

test.each(['keyed', 'keyless', 'seen', 'photo', 'indexed', 'parted', 'sliced'])(
  'rows of %s are filtered, ordered, searched and counted',
  async (name) => {
    const target = await getTarget(database.db, name)
    const view = {
      filter: {
        match: 'all' as const,
        conditions: [{ column: 'id', operator: 'gt' as const, values: ['12'] }],
      },
      search: { text: 'N3', columns: ['name'] },
      sort: [{ column: 'id', descending: true }],
    }
    const { rows } = await page(target, { view })
    expect(rows.map(([id]) => id)).toEqual(['23', '18', '13'])
    expect(await countRows(database.db, target, { view })).toBe('3')
  },
)

test('an aggregate view is read, ordered and counted', async () => {
  const target = await getTarget(database.db, 'summed')
  const { rows } = await page(target, { view: { sort: [{ column: 'name' }] } })
  expect(rows.map(([name, count]) => `${name} ${count}`)).toEqual(
    ['n0', 'n1', 'n2', 'n3', 'n4'].map((name) => `${name} 5`),
  )
  expect(await countRows(database.db, target, { view: {} })).toBe('5')
})
