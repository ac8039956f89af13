import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { findChange } from '../history/read-history.ts'
import { undoChange } from '../history/undo.ts'
import { heirTables } from '../table-definition/dependents.ts'
import { projectDatabase, type TestDatabase } from '../testing/project-database.ts'
import { countDependents } from './dependents.ts'
import type { RowOperation } from './operations.ts'
import { saveChange } from './save.ts'
import { ShapeCache } from './shape.ts'

let database: TestDatabase
const shapes = new ShapeCache()
const by = 'ada@example.test'
const keyed_by = ['id', 'tableoid', 'ctid']

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

beforeEach(async () => {
  await database.run(
    'drop table if exists parents, heirs, fans cascade',
    'create table parents (id int primary key, a text)',
    'create table heirs (extra text) inherits (parents)',
    'create table fans (id int primary key, parent int references parents on delete cascade)',
    "insert into parents values (1, 'x')",
    "insert into heirs values (1, 'x', 'of the heir'), (1, 'x', 'of the heir')",
    'insert into fans values (1, 1)',
  )
})

const rowsOf = async (query: string) => (await database.db.text(query)).rows
const oidOf = async (name: string) =>
  Number((await rowsOf(`select '${name}'::regclass::oid`))[0]?.[0])
const keysOf = async (name: string): Promise<string[][]> => {
  const rows = await rowsOf(`select id, tableoid, ctid from only ${name} order by ctid`)
  return rows.map((row) => row.map((value) => value ?? ''))
}
const save = (operations: RowOperation[], id: string = randomUUID()) =>
  saveChange(database.db, { id, by, operations }, shapes)
const undo = (change: string) =>
  undoChange(
    database.db,
    { change, id: randomUUID(), by, resolutions: {}, onPlan: () => {} },
    shapes,
  )

const edit = async (key: readonly string[]): Promise<RowOperation> => ({
  op: 'update',
  table: await oidOf('parents'),
  key,
  keyed_by,
  values: { a: 'y' },
  previous: { id: '1', a: 'x' },
})

const state = () => rowsOf('select tableoid::regclass, id, a from parents order by 1, ctid')

describe('rows of a table that others inherit from', () => {
  test.each([
    ['parents', ['y', 'x', 'x']],
    ['heirs', ['x', 'x', 'y']],
  ])('are edited one by one where they are kept in %s, and put back', async (name, expected) => {
    const before = await state()
    const [key = []] = await keysOf(name)
    const id = randomUUID()
    expect(await save([await edit(key)], id)).toMatchObject({
      outcome: 'saved',
      results: [{ row: ['1', 'y', key[1], expect.any(String)] }],
      history_id: id,
    })
    expect((await state()).map(([, , a]) => a)).toEqual(expected)
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    const places = (rows: unknown[][]) => rows.map((row) => row.join(' ')).toSorted()
    expect(places(await state())).toEqual(places(before))
  })

  test('are in conflict when they were changed since, and when another key is meant', async () => {
    const [key = []] = await keysOf('heirs')
    await database.run("update heirs set a = 'z' where ctid = '(0,1)'")
    expect(await save([await edit(key)])).toMatchObject({ outcome: 'conflict' })
    const stale = { ...(await edit(['1'])), keyed_by: ['id'] } as RowOperation
    await expect(save([stale])).rejects.toThrow('named by another key now')
  })

  test('are deleted where they are kept, and told what goes with them', async () => {
    const table = await oidOf('parents')
    const [own = []] = await keysOf('parents')
    const [heir = []] = await keysOf('heirs')
    expect(await countDependents(database.db, { table, keys: [heir] }, shapes)).toEqual([])
    expect(await countDependents(database.db, { table, keys: [own] }, shapes)).toMatchObject([
      { table: 'fans', action: 'deleted', rows: 1 },
    ])
    const deletion = (key: readonly string[]): RowOperation => ({
      op: 'delete',
      table,
      key,
      keyed_by,
      previous: { id: '1', a: 'x' },
    })
    const ofHeir = randomUUID()
    expect(await save([deletion(heir)], ofHeir)).toMatchObject({ outcome: 'saved', cascaded: 0 })
    expect(await rowsOf('select count(*) from fans')).toEqual([['1']])
    await expect(undo(ofHeir)).rejects.toThrow('Rows of tables that inherit from public.parents')
    const ofOwn = randomUUID()
    expect(await save([deletion(own)], ofOwn)).toMatchObject({ outcome: 'saved', cascaded: 1 })
    expect(await findChange(database.db, ofOwn)).toMatchObject({ fixed_because: null })
    expect(await undo(ofOwn)).toMatchObject({ outcome: 'saved' })
    expect(await rowsOf('select id, a from only parents')).toEqual([['1', 'x']])
    expect(await rowsOf('select id, parent from fans')).toEqual([['1', '1']])
    expect(await rowsOf('select extra from heirs')).toEqual([['of the heir']])
  })

  test('are told of by the tables that keep them', async () => {
    await database.run('create table grand () inherits (heirs)')
    expect(await heirTables(database.db, await oidOf('parents'))).toEqual([
      'public.grand',
      'public.heirs',
    ])
    await database.run('drop table grand')
  })

  test('are inserted into the table itself', async () => {
    const table = await oidOf('parents')
    const id = randomUUID()
    const insert: RowOperation = { op: 'insert', table, values: { id: '2', a: 'n' } }
    expect(await save([insert], id)).toMatchObject({
      outcome: 'saved',
      results: [{ row: ['2', 'n', String(table), '(0,2)'] }],
    })
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await rowsOf('select id from only parents')).toEqual([['1']])
  })

  test('are followed by who wrote them: two edits are undone, and no other row is taken for one', async () => {
    await database.run("update heirs set id = 2 where ctid = '(0,2)'", 'vacuum heirs')
    const [key = []] = await keysOf('heirs')
    const [first, second] = [randomUUID(), randomUUID()]
    expect(await save([await edit(key)], first)).toMatchObject({ outcome: 'saved' })
    const moved = (await keysOf('heirs')).find(([id]) => id === '1') ?? []
    const again = { ...(await edit(moved)), values: { a: 'z' }, previous: { id: '1', a: 'y' } }
    expect(await save([again as RowOperation], second)).toMatchObject({ outcome: 'saved' })
    expect(await undo(second)).toMatchObject({ outcome: 'saved' })
    expect(await undo(first)).toMatchObject({ outcome: 'saved' })
    expect(await rowsOf('select id, a from only heirs order by id')).toEqual([
      ['1', 'x'],
      ['2', 'x'],
    ])

    const third = randomUUID()
    const now = (await keysOf('heirs')).find(([id]) => id === '1') ?? []
    expect(await save([await edit(now)], third)).toMatchObject({ outcome: 'saved' })
    await database.run("update heirs set extra = 'moved' where a = 'y'", 'vacuum heirs')
    await database.run("insert into heirs values (1, 'y', 'other'), (1, 'y', 'another')")
    const before = await state()
    expect(await undo(third)).toMatchObject({ outcome: 'conflict', conflicts: [{ current: null }] })
    const request = { change: third, id: randomUUID(), by, onPlan: () => {} }
    const back = undoChange(database.db, { ...request, resolutions: { 1: 'restore' } }, shapes)
    await expect(back).rejects.toThrow('cannot be put back')
    expect(await state()).toEqual(before)
  })
})
