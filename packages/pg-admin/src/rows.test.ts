import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  deleteRows,
  insertRow,
  type PageRequest,
  readPage,
  RowError,
  type RowTarget,
  updateRow,
} from './rows.ts'
import { projectDatabase, type TestDatabase } from './testing/project-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create table numbers (id int primary key, note text)',
    'create table "odd ""table" ("odd ""id" text primary key, "select" text default \'none\')',
    'insert into "odd ""table" values (\'a\', \'b\')',
    'create table keyless (note text)',
  )
})
afterAll(() => database.dispose())

const numbers: RowTarget = {
  schema: 'public',
  name: 'numbers',
  columns: [{ name: 'id' }, { name: 'note' }],
  key: ['id'],
}
const odd: RowTarget = {
  schema: 'public',
  name: 'odd "table',
  columns: [{ name: 'odd "id' }, { name: 'select' }],
  key: ['odd "id'],
}
const keyless: RowTarget = {
  schema: 'public',
  name: 'keyless',
  columns: [{ name: 'note' }],
  key: [],
}

const page = (target: RowTarget, request: Partial<PageRequest> = {}) =>
  readPage(database.db, target, {
    limit: 10,
    cursor: null,
    direction: 'forward',
    at: 'start',
    filter: null,
    ...request,
  })

const fill = (ids: readonly number[]) =>
  database.run('truncate numbers', `insert into numbers select unnest('{${ids.join(',')}}'::int[])`)

/** Reads page after page, with work of others between them. */
async function walk(limit: number, between: (step: number) => Promise<void>): Promise<number[]> {
  const seen: number[] = []
  let cursor: string[] | null = null
  for (let step = 0; ; step += 1) {
    const { rows, has_more: hasMore } = await page(numbers, { limit, cursor })
    seen.push(...rows.map(([id]) => Number(id)))
    if (!hasMore) return seen
    cursor = [rows.at(-1)?.[0] ?? '']
    await between(step)
  }
}

describe('paging by key', () => {
  test('shows no row twice and misses none that stayed, whatever comes and goes meanwhile', async () => {
    const ids = fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), {
      minLength: 1,
      maxLength: 40,
    })
    const changes = fc.array(
      fc.record({
        gone: fc.integer({ min: -1000, max: 1000 }),
        added: fc.integer({ min: -1000, max: 1000 }),
      }),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(
        ids,
        changes,
        fc.integer({ min: 1, max: 12 }),
        async (initial, later, limit) => {
          await fill(initial)
          const touched = new Set<number>()
          const seen = await walk(limit, async (step) => {
            const change = later[step]
            if (change === undefined) return
            touched.add(change.gone).add(change.added)
            await database.run(
              `delete from numbers where id = ${change.gone}`,
              `insert into numbers values (${change.added}) on conflict do nothing`,
            )
          })
          expect(new Set(seen).size).toBe(seen.length)
          expect(seen).toEqual(seen.toSorted((a, b) => a - b))
          expect(seen).toEqual(expect.arrayContaining(initial.filter((id) => !touched.has(id))))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('reads the index and never skips rows by counting them', async () => {
    await database.run(
      'truncate numbers',
      'insert into numbers select generate_series(1, 20000)',
      'analyze numbers',
    )
    const statement =
      'explain select id, note from public.numbers where (id) > ($1) order by id asc limit 11'
    const { rows } = await database.db.text(statement, ['15000'])
    expect(rows.flat().join('\n')).toContain('Index Scan')
    expect(await page(numbers, { cursor: ['15000'], limit: 2 })).toEqual({
      rows: [
        ['15001', null],
        ['15002', null],
      ],
      has_more: true,
    })
  })

  test('ends where the table ends, and the last page is full', async () => {
    await fill([1, 2, 3, 4, 5])
    const last = await page(numbers, { at: 'end', limit: 2 })
    expect(last.rows.map(([id]) => id)).toEqual(['4', '5'])
    expect(last.has_more).toBe(true)
    const before = await page(numbers, { cursor: ['4'], direction: 'backward', limit: 10 })
    expect(before).toMatchObject({ has_more: false })
    expect(before.rows.map(([id]) => id)).toEqual(['1', '2', '3'])
  })

  test('filters by a value of the column’s own type', async () => {
    await fill([1, 2, 3])
    const found = await page(numbers, { filter: { column: 'id', value: ' 2 ' } })
    expect(found.rows).toEqual([['2', null]])
  })

  test('of a table without a key gives one page and refuses to go on', async () => {
    await database.run("insert into keyless values ('a'), ('b'), ('c')")
    const first = await page(keyless, { limit: 2 })
    expect(first.rows).toHaveLength(2)
    expect(first.has_more).toBe(true)
    await expect(page(keyless, { cursor: ['a'] })).rejects.toThrow(
      'This table has no key to page by',
    )
  })
})

describe('names with quotes and keywords', () => {
  test('are read, written and deleted like any others', async () => {
    await insertRow(database.db, odd, { 'odd "id': 'c' })
    const changed = await updateRow(database.db, odd, {
      key: ['c'],
      values: { select: "it's" },
      previous: { select: 'none' },
    })
    expect(changed).toEqual(['c', "it's"])
    expect((await page(odd)).rows).toEqual([
      ['a', 'b'],
      ['c', "it's"],
    ])
    expect(await deleteRows(database.db, odd, [['a'], ['c']])).toBe(2)
  })

  test.each(['nope', 'id"; drop table numbers; --', ''])(
    'that do not exist are refused: %j',
    async (name) => {
      await expect(insertRow(database.db, numbers, { [name]: '1' })).rejects.toThrow(RowError)
      await expect(page(numbers, { filter: { column: name, value: '1' } })).rejects.toThrow(
        RowError,
      )
    },
  )
})

describe('a value that is too long', () => {
  test.each([
    ['varchar(5)', 'toolong', '22001'],
    ['char(3)', 'abcd', '22001'],
    ['bit(3)', '11111', '22026'],
    ['short_text', 'toolong', '22001'],
    ['numeric(4,2)', '1234.5', '22003'],
  ])(
    'for %s is refused, never cut, whether written or looked for',
    async (type, value, sqlstate) => {
      await database.run(
        'drop domain if exists short_text cascade',
        'create domain short_text as varchar(4)',
        'drop table if exists narrow',
        `create table narrow (id int primary key, value ${type})`,
        'insert into narrow values (1, null)',
      )
      const narrow: RowTarget = {
        schema: 'public',
        name: 'narrow',
        columns: [{ name: 'id' }, { name: 'value' }],
        key: ['id'],
      }
      const insert = insertRow(database.db, narrow, { id: '2', value })
      await expect(insert).rejects.toMatchObject({ sql: { sqlstate } })
      const update = updateRow(database.db, narrow, { key: ['1'], values: { value }, previous: {} })
      await expect(update).rejects.toMatchObject({ sql: { sqlstate } })
      expect((await page(narrow)).rows).toEqual([['1', null]])
    },
  )

  test('is not found by what it would be cut to', async () => {
    await database.run(
      'drop table if exists cut',
      'create table cut (id int primary key, value varchar(5))',
      "insert into cut values (1, 'toolo')",
    )
    const cut: RowTarget = {
      schema: 'public',
      name: 'cut',
      columns: [{ name: 'id' }, { name: 'value' }],
      key: ['id'],
    }
    expect((await page(cut, { filter: { column: 'value', value: 'toolong' } })).rows).toEqual([])
    expect((await page(cut, { filter: { column: 'value', value: 'toolo' } })).rows).toHaveLength(1)
  })
})

describe('a change', () => {
  test('of a row that is gone or differs answers nothing and writes nothing', async () => {
    await fill([1])
    const change = { key: ['1'], values: { note: 'new' }, previous: { note: 'seen' } }
    expect(await updateRow(database.db, numbers, change)).toBeNull()
    expect(
      await updateRow(database.db, numbers, { ...change, key: ['7'], previous: {} }),
    ).toBeNull()
    expect((await page(numbers)).rows).toEqual([['1', null]])
  })

  test('may move the key itself', async () => {
    await fill([1])
    const moved = await updateRow(database.db, numbers, {
      key: ['1'],
      values: { id: '9' },
      previous: { id: '1' },
    })
    expect(moved).toEqual(['9', null])
  })

  test('without a value or without a key is refused before the database is asked', async () => {
    const empty = updateRow(database.db, numbers, { key: ['1'], values: {}, previous: {} })
    await expect(empty).rejects.toThrow('Nothing is to be changed')
    const short = updateRow(database.db, numbers, { key: [], values: { note: 'x' }, previous: {} })
    await expect(short).rejects.toThrow('The key does not fit this table')
    await expect(deleteRows(database.db, keyless, [['a']])).rejects.toThrow('no primary key')
  })

  test('keeps an empty text, a null and a default apart', async () => {
    await fill([])
    await database.run("alter table numbers alter note set default 'usual'")
    const note = async (values: Record<string, string | null>) =>
      (await insertRow(database.db, numbers, values))[1]
    expect(await note({ id: '1' })).toBe('usual')
    expect(await note({ id: '2', note: '' })).toBe('')
    expect(await note({ id: '3', note: null })).toBeNull()
  })
})
