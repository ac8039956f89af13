import { randomUUID } from 'node:crypto'

import { hasSequences, childTables } from '@basalt/pg-catalog'
import type { RowOperation } from '@basalt/pg-model'
import {
  findChange,
  listHistory,
  countDependents,
  previewStatements,
  saveChange,
  ShapeCache,
} from '@basalt/pg-rows'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { undoChange } from './undo.ts'

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
    'drop table if exists parents, children, fans, keyed, coded cascade',
    'create table parents (id int primary key, a text)',
    'create table children (extra text) inherits (parents)',
    'create table fans (id int primary key, parent int references parents on delete cascade)',
    "insert into parents values (1, 'x')",
    "insert into children values (1, 'x', 'of the child'), (1, 'x', 'of the child')",
    'insert into fans values (1, 1)',
  )
})

const listRows = async (query: string) => (await database.db.text(query)).rows
const getOid = async (name: string) =>
  Number((await listRows(`select '${name}'::regclass::oid`))[0]?.[0])
const listKeys = async (name: string): Promise<string[][]> => {
  const rows = await listRows(`select id, tableoid, ctid from only ${name} order by ctid`)
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
  table: await getOid('parents'),
  key,
  keyed_by,
  values: { a: 'y' },
  previous: { id: '1', a: 'x' },
})

const state = () => listRows('select tableoid::regclass, id, a from parents order by 1, ctid')

describe('rows of a table with child tables', () => {
  test.each([
    ['parents', ['y', 'x', 'x']],
    ['children', ['x', 'x', 'y']],
  ])('are edited one by one in their owning table %s, and restored', async (name, expected) => {
    const before = await state()
    const [key = []] = await listKeys(name)
    const id = randomUUID()
    expect(await save([await edit(key)], id)).toMatchObject({
      outcome: 'saved',
      results: [{ row: ['1', 'y', key[1], expect.any(String)] }],
      history_id: id,
    })
    expect((await state()).map(([, , a]) => a)).toEqual(expected)
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    const positions = (rows: unknown[][]) => rows.map((row) => row.join(' ')).toSorted()
    expect(positions(await state())).toEqual(positions(before))
  })

  test('are in conflict when they were changed since, and when another key is meant', async () => {
    const [key = []] = await listKeys('children')
    await database.run("update children set a = 'z' where ctid = '(0,1)'")
    expect(await save([await edit(key)])).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ current: ['1', 'z', key[1], '(0,3)'] }],
    })
    await database.run("delete from children where a = 'z'")
    expect(await save([await edit(key)])).toMatchObject({ conflicts: [{ current: null }] })
    const stale = { ...(await edit(['1'])), keyed_by: ['id'] } as RowOperation
    await expect(save([stale])).rejects.toThrow('key of this table has changed')
  })

  test('are deleted in their owning tables, with a count of cascaded rows', async () => {
    const table = await getOid('parents')
    const [own = []] = await listKeys('parents')
    const [childTable = []] = await listKeys('children')
    expect(await countDependents(database.db, { table, keys: [childTable] }, shapes)).toEqual([])
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
    const ofChildTable = randomUUID()
    expect(await save([deletion(childTable)], ofChildTable)).toMatchObject({
      outcome: 'saved',
      cascaded: 0,
    })
    expect(await listRows('select count(*) from fans')).toEqual([['1']])
    expect(await listRows('select extra from children')).toEqual([['of the child']])
    expect(await findChange(database.db, ofChildTable)).toMatchObject({
      tables: [{ name: 'children', columns: ['id', 'a', 'extra', 'ctid'] }],
      fixed_because: null,
    })
    expect(await undo(ofChildTable)).toMatchObject({ outcome: 'saved' })
    expect(await listRows('select extra from children')).toEqual([
      ['of the child'],
      ['of the child'],
    ])
    const ofOwn = randomUUID()
    expect(await save([deletion(own)], ofOwn)).toMatchObject({ outcome: 'saved', cascaded: 1 })
    expect(await findChange(database.db, ofOwn)).toMatchObject({ fixed_because: null })
    expect(await undo(ofOwn)).toMatchObject({ outcome: 'saved' })
    expect(await listRows('select id, a from only parents')).toEqual([['1', 'x']])
    expect(await listRows('select id, parent from fans')).toEqual([['1', '1']])
  })

  test('are reported by their owning tables', async () => {
    await database.run('create table grand () inherits (children)')
    expect(await childTables(database.db, await getOid('parents'))).toEqual([
      'public.children',
      'public.grand',
    ])
    await database.run('drop table grand')
  })

  test('are renumbered with it when one of the tables has a sequence', async () => {
    const restarts = async () => hasSequences(database.db, await getOid('parents'))
    expect(await restarts()).toBe(false)
    await database.run(
      'create table counting (n int generated always as identity) inherits (children)',
    )
    expect(await restarts()).toBe(true)
    expect(await hasSequences(database.db, await getOid('counting'))).toBe(true)
    await database.run('drop table counting', 'create table serials (n serial)')
    expect(await restarts()).toBe(false)
    expect(await hasSequences(database.db, await getOid('serials'))).toBe(true)
    await database.run('drop table serials')
  })

  test('are inserted into the table itself', async () => {
    const table = await getOid('parents')
    const id = randomUUID()
    const insert: RowOperation = { op: 'insert', table, values: { id: '2', a: 'n' } }
    expect(await save([insert], id)).toMatchObject({
      outcome: 'saved',
      results: [{ row: ['2', 'n', String(table), '(0,2)'] }],
    })
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await listRows('select id from only parents')).toEqual([['1']])
  })

  test('without a key are not restored once another user has changed them', async () => {
    const [key = []] = await listKeys('children')
    const change = randomUUID()
    expect(await save([await edit(key)], change)).toMatchObject({ outcome: 'saved' })
    await database.run("update children set extra = 'theirs' where a = 'y'")
    const before = await state()
    await expect(undo(change)).rejects.toThrow('A row of public.children was changed')
    expect(await state()).toEqual(before)
  })

  describe('with their own key', () => {
    beforeEach(async () => {
      await database.run(
        'create table keyed (extra text, primary key (id)) inherits (parents)',
        'create table coded (code int primary key) inherits (parents)',
        "insert into keyed values (7, 'x', 'k')",
        "insert into coded values (8, 'x', 70), (8, 'x', 80)",
      )
    })

    test('are in conflict with their current values, and a repeated save gives the same answer', async () => {
      const table = await getOid('parents')
      const [key = []] = await listKeys('keyed')
      const seen = { ...(await edit(key)), previous: { id: '7', a: 'x' } } as RowOperation
      const id = randomUUID()
      const first = await save([seen], id)
      expect(first).toMatchObject({
        outcome: 'saved',
        columns: { [table]: ['id', 'a', 'tableoid', 'ctid'] },
        results: [{ row: ['7', 'y', key[1], '(0,2)'] }],
      })
      expect(await save([seen], id)).toMatchObject({
        repeated: true,
        columns: { [table]: ['id', 'a', 'tableoid', 'ctid'] },
        results: [{ row: ['7', 'y', key[1], '(0,2)'] }],
      })
      expect(await save([seen])).toEqual({
        outcome: 'conflict',
        columns: expect.objectContaining({ [table]: ['id', 'a', 'tableoid', 'ctid'] }),
        conflicts: [{ operation: 0, current: ['7', 'y', key[1], '(0,2)'] }],
      })
      expect(await undo(id)).toMatchObject({ outcome: 'saved' })
      expect(await listRows('select a, extra from keyed')).toEqual([['x', 'k']])
    })

    test('are found by a key that the queried table does not have', async () => {
      const [, key = []] = await listKeys('coded')
      const change = { ...(await edit(key)), previous: { id: '8', a: 'x' } } as RowOperation
      const id = randomUUID()
      expect(await save([change], id)).toMatchObject({
        outcome: 'saved',
        results: [{ row: ['8', 'y', key[1], '(0,3)'] }],
      })
      expect(await listRows('select code, a from coded order by code')).toEqual([
        ['70', 'x'],
        ['80', 'y'],
      ])
      expect(await save([change])).toMatchObject({
        outcome: 'conflict',
        conflicts: [{ operation: 0, current: ['8', 'y', key[1], '(0,3)'] }],
      })
      expect(await undo(id)).toMatchObject({ outcome: 'saved' })
      expect(await listRows("select code from coded where a = 'x' order by code")).toEqual([
        ['70'],
        ['80'],
      ])
    })

    test('are changed together with others, and reported by their owning table', async () => {
      const table = await getOid('parents')
      const [own = []] = await listKeys('parents')
      const [keyed = []] = await listKeys('keyed')
      const [coded = []] = await listKeys('coded')
      const operations = [
        await edit(own),
        { op: 'delete', table, key: keyed, keyed_by, previous: { id: '7', a: 'x' } },
        { op: 'insert', table, values: { id: '5' } },
        { op: 'delete', table, key: coded, keyed_by },
      ] as RowOperation[]
      expect(await previewStatements(database.db, operations, shapes)).toEqual([
        `update only "public"."parents" set "a" = 'y' where "id" = '1';`,
        `delete from "public"."keyed" where "id" = '7';`,
        `insert into "public"."parents" ("id") values ('5');`,
        `delete from "public"."coded" where "code" = '70';`,
      ])
      const before = await state()
      const id = randomUUID()
      expect(await save(operations, id)).toMatchObject({
        outcome: 'saved',
        results: [
          { row: ['1', 'y', String(table), expect.any(String)] },
          { deleted: true },
          { row: ['5', null, String(table), expect.any(String)] },
          { deleted: true },
        ],
      })
      const part = { table, before: undefined, limit: 1 }
      expect(await listHistory(database.db, part)).toMatchObject([
        { id, updated: 1, inserted: 1, deleted: 2 },
      ])
      expect(await undo(id)).toMatchObject({ outcome: 'saved' })
      const held = (rows: unknown[][]) => rows.map((row) => row.join(' ')).toSorted()
      expect(held(await state())).toEqual(held(before))
      expect(await listRows('select extra from keyed')).toEqual([['k']])
    })

    test('are changed through several tables at once', async () => {
      await database.run('create table twig () inherits (coded)')
      const [, key = []] = await listKeys('coded')
      const through = await getOid('coded')
      const [table, ctid] = [key[1] ?? '', key[2] ?? '']
      const own = { op: 'update', table: through, key: ['70', table, '(0,1)'] } as const
      const change = { ...(await edit(key)), previous: { id: '8', a: 'x' } } as RowOperation
      const values = { values: { a: 'z' }, previous: { a: 'x' } }
      expect(await save([{ ...own, ...values }, change])).toMatchObject({
        outcome: 'saved',
        results: [{ row: ['8', 'z', '70', table, '(0,3)'] }, { row: ['8', 'y', table, '(0,4)'] }],
      })
      expect(ctid).toBe('(0,2)')
      expect(await listRows('select code, a from coded order by code')).toEqual([
        ['70', 'z'],
        ['80', 'y'],
      ])
    })

    test('are not changed through a table that they no longer belong to', async () => {
      const [key = []] = await listKeys('keyed')
      const change = { ...(await edit(key)), previous: { id: '7', a: 'x' } } as RowOperation
      await database.run('alter table keyed no inherit parents')
      expect(await save([change])).toMatchObject({
        outcome: 'conflict',
        conflicts: [{ operation: 0, current: null }],
      })
      expect(await listRows('select a from keyed')).toEqual([['x']])
    })
  })
})
