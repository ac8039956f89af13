import { randomUUID } from 'node:crypto'

import type { RowOperation } from '@basalt/pg-model'
import { getTarget, projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readPage } from '../rows/read-page.ts'
import { RowError } from '../rows/row-target.ts'
import { ShapeCache } from '../rows/table-shape.ts'
import { saveChange } from './save.ts'

let database: TestDatabase
let numbers: number
const shapes = new ShapeCache()

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create table numbers (id int primary key, note text)',
    'create table "odd ""table" ("odd ""id" text primary key, "select" text default \'none\')',
    'insert into "odd ""table" values (\'a\', \'b\')',
    'create view keyless as select note from numbers',
  )
  numbers = await getOid('numbers')
})
afterAll(() => database.dispose())

async function getOid(name: string): Promise<number> {
  const result = await database.db.text('select $1::regclass::oid::text', [name])
  return Number(result.rows[0]?.[0])
}
const save = (...operations: RowOperation[]) =>
  saveChange(database.db, { id: randomUUID(), by: 'ada@example.test', operations }, shapes)
const listRows = async (table: string) => (await database.db.text(`select * from ${table}`)).rows
const fill = (ids: readonly number[]) =>
  database.run('truncate numbers', `insert into numbers select unnest('{${ids.join(',')}}'::int[])`)

describe('names with quotes and keywords', () => {
  test('are written and deleted like any others', async () => {
    const table = await getOid('"odd ""table"')
    const key = ['c']
    const outcome = await save(
      { op: 'insert', table, values: { 'odd "id': 'c' } },
      { op: 'update', table, key, values: { select: "it's" }, previous: { select: 'none' } },
      { op: 'delete', table, key: ['a'] },
    )
    expect(outcome).toMatchObject({ results: [{}, { row: ['c', "it's"] }, { deleted: true }] })
    expect(await listRows('"odd ""table"')).toEqual([['c', "it's"]])
  })

  test.each(['nope', 'id"; drop table numbers; --', ''])(
    'that do not exist are refused: %j',
    async (name) => {
      const insert = save({ op: 'insert', table: numbers, values: { [name]: '1' } })
      await expect(insert).rejects.toThrow(RowError)
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
  ])('for %s is refused, never cut', async (type, value, sqlstate) => {
    await database.run(
      'drop domain if exists short_text cascade',
      'create domain short_text as varchar(4)',
      'drop table if exists narrow',
      `create table narrow (id int primary key, value ${type})`,
      'insert into narrow values (1, null)',
    )
    const table = await getOid('narrow')
    const refused = { outcome: 'refused', operation: 0, sqlstate }
    const values = { value }
    expect(await save({ op: 'insert', table, values: { id: '2', value } })).toMatchObject(refused)
    expect(
      await save({ op: 'update', table, key: ['1'], values, previous: { value: null } }),
    ).toMatchObject(refused)
    expect(await listRows('narrow')).toEqual([['1', null]])
  })

  test('does not match its truncated form', async () => {
    await database.run(
      'create table cut (id int primary key, value varchar(5))',
      "insert into cut values (1, 'toolo')",
    )
    const target = await getTarget(database.db, 'cut')
    const position = {
      limit: 10,
      cursor: null,
      from: null,
      direction: 'forward',
      at: 'start',
    } as const
    const found = async (where: string) =>
      (await readPage(database.db, target, { ...position, view: { where } })).rows
    expect(await found("value = 'toolong'")).toEqual([])
    expect(await found("value = 'toolo'")).toHaveLength(1)
  })
})

describe('an edit', () => {
  test('of a row that was deleted or differs is a conflict with the current row, and writes nothing', async () => {
    await fill([1])
    const edit = (key: string) =>
      save({
        op: 'update',
        table: numbers,
        key: [key],
        values: { note: 'new' },
        previous: { note: 'seen' },
      })
    expect(await edit('1')).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ operation: 0, current: ['1', null] }],
    })
    expect(await edit('7')).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ operation: 0, current: null }],
    })
    expect(await listRows('numbers')).toEqual([['1', null]])
  })

  test('may change the key itself', async () => {
    await fill([1])
    const moved = await save({
      op: 'update',
      table: numbers,
      key: ['1'],
      values: { id: '9' },
      previous: { id: '1' },
    })
    expect(moved).toMatchObject({ results: [{ row: ['9', null] }] })
  })

  test('without a value or with a key that does not fit is refused', async () => {
    const edit = (key: string[], values: Record<string, string>) =>
      save({ op: 'update', table: numbers, key, values, previous: {} })
    await expect(edit(['1'], {})).rejects.toThrow(RowError)
    await expect(edit(['1', '2'], { note: 'x' })).rejects.toThrow(RowError)
    const table = await getOid('keyless')
    await expect(save({ op: 'delete', table, key: ['a'] })).rejects.toThrow(RowError)
  })
})

test('an empty text, NULL and a default are different', async () => {
  await fill([])
  await database.run("alter table numbers alter note set default 'usual'")
  const insert = (values: Record<string, string | null>) => ({
    op: 'insert' as const,
    table: numbers,
    values,
  })
  const outcome = await save(
    insert({ id: '1' }),
    insert({ id: '2', note: '' }),
    insert({ id: '3', note: null }),
  )
  expect(outcome).toMatchObject({
    results: [{ row: ['1', 'usual'] }, { row: ['2', ''] }, { row: ['3', null] }],
  })
})
