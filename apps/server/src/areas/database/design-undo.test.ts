import { randomUUID } from 'node:crypto'

import { databaseChanges } from '@basalt/contract/database/changes'
import { databaseHistory } from '@basalt/contract/database/history'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  column,
  designNamed,
  idColumn,
  type TableFixtures,
  tableFixtures,
} from '../../testing/table-fixtures.ts'

let fixtures: TableFixtures

beforeAll(async () => {
  fixtures = await tableFixtures()
  await fixtures.run(
    'create table stations (id bigint primary key)',
    'insert into stations values (1)',
  )
})
afterAll(() => fixtures.close())

const tableNamed = async (name: string) => {
  const columns = [idColumn, column('station', { data_type: 'bigint' }), column('note')]
  return (await fixtures.create(designNamed(name, { columns }))).id
}

const toStations = {
  name: null,
  columns: ['station'],
  references: { schema: 'public', table: 'stations', columns: ['id'] },
  on_update: 'no action' as const,
  on_delete: 'cascade' as const,
  is_valid: true,
}

/** Changes the table and returns the id of the change. */
async function alter(
  id: number,
  more: Parameters<TableFixtures['altered']>[1],
  { online = false } = {},
): Promise<string | null> {
  const change = await fixtures.altered(id, more)
  return (await fixtures.change({ ...change, online })).history_id
}

const undo = (id: string | null, { as = fixtures.owner, undo: own = randomUUID() } = {}) =>
  as.call(databaseHistory.undo, { params: { ref: fixtures.ref, id: id ?? '' }, body: { id: own } })

const listEntries = async (table: number) => {
  const input = { params: { ref: fixtures.ref }, query: { table } }
  return (await fixtures.owner.call(databaseHistory.list, input)).entries
}

const listKeys = async (id: number) => (await fixtures.getDesign(id)).design.foreign_keys

describe('a change of a table', () => {
  test('that adds a foreign key is in its history, is undone and redone', async () => {
    const id = await tableNamed('visits')
    const linked = await alter(id, () => ({ foreign_keys: [toStations] }), { online: true })
    expect(await listKeys(id)).toMatchObject([{ is_valid: true }])
    const undone = await undo(linked)
    expect(undone).toMatchObject({ outcome: 'saved', results: null })
    expect(await listKeys(id)).toEqual([])
    const redo = 'history_id' in undone ? undone.history_id : null
    await undo(redo)
    expect(await listKeys(id)).toMatchObject([{ on_delete: 'cascade' }])
    const note = 'foreign key of station to stations added'
    expect(await listEntries(id)).toMatchObject([
      { kind: 'redo', note: `Redo: ${note}`, is_design: true, fixed_because: null },
      { kind: 'undo', note: `Undo: ${note}`, is_design: true },
      {
        kind: 'table',
        note: `Table: ${note}`,
        is_design: true,
        inserted: 0,
        updated: 0,
        deleted: 0,
      },
    ])
    const audited = await fixtures.audited('table.change_undone')
    expect(audited).toMatchObject([{ outcome: 'done', target_name: 'public.visits' }, {}])
    expect(audited[0]?.after).toContain('drop constraint')
  })

  test('that moves a foreign key to another table is undone', async () => {
    await fixtures.run('create table places (id bigint primary key)')
    const id = await tableNamed('moves')
    await alter(id, () => ({ foreign_keys: [toStations] }))
    const moved = await alter(id, ({ foreign_keys }) => ({
      foreign_keys: foreign_keys.map((one) => ({
        ...one,
        references: { ...one.references, table: 'places' },
      })),
    }))
    await undo(moved)
    expect(await listKeys(id)).toMatchObject([{ references: { table: 'stations' } }])
  })

  test('that is undone twice at once, or sent again, is undone once', async () => {
    const id = await tableNamed('twice')
    const changed = await alter(id, () => ({ comment: 'new' }))
    const own = randomUUID()
    await undo(changed, { undo: own })
    expect(await undo(changed, { undo: own })).toMatchObject({ repeated: true })
    await expect(undo(changed)).rejects.toMatchObject({ code: 400 })
    expect(await listEntries(id)).toHaveLength(2)
  })

  test('is not undone once the table was changed again, which the history shows', async () => {
    const id = await tableNamed('later')
    const first = await alter(id, () => ({ comment: 'one' }))
    const second = await alter(id, () => ({ is_realtime: true }))
    const reason =
      'The table was changed after this: realtime switched on. Undo the later changes first, or edit the table directly.'
    expect(await listEntries(id)).toMatchObject([
      { id: second, fixed_because: null },
      { id: first, fixed_because: reason },
    ])
    await expect(undo(first)).rejects.toMatchObject({ code: 400, message: reason })
    await undo(second)
    await undo(first)
    expect((await fixtures.getDesign(id)).design).toMatchObject({
      comment: null,
      is_realtime: false,
    })
  })

  test('is not undone after SQL changed the table, until SQL has reverted that', async () => {
    const id = await tableNamed('other')
    const renamed = await alter(id, () => ({ name: 'besides' }))
    await fixtures.run(
      'alter table besides rename note to n',
      'alter table besides add column extra int',
    )
    await expect(undo(renamed)).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('after this: note renamed to n, extra added.') as string,
    })
    await fixtures.run(
      'alter table besides rename n to note',
      'alter table besides drop column extra',
    )
    await undo(renamed)
    expect(await fixtures.listRows('select * from other')).toEqual([])
  })

  test('is distinguished from a change of rows, which undoing it leaves', async () => {
    const id = await tableNamed('filled')
    const changed = await alter(id, () => ({ comment: 'new' }))
    const insert = { op: 'insert' as const, table: id, values: { note: 'kept' } }
    await fixtures.owner.call(databaseChanges.save, {
      params: { ref: fixtures.ref },
      body: { id: randomUUID(), operations: [insert] },
    })
    await undo(changed)
    expect((await listEntries(id)).map((one) => one.is_design)).toEqual([true, false, true])
    expect(await fixtures.listRows('select note from filled')).toEqual([['kept']])
  })

  test('that added a column is undone while the column has only its default', async () => {
    const id = await tableNamed('wider')
    await fixtures.run(`insert into wider (note) values ('a'), ('b')`)
    const wider = ({ columns }: { columns: ReturnType<typeof column>[] }) => ({
      columns: [...columns, column('kind', { default: { kind: 'literal', value: 'plain' } })],
    })
    const added = await alter(id, wider)
    await fixtures.run(`update wider set kind = 'odd'`)
    await expect(undo(added)).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('The column kind now has values') as string,
    })
    await fixtures.run(`update wider set kind = 'plain'`)
    await undo(added)
    expect(await fixtures.listRows('select * from wider')).toEqual([
      ['1', null, 'a'],
      ['2', null, 'b'],
    ])
  })

  test('that added a column without a default is undone while it is empty', async () => {
    const id = await tableNamed('single')
    const wider = ({ columns }: { columns: ReturnType<typeof column>[] }) => ({
      columns: [...columns, column('kind')],
    })
    const added = await alter(id, wider)
    await fixtures.run(`insert into single (kind) values ('only')`)
    await expect(undo(added)).rejects.toMatchObject({ code: 400 })
    await fixtures.run('update single set kind = null')
    await undo(added)
    expect(await fixtures.listRows('select * from single')).toEqual([['1', null, null]])
  })

  test('that lost values cannot be undone, with the reason', async () => {
    const id = await tableNamed('narrower')
    const stored = await alter(id, ({ columns }) => ({ columns: columns.slice(0, 2) }))
    expect(stored).toBeNull()
    expect(await listEntries(id)).toMatchObject([
      { note: 'Table: note dropped', fixed_because: 'The values of note were deleted with it' },
    ])
    const retyped = await alter(id, ({ columns }) => ({
      columns: columns.map((one) => (one.name === 'station' ? { ...one, data_type: 'text' } : one)),
    }))
    expect(retyped).toBeNull()
    const [latest] = await listEntries(id)
    expect(latest?.fixed_because).toBe('Values of station were converted and may not convert back')
    await expect(undo(latest?.id ?? '')).rejects.toMatchObject({ code: 400 })
  })

  test('has no undo when the history is off', async () => {
    const id = await tableNamed('quiet')
    const settings = { params: { ref: fixtures.ref } }
    const before = await fixtures.owner.call(databaseHistory.readSettings, settings)
    const off = { ...before, is_on: false }
    await fixtures.owner.call(databaseHistory.writeSettings, { ...settings, body: off })
    const stored = await alter(id, () => ({ comment: 'new' }))
    await fixtures.owner.call(databaseHistory.writeSettings, { ...settings, body: before })
    expect(stored).toBeNull()
  })

  test('is undone only by users who may change tables', async () => {
    const id = await tableNamed('guarded')
    const changed = await alter(id, () => ({ comment: 'new' }))
    await expect(undo(changed, { as: fixtures.reader })).rejects.toMatchObject({ code: 403 })
    expect((await fixtures.getDesign(id)).design.comment).toBe('new')
  })
})

test('the history needs the right to write rows, checked before PostgreSQL is queried', async () => {
  const id = await tableNamed('closed')
  const changed = await alter(id, () => ({ comment: 'new' }))
  const params = { ref: fixtures.ref }
  const calls = (client: typeof fixtures.owner) => [
    client.call(databaseHistory.list, { params, query: { table: id } }),
    client.call(databaseHistory.detail, { params: { ...params, id: changed ?? '' }, query: {} }),
    client.call(databaseHistory.readSettings, { params }),
  ]
  const refused = await Promise.allSettled(calls(fixtures.reader))
  const denied = {
    code: 403,
    kind: 'forbidden',
    message: 'You need additional permissions to do this',
  }
  expect(refused).toMatchObject(refused.map(() => ({ status: 'rejected', reason: denied })))
  const read = await Promise.allSettled(calls(fixtures.owner))
  expect(read.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
})
