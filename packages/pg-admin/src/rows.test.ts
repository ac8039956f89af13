import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deleteRows, insertRow, updateRow } from './rows.ts'
import { readPage } from './rows/read-rows.ts'
import { RowError, type RowTarget } from './rows/row-target.ts'
import { projectDatabase, type TestDatabase } from './testing/project-database.ts'
import { targetOf } from './testing/target-of.ts'

let database: TestDatabase
let numbers: RowTarget
let odd: RowTarget

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create table numbers (id int primary key, note text)',
    'create table "odd ""table" ("odd ""id" text primary key, "select" text default \'none\')',
    'insert into "odd ""table" values (\'a\', \'b\')',
    'create view keyless as select note from numbers',
  )
  numbers = await targetOf(database.db, 'numbers')
  odd = await targetOf(database.db, 'odd "table')
})
afterAll(() => database.dispose())

const rowsOf = async (target: RowTarget, where?: string) => {
  const request = {
    limit: 10,
    cursor: null,
    from: null,
    direction: 'forward',
    at: 'start',
  } as const
  return (await readPage(database.db, target, { ...request, view: { where } })).rows
}

const fill = (ids: readonly number[]) =>
  database.run('truncate numbers', `insert into numbers select unnest('{${ids.join(',')}}'::int[])`)

describe('names with quotes and keywords', () => {
  test('are read, written and deleted like any others', async () => {
    await insertRow(database.db, odd, { 'odd "id': 'c' })
    const changed = await updateRow(database.db, odd, {
      key: ['c'],
      values: { select: "it's" },
      previous: { select: 'none' },
    })
    expect(changed).toEqual(['c', "it's"])
    expect(await rowsOf(odd)).toEqual([
      ['a', 'b'],
      ['c', "it's"],
    ])
    expect(await deleteRows(database.db, odd, [['a'], ['c']])).toBe(2)
  })

  test.each(['nope', 'id"; drop table numbers; --', ''])(
    'that do not exist are refused: %j',
    async (name) => {
      await expect(insertRow(database.db, numbers, { [name]: '1' })).rejects.toThrow(RowError)
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
      const narrow = await targetOf(database.db, 'narrow')
      const insert = insertRow(database.db, narrow, { id: '2', value })
      await expect(insert).rejects.toMatchObject({ sql: { sqlstate } })
      const update = updateRow(database.db, narrow, { key: ['1'], values: { value }, previous: {} })
      await expect(update).rejects.toMatchObject({ sql: { sqlstate } })
      expect(await rowsOf(narrow)).toEqual([['1', null]])
    },
  )

  test('is not found by what it would be cut to', async () => {
    await database.run(
      'drop table if exists cut',
      'create table cut (id int primary key, value varchar(5))',
      "insert into cut values (1, 'toolo')",
    )
    const cut = await targetOf(database.db, 'cut')
    expect(await rowsOf(cut, "value = 'toolong'")).toEqual([])
    expect(await rowsOf(cut, "value = 'toolo'")).toHaveLength(1)
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
    expect(await rowsOf(numbers)).toEqual([['1', null]])
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
    const keyless = await targetOf(database.db, 'keyless')
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
