import { randomUUID } from 'node:crypto'

import type { RowOperation } from '@basalt/pg-model'
import {
  saveChange,
  ShapeCache,
  listChangedRows,
  listHistory,
  recordHistory,
  readHistoryLimits,
  sweepHistory,
  writeHistoryLimits,
} from '@basalt/pg-rows'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { undoChange } from './undo.ts'

let database: TestDatabase
const shapes = new ShapeCache()

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

const listRows = async (query: string) => (await database.db.text(query)).rows
const getOid = async (name: string) =>
  Number((await listRows(`select '${name}'::regclass::oid`))[0]?.[0])

const save = (operations: RowOperation[]) =>
  saveChange(database.db, { id: randomUUID(), by: 'ada', operations }, shapes)

const undo = (change: string) =>
  undoChange(
    database.db,
    { change, id: randomUUID(), by: 'ada', resolutions: {}, onPlan: () => {} },
    shapes,
  )

describe('a series of changes', () => {
  type Step = { kind: 'insert' | 'update' | 'move' | 'delete'; id: number; value: string | null }
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom<Step['kind'][]>('insert', 'update', 'move', 'delete'),
      id: fc.integer({ min: 1, max: 6 }),
      value: fc.option(fc.constantFrom('', 'a', "b'c", '\\', '{"x": 1}'), { nil: null }),
    }),
    { minLength: 1, maxLength: 4 },
  )

  test('that is undone from its end restores the rows, with cascades and new keys', async () => {
    await database.run(
      'create table trunk (id int primary key, note text, size int generated always as (length(note)) stored)',
      `create table twig (id int generated always as identity primary key,
         trunk int references trunk on delete cascade on update cascade)`,
      'create table leaf (id int primary key, twig int references twig on delete set null)',
    )
    const table = await getOid('trunk')
    const all = () =>
      listRows(`select 'trunk', id, note, size::text from trunk
        union all select 'twig', id, trunk::text, null from twig
        union all select 'leaf', id, twig::text, null from leaf order by 1, 2`)
    const operation = ({ kind, id, value }: Step): RowOperation => {
      const key = [String(id)]
      if (kind === 'insert')
        return { op: 'insert', table, values: { id: key[0] ?? '', note: value } }
      if (kind === 'delete') return { op: 'delete', table, key }
      const values = kind === 'move' ? { id: String(id + 10) } : { note: value }
      return { op: 'update', table, key, values, previous: {} }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 5 }), async (series) => {
        await database.run(
          'truncate trunk, twig, leaf restart identity',
          "insert into trunk values (1, 'a'), (2, ''), (3, null)",
          'insert into twig (trunk) values (1), (1), (2), (3)',
          'insert into leaf values (1, 1), (2, 2), (3, 4), (4, null)',
        )
        const before = await all()
        const done: string[] = []
        for (const change of series) {
          const outcome = await save(change.map(operation))
          if (outcome.outcome === 'saved') done.push(outcome.history_id ?? '')
        }
        for (const id of done.toReversed()) {
          expect(await undo(id)).toMatchObject({ outcome: 'saved' })
        }
        expect(await all()).toEqual(before)
      }),
      { numRuns: 40 },
    )
  }, 60_000)
})

describe('a change that is undone repeatedly', () => {
  let table = 0
  let change = ''
  beforeAll(async () => {
    await database.run('create table again (id int primary key, note text)')
    await database.run("insert into again values (1, 'a')")
    table = await getOid('again')
    const outcome = await save([
      { op: 'update', table, key: ['1'], values: { note: 'b' }, previous: {} },
    ])
    change = outcome.outcome === 'saved' ? (outcome.history_id ?? '') : ''
  })
  const note = async () => (await listRows('select note from again'))[0]?.[0]
  const listed = () => listHistory(database.db, { table, before: undefined, limit: 9 })

  test('is redone by undoing its undo, and only the last of them can be undone', async () => {
    await undo(change)
    const [last] = await listed()
    await undo(last?.id ?? '')
    expect(await note()).toBe('b')
    const kinds = (await listed()).map(({ kind, fixed_because: why }) => [kind, why])
    expect(kinds).toEqual([
      ['redo', null],
      ['undo', 'This change was already undone'],
      ['edit', 'This change was already undone'],
    ])
    // Undoing the change itself means the last of them.
    expect(await undo(change)).toMatchObject({ outcome: 'saved' })
    expect(await note()).toBe('a')
    await expect(undo(change)).rejects.toThrow('already undone')
  })

  test('by two users at once is undone by one of them', async () => {
    const outcome = await save([
      { op: 'update', table, key: ['1'], values: { note: 'c' }, previous: {} },
    ])
    const id = outcome.outcome === 'saved' ? (outcome.history_id ?? '') : ''
    const answers = await Promise.allSettled([undo(id), undo(id)])
    const saved = answers.filter(
      (answer) => answer.status === 'fulfilled' && answer.value?.outcome === 'saved',
    )
    expect(saved.length).toBe(1)
    expect(await note()).toBe('a')
    const kinds = (await listed()).map(({ kind }) => kind)
    expect(kinds.slice(0, 2)).toEqual(['undo', 'edit'])
  })
})

test('values are restored into renamed columns, and not into dropped ones', async () => {
  await database.run(
    'create table renamed (id int primary key, note text, old text)',
    "insert into renamed values (1, 'a', 'x'), (2, 'c', 'y')",
  )
  const table = await getOid('renamed')
  const saveIt = async (operation: RowOperation) => {
    const outcome = await save([operation])
    return outcome.outcome === 'saved' ? (outcome.history_id ?? '') : ''
  }
  const update = { op: 'update', table, key: ['1'], previous: {} } as const
  const edit = await saveIt({ ...update, values: { note: 'b' } })
  const edited = await saveIt({ ...update, values: { old: 'z' } })
  const removal = await saveIt({ op: 'delete', table, key: ['2'] })
  await database.run(
    'alter table renamed rename id to number',
    'alter table renamed drop column old',
    'alter table renamed rename note to old',
  )
  const listed = await listHistory(database.db, { table, before: undefined, limit: 9 })
  expect(listed.map(({ first }) => first?.columns)).toEqual([[], ['old (dropped)'], ['old']])
  await expect(undo(edited)).rejects.toThrow(
    'The column "old (dropped)" of public.renamed no longer exists',
  )
  expect(await undo(edit)).toMatchObject({ outcome: 'saved' })
  // A row is restored without the value of a dropped column.
  expect(await undo(removal)).toMatchObject({ outcome: 'saved' })
  expect(await listRows('select number, old from renamed order by 1')).toEqual([
    ['1', 'a'],
    ['2', 'c'],
  ])
})

/** A table whose only row had its note changed; answers the id of the change. */
async function editedNote(name: string): Promise<string> {
  await database.run(
    `create table ${name} (id int primary key, note text)`,
    `insert into ${name} values (1, 'a')`,
  )
  const update = { op: 'update', table: await getOid(name), key: ['1'], previous: {} } as const
  const outcome = await save([{ ...update, values: { note: 'b' } }])
  return outcome.outcome === 'saved' ? (outcome.history_id ?? '') : ''
}

test('a change of a dropped column can be undone once there is a new one with its name', async () => {
  const edit = await editedNote('reused')
  await database.run('alter table reused drop column note')
  await expect(undo(edit)).rejects.toThrow('The column "note" of public.reused no longer exists')
  await database.run("alter table reused add note text default 'b'")
  expect(await undo(edit)).toMatchObject({ outcome: 'saved' })
  expect(await listRows('select * from reused')).toEqual([['1', 'a']])
})

test('a change without recorded column numbers is undone by their names', async () => {
  const edit = await editedNote('named')
  await database.run("update basalt.changes set tables = tables #- '{0,numbers}'")
  await database.run('alter table named rename note to title')
  await expect(undo(edit)).rejects.toThrow('The column "note" of public.named no longer exists')
  await database.run('alter table named rename title to note')
  expect(await undo(edit)).toMatchObject({ outcome: 'saved' })
  expect(await listRows('select * from named')).toEqual([['1', 'a']])
})

test('a history without recorded transactions gets them for new changes', async () => {
  await database.run(
    'create table older (id int primary key, note text)',
    "insert into older values (1, 'a')",
    'alter table basalt.changed_rows drop column was',
  )
  const table = await getOid('older')
  const answer = await save([
    { op: 'update', table, key: ['1'], values: { note: 'b' }, previous: {} },
  ])
  expect(answer).toMatchObject({ outcome: 'saved' })
  expect(await listRows(`select count(*) from basalt.changed_rows where was is not null`)).toEqual([
    ['1'],
  ])
})

test('imported rows are undone by their keys, with any current values', async () => {
  await database.run(
    'create table imported (id int primary key, note text)',
    "insert into imported values (1, 'old'), (2, 'x'), (3, 'y')",
  )
  const id = randomUUID()
  const row = { operation: null, table: 0, kind: 'insert' as const, before: null, after: null }
  await database.db.transaction(async (tx) =>
    recordHistory(tx, {
      id,
      kind: 'import',
      by: 'ada',
      tables: [
        {
          id: await getOid('imported'),
          schema: 'public',
          name: 'imported',
          columns: ['id', 'note'],
          key: ['id'],
        },
      ],
      rows: [
        { ...row, key: ['2'] },
        { ...row, key: ['3'] },
      ],
      counts: { inserted: 2 },
    }),
  )
  expect(await listChangedRows(database.db, id, { after: 0, limit: 9 })).toMatchObject([
    { key: ['2'], by_cascade: false },
    { key: ['3'], by_cascade: false },
  ])
  await database.run("update imported set note = 'edited' where id = 2")
  expect(await undo(id)).toMatchObject({ outcome: 'saved' })
  expect(await listRows('select id from imported')).toEqual([['1']])
})

test('a deleted row is named, and cascaded ones are counted', async () => {
  await database.run('create table parents as select 7 as id')
  await database.run('alter table parents add primary key (id)')
  await database.run(
    'create table children (id int primary key, parent int references parents on delete cascade)',
  )
  await database.run('insert into children values (1, 7), (2, 7)')
  const table = await getOid('parents')
  await save([{ op: 'delete', table, key: ['7'] }])
  const [entry] = await listHistory(database.db, { table, before: undefined, limit: 1 })
  expect(entry).toMatchObject({ deleted: 1, cascaded: 2, first: { key: ['7'], columns: [] } })
  expect(entry?.tables[entry.first?.table ?? -1]?.name).toBe('parents')
})

test('changes beyond the window are deleted, and their ids remembered', async () => {
  await database.run('create table passing (id int primary key)')
  const table = await getOid('passing')
  const outcome = await save([{ op: 'insert', table, values: { id: '1' } }])
  const id = outcome.outcome === 'saved' ? (outcome.history_id ?? '') : ''
  const listed = async () =>
    (await listHistory(database.db, { table, before: undefined, limit: 10 })).map(
      ({ id: of }) => of,
    )
  expect(await listed()).toEqual([id])
  await database.run(`update basalt.changes set at = at - interval '25 hours' where id = '${id}'`)
  expect(await listed()).toEqual([])
  await sweepHistory(database.db)
  expect(await listRows(`select count(*) from basalt.changed_rows where change = '${id}'`)).toEqual(
    [['0']],
  )
  const again = await saveChange(
    database.db,
    { id, by: 'ada', operations: [{ op: 'insert', table, values: { id: '1' } }] },
    shapes,
  )
  expect(again).toMatchObject({ outcome: 'saved', results: null, repeated: true })
})

test('limits are stored, and default to a day and 256 MB', async () => {
  expect(await readHistoryLimits(database.db)).toEqual({
    is_on: true,
    window_hours: 24,
    most_bytes: 268_435_456,
  })
  const limits = { is_on: true, window_hours: 48, most_bytes: 1_048_576 }
  await writeHistoryLimits(database.db, limits)
  expect(await readHistoryLimits(database.db)).toEqual(limits)
})

test('restored rows are reported with their former key and the written columns', async () => {
  await database.run('create table noted (id int primary key, a text, b text)')
  await database.run("insert into noted values (1, 'x', 'y'), (2, 'x', 'y')")
  const table = await getOid('noted')
  const outcome = await save([
    { op: 'update', table, key: ['1'], values: { id: '10', a: 'z' }, previous: {} },
    { op: 'delete', table, key: ['2'] },
  ])
  const id = outcome.outcome === 'saved' ? (outcome.history_id ?? '') : ''
  expect(await undo(id)).toMatchObject({
    outcome: 'saved',
    written: ['id', 'a'],
    keys: [null, ['10']],
    results: [{ row: ['2', 'x', 'y'] }, { row: ['1', 'x', 'y'] }],
  })
})
