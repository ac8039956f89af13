import { randomUUID } from 'node:crypto'

import { saveChange, ShapeCache, findChange } from '@basalt/pg-rows'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { importInto } from '../testing/import-lines.ts'
import { emptyEntry, listTrash } from '../trash/storage.ts'
import { bringBack, type TableRight } from './undo-new-table.ts'
import { type UndoRequest, undoChange } from './undo.ts'

let database: TestDatabase
const shapes = new ShapeCache()

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

beforeEach(async () => {
  for (const entry of await listTrash(database.db)) {
    await database.db.transaction((tx) => emptyEntry(tx, entry))
  }
  await database.run(
    'drop table if exists orders, lines, made, customers cascade',
    'create table customers (id bigint primary key)',
    'insert into customers values (1), (2), (3)',
  )
})

const listRows = async (query: string) => (await database.db.text(query)).rows
const isPresent = async (name = 'orders') =>
  (await listRows(`select to_regclass('public.${name}') is not null`))[0]?.[0] === 't'
const stored = () => listRows('select id, name from orders order by id')
const oid = async () => Number((await listRows(`select 'orders'::regclass::oid`))[0]?.[0])

const three = ['1,a', '2,b', '3,c']
const importNew = (lines: string[] = three, expected?: number) =>
  importInto({ db: database.db, table: 'orders' }, lines, {
    isNew: true,
    ...(expected !== undefined && { expected }),
  })

const reported: string[] = []
const tables: TableRight = {
  mayChange: true,
  onChange: async (action, { schema, name }) => void reported.push(`${action} ${schema}.${name}`),
}

const undo = (change: string, more: Partial<UndoRequest> = {}) =>
  undoChange(
    database.db,
    { change, id: randomUUID(), by: 'ada', resolutions: {}, onPlan: () => {}, tables, ...more },
    shapes,
  )

const save = async (operations: Parameters<typeof saveChange>[1]['operations']) => {
  const id = randomUUID()
  await saveChange(database.db, { id, by: 'ada', operations }, shapes)
  return id
}

describe('an import that created its table', () => {
  test.each([
    ['few rows', three, 3],
    ['rows that are known by who wrote them only', three, 1_000_000],
  ])('of %s is undone with it, and redone completely', async (_, lines, expected) => {
    const change = await importNew(lines, expected)
    const id = randomUUID()
    reported.length = 0
    const kinds: string[] = []
    const onPlan: UndoRequest['onPlan'] = (found) => kinds.push(...found)
    expect(await undo(change, { id, onPlan })).toMatchObject({
      outcome: 'saved',
      history_id: id,
      made_table: { schema: 'public', name: 'orders', trash_id: id, stays_because: null },
    })
    expect(kinds).toEqual(['delete'])
    expect(await isPresent()).toBe(false)
    expect(await undo(change, { id })).toMatchObject({
      repeated: true,
      made_table: { trash_id: id },
    })

    const again = randomUUID()
    expect(await undo(id, { id: again })).toMatchObject({
      outcome: 'saved',
      made_table: { trash_id: null, stays_because: null },
    })
    expect(await stored()).toEqual([
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'c'],
    ])
    expect((await findChange(database.db, again))?.kind).toBe('redo')
    // The redo is the change that is undone next.
    expect(await undo(change)).toMatchObject({ made_table: { stays_because: null } })
    expect(await isPresent()).toBe(false)
    expect(reported).toEqual([
      'table.dropped public.orders',
      'table.restored public.orders',
      'table.dropped public.orders',
    ])
  })

  test('is redone by restoring its table from the trash, also under another name', async () => {
    const change = await importNew()
    const id = randomUUID()
    await undo(change, { id })
    const [entry] = await listTrash(database.db, id)
    if (entry === undefined) throw new Error('It is not in the trash')
    const position = { schema: 'public', name: 'made' }
    await database.db.transaction((tx) => bringBack(tx, entry, { place: position, by: 'bo' }))
    await expect(undo(id)).rejects.toThrow('already undone')
    const last = await undo(change)
    expect(last).toMatchObject({ made_table: { name: 'made', stays_because: null } })
    expect(await isPresent('made')).toBe(false)
  })

  test('is undone step by step with the changes of its table and its rows since', async () => {
    const change = await importNew()
    const table = await oid()
    const values = { name: 'B' }
    const previous = { name: 'b' }
    const edit = await save([{ op: 'update', table, key: ['2'], values, previous }])
    const added = await save([{ op: 'insert', table, values: { id: '4', name: 'd' } }])
    await database.run('alter table orders add constraint link foreign key (id) references orders')
    await database.run('alter table orders drop constraint link')
    await undo(added)
    await undo(edit)
    expect(await undo(change)).toMatchObject({ made_table: { stays_because: null } })
    expect(await isPresent()).toBe(false)
  })

  test('that was emptied since is reported, and its table is dropped after a confirmation', async () => {
    const change = await importNew()
    await database.run('truncate orders')
    expect(await undo(change)).toMatchObject({
      outcome: 'conflict',
      changed: 3,
      removes_table: true,
    })
    expect(await isPresent()).toBe(true)
    await undo(change, { leavesChanged: true })
    expect(await isPresent()).toBe(false)
  })
})

describe('the table that an import created stays, with the reason', () => {
  test.each([
    ["insert into orders values (9, 'mine')", 'its rows were added or changed since'],
    ['alter table orders add column extra text', 'its columns were changed since'],
    [
      'alter table orders add constraint link foreign key (id) references customers',
      'its keys or references were changed since',
    ],
    [
      'create table lines (of bigint references orders on delete cascade)',
      'its keys or references were changed since',
    ],
    ['create view seen as select id from orders', 'other objects depend on it now'],
    ['create index on orders (name)', 'its indexes were changed since'],
    ['create policy own on orders using (true)', 'its policies were changed since'],
    ["comment on column orders.name is 'Known'", 'its settings or comments were changed since'],
    ['grant select on orders to public', 'its privileges were changed since'],
    ['create table lines () inherits (orders)', 'its inheritance was changed since'],
  ])('after %s', async (statement, reason) => {
    const change = await importNew()
    const before = await stored()
    await database.run(statement)
    const id = randomUUID()
    expect(await undo(change, { id })).toMatchObject({
      outcome: 'saved',
      made_table: { name: 'orders', trash_id: null, stays_because: reason },
    })
    expect(await listRows('select id from orders where id < 9')).toEqual([])
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await listRows('select id, name from orders where id < 9 order by id')).toEqual(before)
  })

  test('when a row was changed since, which stays too', async () => {
    const change = await importNew()
    await database.run("update orders set name = 'mine' where id = 2")
    const requested = await undo(change)
    expect(requested).toEqual({ outcome: 'conflict', conflicts: [], changed: 1 })
    expect(await undo(change, { leavesChanged: true })).toMatchObject({
      made_table: { stays_because: 'its rows were added or changed since' },
    })
    expect(await stored()).toEqual([['2', 'mine']])
  })

  test('when the user may not change tables, and cannot restore them either', async () => {
    const change = await importNew()
    expect(await undo(change, { tables: undefined })).toMatchObject({
      made_table: { stays_because: 'dropping it needs the permission to change tables' },
    })
    expect(await stored()).toEqual([])
    const other = await importInto({ db: database.db, table: 'made' }, three, { isNew: true })
    const id = randomUUID()
    await undo(other, { id })
    await expect(undo(id, { tables: undefined })).rejects.toThrow('permission to change tables')
    expect(await isPresent('made')).toBe(false)
  })

  test('when the import did not create it: then it is not mentioned', async () => {
    await database.run('create table orders (id int primary key, name text)')
    const change = await importInto({ db: database.db, table: 'orders' }, three)
    const answer = await undo(change)
    expect(answer).not.toHaveProperty('made_table')
    expect(await stored()).toEqual([])
  })
})

test('an import whose table was deleted permanently since reports that on redo', async () => {
  const change = await importNew()
  const id = randomUUID()
  await undo(change, { id })
  const [entry] = await listTrash(database.db, id)
  if (entry !== undefined) await database.db.transaction((tx) => emptyEntry(tx, entry))
  await expect(undo(id)).rejects.toThrow('no longer exists')
})
