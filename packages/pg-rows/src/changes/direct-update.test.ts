import { randomUUID } from 'node:crypto'

import type { RowOperation } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listUnreported, noteReported } from '../change-log/reports.ts'
import { ShapeCache } from '../rows/table-shape.ts'
import { saveDirectly } from './direct-update.ts'
import { saveChange } from './save.ts'

let database: TestDatabase
const shapes = new ShapeCache()

beforeAll(async () => {
  database = await projectDatabase()
  await script(
    'create table first (id int primary key, a text); insert into first values (1, null)',
  )
  // The history is made by the first change.
  await saveChange(database.db, change(await getOid('first'), { a: 'x' }, { a: null }), shapes)
})
afterAll(() => database.dispose())

const getOid = async (name: string): Promise<number> => {
  const result = await database.db.text(`select '${name}'::regclass::oid::text`)
  return Number(result.rows[0]?.[0])
}
const change = (
  table: number,
  values: Record<string, string | null>,
  previous: Record<string, string | null>,
) => {
  const operations: RowOperation[] = [{ op: 'update', table, key: ['1'], values, previous }]
  return { id: randomUUID(), by: 'ada@example.test', operations, report: 'to be reported' }
}
const script = (text: string) => database.run(...text.split(';'))
const listRows = async (query: string) => (await database.db.text(query)).rows

/** Whether the single statement suffices, and whether the change is saved in any case. */
async function saved(
  table: number,
  values: Record<string, string>,
  before: Record<string, string>,
) {
  const requested = change(table, values, before)
  const direct = await saveDirectly(database.db, requested, shapes)
  const outcome = direct ?? (await saveChange(database.db, requested, shapes))
  return [direct === null ? 'by more' : 'by one', outcome.outcome]
}

describe('the single statement', () => {
  test('saves an edit, the row before it, and its report', async () => {
    await script(
      `create table notes (id int primary key, note text, size int generated always as (length(note)) stored);
       insert into notes values (1, 'a')`,
    )
    const requested = change(await getOid('notes'), { note: 'abc' }, { note: 'a' })
    expect(await saveDirectly(database.db, requested, shapes)).toMatchObject({
      outcome: 'saved',
      results: [{ row: ['1', 'abc', '3'] }],
      history_id: requested.id,
    })
    const kept = `select key, before, after, was is not null from basalt.changed_rows
      where change = '${requested.id}'`
    expect(await listRows(kept)).toEqual([['["1"]', '["1", "a", "1"]', '["1", "abc", "3"]', 't']])
    const report = { id: requested.id, report: 'to be reported' }
    expect(await listUnreported(database.db, { ids: [requested.id], limit: 1 })).toEqual([report])
    await noteReported(database.db, [requested.id])
    expect(await listUnreported(database.db, { ids: [requested.id], limit: 1 })).toEqual([])
  })

  test('does nothing when the row was changed since it was read', async () => {
    await script(
      'create table busy (id int primary key, a text); insert into busy values (1, null)',
    )
    const table = await getOid('busy')
    expect(await saved(table, { a: 'b' }, { a: 'x' })).toEqual(['by more', 'conflict'])
    expect(await listRows('select a from busy')).toEqual([[null]])
  })

  test('does nothing when another table has the name now', async () => {
    await script(
      `create table new_one (id int primary key, a text); insert into new_one values (1, 'x');
       create table old_one (id int primary key, a text); insert into old_one values (1, 'x')`,
    )
    const table = await getOid('old_one')
    expect(await saved(table, { a: 'y' }, { a: 'x' })).toEqual(['by one', 'saved'])
    await script(
      `alter table old_one rename to left_one; alter table new_one rename to old_one;
       update old_one set a = 'y'`,
    )
    expect(await saved(table, { a: 'z' }, { a: 'y' })).toEqual(['by more', 'saved'])
    expect(await listRows('select a from left_one')).toEqual([['z']])
    expect(await listRows('select a from old_one')).toEqual([['y']])
  })

  test('does nothing when two columns have swapped their names', async () => {
    await script(
      `create table pairs (id int primary key, a text, b text); insert into pairs values (1, 'x', 'x')`,
    )
    const table = await getOid('pairs')
    expect(await saved(table, { a: 'y' }, { a: 'x' })).toEqual(['by one', 'saved'])
    await script(
      `alter table pairs rename a to c; alter table pairs rename b to a;
       alter table pairs rename c to b`,
    )
    expect(await saved(table, { a: 'z' }, { a: 'x' })).toEqual(['by more', 'saved'])
    expect(await listRows('select a, b from pairs')).toEqual([['z', 'y']])
    const names = `select tables -> 0 -> 'columns' from basalt.changes order by at desc limit 1`
    expect(await listRows(names)).toEqual([['["id", "b", "a"]']])
  })

  test('does not suffice when PostgreSQL refuses it: the reason is reported', async () => {
    await script(
      `create table bounds (id int primary key, a int check (a < 5)); insert into bounds values (1, 1)`,
    )
    const table = await getOid('bounds')
    expect(await saved(table, { a: '7' }, { a: '1' })).toEqual(['by more', 'refused'])
    expect(await saved(table, { a: 'x' }, { a: '1' })).toEqual(['by more', 'refused'])
    expect(await saved(table, { a: '3' }, { a: '1' })).toEqual(['by one', 'saved'])
  })

  test('does not suffice when other rows change too, or checks are deferred to the commit', async () => {
    await script(
      `create table owners (id int primary key, name text unique);
       create table pets (owner text references owners (name) on update set null);
       insert into owners values (1, 'ada'); insert into pets values ('ada');
       create table places (id int primary key, at int unique deferrable);
       insert into places values (1, 1)`,
    )
    const renamed = saved(await getOid('owners'), { name: 'eve' }, { name: 'ada' })
    await expect(renamed).resolves.toEqual(['by more', 'saved'])
    expect(await listRows('select owner from pets')).toEqual([[null]])
    const moved = saved(await getOid('places'), { at: '2' }, { at: '1' })
    await expect(moved).resolves.toEqual(['by more', 'saved'])
  })

  test('does not suffice when the table of reports is missing, which is then created', async () => {
    await script('create table late (id int primary key, a int); insert into late values (1, 1)')
    const table = await getOid('late')
    await script('drop table basalt.unreported')
    expect(await saved(table, { a: '2' }, { a: '1' })).toEqual(['by more', 'saved'])
    expect(await saved(table, { a: '3' }, { a: '2' })).toEqual(['by one', 'saved'])
  })
})
