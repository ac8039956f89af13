import { randomUUID } from 'node:crypto'

import { ShapeCache, listHistory } from '@basalt/pg-rows'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type How, importInto } from '../testing/import-lines.ts'
import { type UndoRequest, undoChange } from './undo.ts'

let database: TestDatabase
const shapes = new ShapeCache()

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

beforeEach(() =>
  database.run(
    'drop table if exists goods, orders cascade',
    'create table goods (id int primary key, name text)',
    "insert into goods values (-1, 'old'), (-2, 'old, too')",
  ),
)

const listRows = async (query: string) => (await database.db.text(query)).rows
const count = async (table = 'goods') =>
  Number((await listRows(`select count(*) from ${table}`))[0]?.[0])
const oid = async (name = 'goods') =>
  Number((await listRows(`select '${name}'::regclass::oid`))[0]?.[0])

const importLines = (lines: Iterable<string>, how: How = {}) =>
  importInto({ db: database.db, table: 'goods' }, lines, how)

/** In chunks, like a file. */
function* numbered(from: number, to: number) {
  for (let at = from; at <= to; at += 10_000) {
    const size = Math.min(10_000, to - at + 1)
    yield Array.from({ length: size }, (_, position) => `${at + position},n`).join('\n')
  }
}

const undo = (change: string, more: Partial<UndoRequest> = {}) =>
  undoChange(
    database.db,
    { change, id: randomUUID(), by: 'ada', resolutions: {}, onPlan: () => {}, ...more },
    shapes,
  )

const getEntry = async (id: string) =>
  (await listHistory(database.db, { table: await oid(), before: undefined, limit: 20 })).find(
    (entry) => entry.id === id,
  )

const old = [
  ['-2', 'old, too'],
  ['-1', 'old'],
]
const stored = () => listRows('select id, name from goods order by id')

describe('an import of any size', () => {
  test('is undone by one statement: existing rows stay, and the undo is reported as final', async () => {
    const id = await importLines(numbered(1, 120_000))
    expect(await count()).toBe(120_002)
    const undoId = randomUUID()
    const kinds: string[] = []
    const first = await undo(id, { id: undoId, onPlan: (found) => kinds.push(...found) })
    expect(first).toEqual({ outcome: 'saved', results: null, history_id: undoId, cascaded: 0 })
    expect(kinds).toEqual(['delete'])
    expect(await stored()).toEqual(old)
    expect(await undo(id, { id: undoId })).toMatchObject({ outcome: 'saved', repeated: true })
    expect((await getEntry(undoId))?.fixed_because).toContain('Import the file again')
    await expect(undo(id)).rejects.toThrow('already undone')
  })

  test('leaves rows that were changed since, and reports their number before it deletes any', async () => {
    const id = await importLines(numbered(1, 60_000))
    await database.run(
      "update goods set name = 'mine' where id in (7, 8)",
      'delete from goods where id = 9',
      "insert into goods values (70000, 'later')",
    )
    expect(await undo(id)).toEqual({ outcome: 'conflict', conflicts: [], changed: 3 })
    expect(await count()).toBe(60_002)
    expect(await undo(id, { leavesChanged: true })).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual([...old, ['7', 'mine'], ['8', 'mine'], ['70000', 'later']])
  })

  test('of few rows can be redone after its undo, also in a table without a key', async () => {
    await database.run('alter table goods drop constraint goods_pkey')
    const id = await importLines(['1,a', '1,a', '2,"b"'])
    const undoId = randomUUID()
    expect(await undo(id, { id: undoId })).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual(old)
    expect(await undo(undoId)).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual([...old, ['1', 'a'], ['1', 'a'], ['2', 'b']])
    // The redo is the change that is undone next.
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual(old)
    await expect(undo(id)).rejects.toThrow('already undone')
  })

  test('of few rows that are larger than the history is undone without a copy of them', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `${at + 1},${String(at).repeat(1_000_000)}`)
    const id = await importLines(lines)
    const undoId = randomUUID()
    expect(await undo(id, { id: undoId })).toMatchObject({ outcome: 'saved', results: null })
    expect((await getEntry(undoId))?.fixed_because).toContain('Import the file again')
    expect(await stored()).toEqual(old)
  })

  test('of staged rows is distinguished from concurrent writes, row by refused row', async () => {
    await database.run("insert into goods values (5, 'mine')")
    const id = await importLines(['4,a', '5,b', 'x,c', '6,d'], { expected: 4 })
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual([...old, ['5', 'mine']])
  })

  test('is undone after VACUUM FULL and after a freeze', async () => {
    const id = await importLines(numbered(1, 50_001))
    await database.run('vacuum (full, freeze) goods', 'vacuum (freeze) goods', 'analyze goods')
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual(old)
  })

  test('of partitions is undone in each of them', async () => {
    await database.run(
      'drop table goods',
      'create table goods (id int, name text) partition by range (id)',
      'create table goods_low partition of goods for values from (minvalue) to (30000)',
      'create table goods_high partition of goods for values from (30000) to (maxvalue)',
      "insert into goods values (-1, 'old'), (-2, 'old, too')",
    )
    const id = await importLines(numbered(1, 60_000))
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual(old)
  })
})

describe('rows that cannot be distinguished any more stay', () => {
  test('when the table was rewritten, with the reason', async () => {
    const id = await importLines(['1,a', '2,b'])
    await database.run('alter table goods alter column id type bigint')
    await expect(undo(id, { leavesChanged: true })).rejects.toThrow('truncated or rewritten')
    expect(await count()).toBe(4)
  })

  test('when a dump restored history and rows, although the numbers fit', async () => {
    const id = await importLines(['1,a', '2,b'])
    await database.run(
      'create temporary table kept as select * from basalt.changed_rows',
      'truncate basalt.changed_rows',
      'insert into basalt.changed_rows select * from kept',
      'drop table kept',
    )
    await expect(undo(id, { leavesChanged: true })).rejects.toThrow('restored since')
    expect(await count()).toBe(4)
  })

  test('when a trigger of the table changed existing rows', async () => {
    await database.run(
      `create or replace function shift() returns trigger language plpgsql as
       $$ begin update goods set name = name || '!' where id < 0; return new; end $$`,
      'create trigger shift after insert on goods for each row execute function shift()',
    )
    const id = await importLines(['1,a', '2,b'])
    await expect(undo(id)).rejects.toThrow('A trigger of the table also changed other rows')
    expect(await count()).toBe(4)
  })

  test('when a trigger changed only the new rows, they are deleted', async () => {
    await database.run(
      `create or replace function shout() returns trigger language plpgsql as
       $$ begin update goods set name = upper(name) where id = new.id; return new; end $$`,
      'create trigger shout after insert on goods for each row execute function shout()',
    )
    const id = await importLines(['1,a', '2,b'])
    expect(await count()).toBe(4)
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual(old)
  })
})

describe('an import that changed rows', () => {
  const update = { on_conflict: 'update' as const }

  test('restores them, once each, and deletes the new ones', async () => {
    const id = await importLines(['-1,new', '1,a', '-1,newer', '1,b', '-2,"old, too"'], update)
    expect(await stored()).toEqual([
      ['-2', 'old, too'],
      ['-1', 'newer'],
      ['1', 'b'],
    ])
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual(old)
  })

  test('shows those that were changed since, row by row', async () => {
    const id = await importLines(['-1,new', '-2,new', '1,a'], update)
    await database.run("update goods set name = 'mine' where id = -1")
    const disputed = await undo(id)
    expect(disputed).toMatchObject({
      outcome: 'conflict',
      changed: 0,
      conflicts: [
        { key: ['-1'], before: ['-1', 'old'], after: ['-1', 'new'], current: ['-1', 'mine'] },
      ],
    })
    const position = disputed?.outcome === 'conflict' ? (disputed.conflicts[0]?.place ?? 0) : 0
    expect(await undo(id, { resolutions: { [position]: 'skip' } })).toMatchObject({
      outcome: 'saved',
    })
    expect(await stored()).toEqual([
      ['-2', 'old, too'],
      ['-1', 'mine'],
    ])
  })

  test('among very many new ones is undone as a whole', async () => {
    const id = await importLines(['-1,new', ...numbered(1, 50_001)], update)
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual(old)
  })

  test('of more of them than the history stores reports that', async () => {
    await database.run("insert into goods select i, 'was' from generate_series(1, 50001) i")
    const id = await importLines(numbered(1, 50_001), update)
    expect((await getEntry(id))?.fixed_because).toBe(
      'It changed more existing rows than the history can record',
    )
    await expect(undo(id)).rejects.toThrow('more existing rows')
  })
})

describe('rows that others reference', () => {
  const refer = (action: string) =>
    database.run(
      `create table orders (id int primary key, good int references goods on delete ${action})`,
      'create index on orders (good)',
      'insert into orders values (1, 3), (2, -1)',
    )

  test('are not deleted when a foreign key refuses', async () => {
    const id = await importLines(numbered(1, 50_001))
    await refer('restrict')
    expect(await undo(id)).toMatchObject({ outcome: 'refused', constraint: 'orders_good_fkey' })
    expect(await count()).toBe(50_003)
  })

  test('delete none with them silently: for a large import the number is reported', async () => {
    const id = await importLines(numbered(1, 50_001))
    await refer('cascade')
    expect(await undo(id)).toMatchObject({
      outcome: 'refused',
      message:
        '1 row of public.orders reference the imported rows and would be deleted with them. Delete or change them first.',
    })
    expect([await count(), await count('orders')]).toEqual([50_003, 2])
  })

  test('count the rows that lose their reference when a row of a large import is restored', async () => {
    await database.run(
      'alter table goods add part text, add unique (part)',
      'create table orders (id int primary key, part text references goods (part) on update set null)',
    )
    const lines = [`${[...numbered(1, 50_001)].join('\n').replaceAll(/,n$/gmu, ',')}\n-1,new`]
    const names = ['id', 'part']
    const id = await importLines(lines, { on_conflict: 'update', names })
    await database.run("insert into orders values (1, 'new')")
    const undoId = randomUUID()
    expect(await undo(id, { id: undoId })).toMatchObject({ outcome: 'saved', cascaded: 1 })
    expect(await undo(id, { id: undoId })).toMatchObject({ repeated: true, cascaded: 1 })
    expect(await listRows('select part from orders')).toEqual([[null]])
  })

  test('of a small import delete them too, and both can be restored', async () => {
    const id = await importLines(['3,a'])
    await refer('cascade')
    const undoId = randomUUID()
    expect(await undo(id, { id: undoId })).toMatchObject({ outcome: 'saved', cascaded: 1 })
    expect(await count('orders')).toBe(1)
    await undo(undoId)
    expect([await count(), await count('orders')]).toEqual([3, 2])
  })
})
