import { randomUUID } from 'node:crypto'

import { listColumns } from '@basalt/pg-catalog'
import type { RowOperation } from '@basalt/pg-model'
import { exportRows, readCell, positionOfRow, saveChange, ShapeCache } from '@basalt/pg-rows'
import { duplicateSteps, runSteps } from '@basalt/pg-schema'
import {
  foundTable,
  getTarget,
  getPage,
  projectDatabase,
  type TestDatabase,
} from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { importInto } from '../testing/import-lines.ts'
import { undoChange } from './undo.ts'

/** The maximum number of columns of a table. */
const width = 1600
const names = ['id', ...Array.from({ length: width - 1 }, (_, at) => `c${at + 1}`)]
const signal = new AbortController().signal

let database: TestDatabase
const shapes = new ShapeCache()

beforeAll(async () => {
  database = await projectDatabase()
  const columns = names.slice(1).map((name, at) => `${name} ${at % 2 === 0 ? 'text' : 'smallint'}`)
  await database.run(
    `create table wide (id int primary key, ${columns.join(', ')})`,
    `create table loose (id int, ${columns.join(', ')})`,
    ...['wide', 'loose'].map(
      (name) =>
        `insert into ${name} (id, c1, c2, c1599) values (1, 'a', 1, 'z'), (2, 'b', 2, 'y'), (3, 'c', 3, 'x')`,
    ),
  )
})
afterAll(() => database.dispose())

const listRows = async (query: string) => (await database.db.text(query)).rows
const getOid = async (name: string) =>
  Number((await listRows(`select '${name}'::regclass::oid`))[0]?.[0])
const stored = (name = 'wide') => listRows(`select * from ${name} order by id`)

const save = (operations: RowOperation[]) =>
  saveChange(database.db, { id: randomUUID(), by: 'ada', operations }, shapes)
const undo = (change: string | null) =>
  undoChange(
    database.db,
    { change: change ?? '', id: randomUUID(), by: 'ada', resolutions: {}, onPlan: () => {} },
    shapes,
  )

/** Saves and undoes: whether the rows changed in between, and are restored. */
async function thereAndBack(operations: RowOperation[], name = 'wide') {
  const before = JSON.stringify(await stored(name))
  const saved = await save(operations)
  const isChanged = JSON.stringify(await stored(name)) !== before
  const undone = await undo('history_id' in saved ? saved.history_id : null)
  const isBack = JSON.stringify(await stored(name)) === before
  return { saved: saved.outcome, isChanged, undone: undone?.outcome, isBack }
}

const done = { saved: 'saved', isChanged: true, undone: 'saved', isBack: true }

describe('rows of 1,600 columns', () => {
  const full = (row: (string | null)[]) =>
    Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))

  test('are changed, added and deleted, alone and together, and all of it is undone', async () => {
    const table = await getOid('wide')
    const [first = [], second = []] = await stored()
    const edit = {
      op: 'update',
      table,
      key: ['1'],
      values: { c1599: 'new' },
      previous: { c1599: 'z' },
    } as const
    expect(await thereAndBack([edit])).toEqual(done)
    const both = [edit, { ...edit, key: ['2'], previous: { c1599: 'y' } }]
    expect(await thereAndBack(both)).toEqual(done)
    const removals = [first, second].map(
      (row, at) => ({ op: 'delete', table, key: [String(at + 1)], previous: full(row) }) as const,
    )
    expect(await thereAndBack(removals)).toEqual(done)
    const other = (id: string) => ({ ...Object.fromEntries(names.map((name) => [name, '7'])), id })
    const additions = ['8', '9'].map((id) => ({ op: 'insert', table, values: other(id) }) as const)
    expect(await thereAndBack(additions)).toEqual(done)
    const { id: _id, ...values } = other('1')
    const overwrites = [first, second].map((row, at) => {
      const { id: _own, ...previous } = full(row)
      return { op: 'update', table, key: [String(at + 1)], values, previous } as const
    })
    expect(await thereAndBack(overwrites)).toEqual(done)
  })

  test('that were changed since are a conflict that has the current row', async () => {
    const table = await getOid('wide')
    const stale = { op: 'update', table, values: { c1: 'x' }, previous: { c1: 'not so' } } as const
    const outcome = await save([
      { ...stale, key: ['1'] },
      { ...stale, key: ['2'] },
    ])
    const [first, second] = await stored()
    expect(outcome).toMatchObject({
      outcome: 'conflict',
      conflicts: [
        { operation: 0, current: first },
        { operation: 1, current: second },
      ],
    })
  })

  test('without a key are addressed by `ctid`', async () => {
    const [, row] = await listRows('select ctid, tableoid from loose order by id')
    const key = [row?.[0] ?? '']
    const edit = { table: await getOid('loose'), key, values: { c1: 'x' }, previous: { c1: 'b' } }
    expect(await thereAndBack([{ op: 'update', ...edit }], 'loose')).toEqual(done)
  })

  test.each(['wide', 'loose'])(
    'are read from %s in any order, filtered and searched',
    async (name) => {
      const target = await getTarget(database.db, name)
      const read = async (view: Parameters<typeof getPage>[2]['view']) =>
        (await getPage(database.db, target, { limit: 2, view: view ?? {} })).rows.map(([id]) => id)
      expect(await read({})).toHaveLength(2)
      expect(await read({ sort: [{ column: 'c1599' }] })).toEqual(['3', '2'])
      expect(await read({ sort: [{ column: 'c3' }] })).toHaveLength(2)
      const search = { text: 'x', columns: names }
      expect(await read({ search })).toEqual(['3'])
      const sort = [{ column: 'c1', descending: true }]
      const position = await positionOfRow(database.db, target, { view: { sort }, row: 2 })
      expect(position?.from[0]).toBe('b')
    },
  )

  test('are read value by value', async () => {
    const target = await getTarget(database.db, 'wide')
    const cell = await readCell(database.db, target, { column: 'c1599', key: ['1'] })
    expect(cell).toEqual({ value: 'z' })
  })

  test('are exported in every format', async () => {
    const { schema, name, key } = await getTarget(database.db, 'wide')
    const target = {
      schema,
      name,
      key,
      columns: await listColumns(database.db, await getOid(name)),
    }
    for (const format of ['csv', 'tsv', 'sql', 'jsonl', 'json'] as const) {
      let text = ''
      const write = async (piece: string) => void (text += piece)
      await database.db.snapshot((tx) =>
        exportRows(tx, target, { format, view: {}, write, signal, onRows: () => {} }),
      )
      expect(text).toContain('z')
    }
  })

  test('are copied with their table', async () => {
    const { db } = database
    const requested = {
      schema: 'public',
      name: 'copy',
      with_data: true,
      with_indexes: true,
      with_policies: true,
      with_foreign_keys: true,
    }
    const steps = await duplicateSteps(db, await foundTable(db, await getOid('wide')), requested)
    await runSteps(db, { steps })
    expect(await stored('copy')).toEqual(await stored())
  })

  test('are imported, refused and undone', async () => {
    const before = await stored()
    const line = (id: string) => [id, ...names.slice(1).map(() => '5')].join(',')
    const lines = [line('10'), line('11'), line('1'), line('no number')]
    const how = { names, on_conflict: 'update', width } as const
    const id = await importInto({ db: database.db, table: 'wide' }, lines, how)
    expect(await listRows('select id, c1599 from wide order by id')).toEqual([
      ['1', '5'],
      ['2', 'y'],
      ['3', 'x'],
      ['10', '5'],
      ['11', '5'],
    ])
    expect(await undo(id)).toMatchObject({ outcome: 'saved' })
    expect(await stored()).toEqual(before)
  })
})
