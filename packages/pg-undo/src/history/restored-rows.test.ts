import { randomUUID } from 'node:crypto'

import type { RowOperation } from '@basalt/pg-model'
import { saveChange, ShapeCache } from '@basalt/pg-rows'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { importInto } from '../testing/import-lines.ts'
import { undoChange } from './undo.ts'

let database: TestDatabase
const shapes = new ShapeCache()

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

const count = async () =>
  Number((await database.db.text('select count(*) from goods')).rows[0]?.[0])

const undo = (change: string, leavesChanged = false) =>
  undoChange(
    database.db,
    { change, id: randomUUID(), by: 'ada', resolutions: {}, leavesChanged, onPlan: () => {} },
    shapes,
  )

/** Saves operations on the table; returns the id of the change, null when nothing was saved. */
async function save(operations: (table: number) => RowOperation[]): Promise<string | null> {
  const { rows } = await database.db.text(`select 'goods'::regclass::oid`)
  const change = { id: randomUUID(), by: 'ada', operations: operations(Number(rows[0]?.[0])) }
  const outcome = await saveChange(database.db, change, shapes)
  return outcome.outcome === 'saved' ? change.id : null
}

const update = (id: number, values: Record<string, string>) =>
  save((table) => [{ op: 'update', table, key: [String(id)], values, previous: {} }])
const remove = (id: number) => save((table) => [{ op: 'delete', table, key: [String(id)] }])

const definitions = {
  plain: ['create table goods (id int primary key, name text, note text)'],
  partitioned: [
    'create table goods (id int primary key, name text, note text) partition by range (id)',
    'create table goods_low partition of goods for values from (minvalue) to (3)',
    'create table goods_high partition of goods for values from (3) to (maxvalue)',
  ],
}

const begin = async (kind: keyof typeof definitions = 'plain', size = 4) => {
  await database.run('drop table if exists goods cascade', ...definitions[kind])
  const lines = Array.from({ length: size }, (_, at) => `${at + 1},n${at + 1}`)
  return importInto({ db: database.db, table: 'goods' }, lines)
}

describe('imported rows that were changed and changed back', () => {
  test.each(['plain', 'partitioned'] as const)('are deleted with the import: %s', async (kind) => {
    const id = await begin(kind)
    const edited = await update(1, { name: 'x' })
    const deleted = await remove(2)
    const moved = await update(3, { id: '9' })
    await update(4, { note: 'was kept' })
    expect(await undo(id)).toMatchObject({ outcome: 'conflict', changed: 4 })
    for (const change of [edited, deleted, moved]) await undo(change ?? '')
    expect(await undo(id)).toMatchObject({ outcome: 'conflict', changed: 1 })
    expect(await undo(id, true)).toMatchObject({ outcome: 'saved' })
    expect((await database.db.text('select id, note from goods')).rows).toEqual([['4', 'was kept']])
  })

  test('and deleted in between, step by step, are deleted with it too', async () => {
    const id = await begin()
    const edited = await update(2, { note: 'x' })
    const deleted = await remove(2)
    await undo(deleted ?? '')
    await undo(edited ?? '')
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await count()).toBe(0)
  })

  test('manually, without any undo, are deleted with it too', async () => {
    const id = await begin()
    await update(1, { name: 'x' })
    await update(1, { name: 'n1' })
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await count()).toBe(0)
  })

  test('are deleted when one statement undoes the import', async () => {
    const id = await begin('plain', 50_001)
    const edited = await update(7, { name: 'x' })
    const deleted = await remove(8)
    expect(await undo(id)).toMatchObject({ outcome: 'conflict', changed: 2 })
    await undo(edited ?? '')
    await undo(deleted ?? '')
    expect(await undo(id)).toMatchObject({ outcome: 'saved', results: null })
    expect(await count()).toBe(0)
  })

  test('are not distinguished from others in a history that lacks their transactions', async () => {
    const id = await begin()
    await update(1, { name: 'x' })
    await update(1, { name: 'n1' })
    await database.run('alter table basalt.changed_rows drop column was')
    expect(await undo(id)).toMatchObject({ outcome: 'conflict', changed: 1 })
    expect(await undo(id, true)).toMatchObject({ outcome: 'saved' })
    expect(await count()).toBe(1)
  })

  test('stay when a foreign key cleared them, and are deleted when that is undone', async () => {
    await database.run(
      'drop table if exists kinds cascade',
      'create table kinds (name text primary key)',
      "insert into kinds values ('n1'), ('n2')",
    )
    const id = await begin('plain', 2)
    await database.run(
      'alter table goods add foreign key (name) references kinds on delete set null',
    )
    const { rows } = await database.db.text(`select 'kinds'::regclass::oid`)
    const change = randomUUID()
    await saveChange(
      database.db,
      {
        id: change,
        by: 'ada',
        operations: [{ op: 'delete', table: Number(rows[0]?.[0]), key: ['n1'] }],
      },
      shapes,
    )
    expect(await undo(id)).toMatchObject({ outcome: 'conflict', changed: 1 })
    await undo(change)
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await count()).toBe(0)
  })
})

describe('any changes of imported rows', () => {
  type Step =
    | { kind: 'update'; id: number; values: Record<string, string> }
    | { kind: 'remove' | 'outside'; id: number }
    | { kind: 'undo'; change: number }
  const id = fc.integer({ min: 1, max: 4 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('update' as const),
      id,
      values: fc.record(
        { name: fc.constantFrom('n1', 'x'), note: fc.constantFrom('', 'y') },
        { requiredKeys: [] },
      ),
    }),
    fc.record({ kind: fc.constantFrom('remove' as const, 'outside' as const), id }),
    { arbitrary: fc.record({ kind: fc.constant('undo' as const), change: fc.nat(6) }), weight: 3 },
  )

  test('unchanged ones that no one else wrote are the deleted ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const imported = await begin()
        const changes: string[] = []
        const foreign = new Set<string>()
        for (const one of steps) {
          if (one.kind === 'update' && Object.keys(one.values).length > 0) {
            changes.push((await update(one.id, one.values)) ?? imported)
          }
          if (one.kind === 'remove') changes.push((await remove(one.id)) ?? imported)
          if (one.kind === 'outside') {
            const touched = await database.db.text(
              `update goods set note = note where id = ${one.id} returning id`,
            )
            for (const [key = null] of touched.rows) foreign.add(key ?? '')
          }
          const undone = one.kind === 'undo' ? changes[one.change] : undefined
          // A change that is undone already, or would overwrite another, stays.
          if (undone !== undefined && undone !== imported) await undo(undone).catch(() => null)
        }
        const before = (await database.db.text('select id, name, note from goods order by id')).rows
        const isImported = ([key = null, name, note]: (string | null)[]) =>
          name === `n${key}` && note === null && !foreign.has(key ?? '')
        expect(await undo(imported, true)).toMatchObject({ outcome: 'saved' })
        const after = (await database.db.text('select id, name, note from goods order by id')).rows
        expect(after).toEqual(before.filter((row) => !isImported(row)))
      }),
      { numRuns: 60 },
    )
  }, 90_000)
})
