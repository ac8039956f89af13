import { randomUUID } from 'node:crypto'

import { databaseChanges } from '@basalt/contract/database/changes'
import { databaseHistory } from '@basalt/contract/database/history'
import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { databaseTables } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
import {
  type ConnectedClient,
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let client: ConnectedClient
let ref: string
let organizationSlug: string

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  client = owner.client
  organizationSlug = owner.organization.slug
  ref = (await createProject(client, organizationSlug)).ref
})
afterAll(() => install.close())

const lines = async (query: string) => {
  const received: QueryLine[] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    { onLine: (line) => received.push(line) },
  )
  return received
}

/** Runs a script that has to succeed and answers its rows. */
const run = async (query: string) => {
  const received = await lines(query)
  const failed = received.find(({ type }) => type === 'error')
  if (failed !== undefined) throw new Error(JSON.stringify(failed))
  return received.flatMap((line) => (line.type === 'rows' ? line.rows : []))
}

const getOid = async (name: string) =>
  Number((await run(`select '${name}'::regclass::oid`))[0]?.[0])

const save = (operations: RowOperation[], id: string = randomUUID(), as = client) =>
  as.call(databaseChanges.save, { params: { ref }, body: { id, operations } })

const undo = (id: string | null, resolutions?: Record<string, 'restore' | 'skip'>) =>
  client.call(databaseHistory.undo, {
    params: { ref, id: id ?? '' },
    body: { id: randomUUID(), ...(resolutions !== undefined && { resolutions }) },
  })

/** Saves operations that must succeed; returns the id of the change. */
async function saved(operations: RowOperation[]): Promise<string> {
  const outcome = await save(operations)
  if (outcome.outcome !== 'saved') throw new Error(JSON.stringify(outcome))
  return outcome.history_id ?? ''
}

describe('a save', () => {
  test('is one transaction: NULL, an empty text and the default are different', async () => {
    await run(
      `create table notes (id int primary key, note text default 'none');
       insert into notes values (1, 'a'), (2, 'b'), (3, 'c')`,
    )
    const table = await getOid('notes')
    const set = (key: string, note: string | null, previous: string): RowOperation => ({
      op: 'update',
      table,
      key: [key],
      values: { note },
      previous: { note: previous },
    })
    const outcome = await save([
      set('1', null, 'a'),
      set('2', '', 'b'),
      { op: 'update', table, key: ['3'], values: {}, defaults: ['note'], previous: { note: 'c' } },
    ])
    expect(outcome).toMatchObject({ outcome: 'saved', cascaded: 0 })
    expect(await run('select note from notes order by id')).toEqual([[null], [''], ['none']])
  })

  test('reports every conflict, not only the first, and then changes nothing', async () => {
    await run(
      `create table contested (id int primary key, note text);
       insert into contested values (1, 'theirs'), (2, 'same'), (3, 'theirs too')`,
    )
    const table = await getOid('contested')
    const set = (key: string, previous: string): RowOperation => ({
      op: 'update',
      table,
      key: [key],
      values: { note: 'mine' },
      previous: { note: previous },
    })
    const outcome = await save([
      set('1', 'seen'),
      set('2', 'same'),
      set('3', 'seen'),
      set('4', 'x'),
    ])
    expect(outcome).toEqual({
      outcome: 'conflict',
      columns: { [table]: ['id', 'note'] },
      conflicts: [
        { operation: 0, current: ['1', 'theirs'] },
        { operation: 2, current: ['3', 'theirs too'] },
        { operation: 3, current: null },
      ],
    })
    expect(await run("select count(*) from contested where note = 'mine'")).toEqual([['0']])
  })

  test('is applied once, for any number of repeated calls', async () => {
    await run('create table once (note text)')
    const table = await getOid('once')
    const id = randomUUID()
    const operations: RowOperation[] = [{ op: 'insert', table, values: { note: 'x' } }]
    const first = await save(operations, id)
    const more = await Promise.all([1, 2, 3].map(() => save(operations, id)))
    for (const outcome of more) expect(outcome).toEqual({ ...first, repeated: true })
    expect(await run('select count(*) from once')).toEqual([['1']])
  })

  test('that is sent twice at the same time is applied once', async () => {
    await run('create table at_once (note text)')
    const table = await getOid('at_once')
    const id = randomUUID()
    const operations: RowOperation[] = [{ op: 'insert', table, values: { note: 'x' } }]
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => save(operations, id)))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['saved', 'saved', 'saved', 'saved'])
    expect(await run('select count(*) from at_once')).toEqual([['1']])
  })

  test.each<[string, Record<string, string | null>, string | undefined, string]>([
    ['a text that is no number', { id: '9', amount: 'abc' }, 'amount', '22P02'],
    ['a text that is too long', { id: '9', code: 'abcdef' }, 'code', '22001'],
    ['NULL where none may be', { id: '9', code: null }, 'code', '23502'],
    ['a value that a check refuses', { id: '9', amount: '-1' }, 'amount', '23514'],
    ['a key that is taken', { id: '1' }, 'id', '23505'],
    ['a row that does not exist', { id: '9', parent: '77' }, 'parent', '23503'],
    ['a column that is computed', { id: '9', twice: '2' }, 'twice', '428C9'],
  ])(
    'that brings %s is refused at its row and its column',
    async (...[, values, column, sqlstate]) => {
      await run(
        `create table if not exists refusing (
         id int primary key, amount int check (amount >= 0), code varchar(3) not null default 'a',
         parent int references refusing, twice int generated always as (amount * 2) stored);
       insert into refusing values (1, 1) on conflict do nothing`,
      )
      const table = await getOid('refusing')
      const good: RowOperation = { op: 'insert', table, values: { id: '5', amount: '5' } }
      const outcome = await save([good, { op: 'insert', table, values }])
      expect(outcome).toMatchObject({ outcome: 'refused', operation: 1, column, sqlstate })
      expect(await run('select id from refusing')).toEqual([['1']])
    },
  )

  test('of 5,000 new rows and as many changes takes seconds', async () => {
    await run('create table many (id bigint generated always as identity primary key, note text)')
    const table = await getOid('many')
    const startedAt = performance.now()
    const inserts = Array.from({ length: 5000 }, (_, at): RowOperation => ({
      op: 'insert',
      table,
      values: { note: `row ${at}` },
    }))
    const outcome = await save(inserts)
    const results = outcome.outcome === 'saved' ? (outcome.results ?? []) : []
    const rows = results.flatMap((result) => ('row' in result ? [result.row] : []))
    expect(rows.map(([, note]) => note)).toEqual(inserts.map((_, at) => `row ${at}`))
    await saved(
      rows.map(([id, note]): RowOperation => ({
        op: 'update',
        table,
        key: [id ?? ''],
        values: { note: `${note}!` },
        previous: { note: note ?? null },
      })),
    )
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(await run("select count(*) from many where note like 'row %!'")).toEqual([['5000']])
  })

  test('needs the right of each of its operations, and a writable connection', async () => {
    await run('create table guarded (id int primary key)')
    const table = await getOid('guarded')
    const reader = await signUp(install, 'reader')
    await grantRole(install.store, {
      email: reader.email,
      organizationSlug,
      assignment: { role: 'Read-only', project_roles: [] },
    })
    reader.client.connections.set(ref, client.connections.get(ref) ?? '')
    const insert: RowOperation = { op: 'insert', table, values: { id: '1' } }
    await expect(save([insert], randomUUID(), reader.client)).rejects.toMatchObject({ code: 403 })
    expect(await run('select count(*) from guarded')).toEqual([['0']])
  })
})

describe('an undo', () => {
  test('restores deleted rows and all cascaded ones', async () => {
    await run(
      `create table authors (id int generated always as identity primary key, name text);
       create table books (id int primary key, author int references authors on delete cascade);
       create table pages (id int primary key, book int references books on delete cascade,
         reviewer int references authors on delete set null);
       insert into authors (name) values ('a'), ('b');
       insert into books values (10, 1), (11, 2);
       insert into pages values (100, 10, 2), (101, 11, 1), (102, 11, 2)`,
    )
    const all = () =>
      run(`select 'a', id, name from authors union all select 'b', id, author::text from books
           union all select 'p', id, concat_ws('/', book, reviewer) from pages order by 1, 2`)
    const before = await all()
    const outcome = await save([{ op: 'delete', table: await getOid('authors'), key: ['1'] }])
    expect(outcome).toMatchObject({ outcome: 'saved', cascaded: 3 })
    const after = await all()
    expect(after).toHaveLength(4)
    const undone = await undo(outcome.outcome === 'saved' ? outcome.history_id : '')
    expect(undone).toMatchObject({ outcome: 'saved' })
    expect(await all()).toEqual(before)
    // An undo is a change like others.
    expect(await undo(undone.outcome === 'saved' ? undone.history_id : '')).toMatchObject({
      outcome: 'saved',
    })
    expect(await all()).toEqual(after)
  })

  test('shows rows that were changed since, and restores or leaves them as decided', async () => {
    await run(
      `create table disputed (id int primary key, note text, other text);
       insert into disputed values (1, 'a', 'o'), (2, 'b', 'o'), (3, 'c', 'o')`,
    )
    const table = await getOid('disputed')
    const set = (key: string, note: string, previous: string): RowOperation => ({
      op: 'update',
      table,
      key: [key],
      values: { note },
      previous: { note: previous },
    })
    const id = await saved([set('1', 'x', 'a'), set('2', 'y', 'b'), set('3', 'z', 'c')])
    await run(
      `update disputed set note = 'theirs' where id in (1, 2);
       update disputed set other = 'theirs' where id = 3`,
    )
    const first = await undo(id)
    expect(first).toMatchObject({
      outcome: 'conflict',
      conflicts: [
        { key: ['2'], before: ['2', 'b', 'o'], current: ['2', 'theirs', 'o'] },
        { key: ['1'], before: ['1', 'a', 'o'], current: ['1', 'theirs', 'o'] },
      ],
    })
    expect(await undo(id, { 1: 'restore', 2: 'skip' })).toMatchObject({ outcome: 'saved' })
    expect(await run('select * from disputed order by id')).toEqual([
      ['1', 'a', 'o'],
      ['2', 'theirs', 'o'],
      ['3', 'c', 'theirs'],
    ])
    await expect(undo(id)).rejects.toMatchObject({
      code: 400,
      message: 'This change was already undone',
    })
  })

  test('is listed with its author and operations, by table, page by page', async () => {
    await run('create table listed (id int primary key)')
    const table = await getOid('listed')
    const ids: string[] = []
    for (const key of ['1', '2', '3'])
      ids.unshift(await saved([{ op: 'insert', table, values: { id: key } }]))
    const list = (before?: string) =>
      client.call(databaseHistory.list, {
        params: { ref },
        query: { table, limit: 2, ...(before !== undefined && { before }) },
      })
    const first = await list()
    expect(first.entries.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const newest = { inserted: 1, fixed_because: null, first: { key: ['3'], columns: [] } }
    expect(first).toMatchObject({ has_more: true, entries: [newest, {}] })
    expect(first.entries[0]?.by).toContain('@')
    expect((await list(ids[1])).entries.map(({ id }) => id)).toEqual(ids.slice(2))
    const detail = await client.call(databaseHistory.detail, {
      params: { ref, id: ids[0] ?? '' },
      query: {},
    })
    expect(detail.rows).toEqual([
      {
        place: 1,
        table: 0,
        kind: 'insert',
        by_cascade: false,
        key: ['3'],
        before: null,
        after: ['3'],
      },
    ])
  })

  test('is not offered when the history is off, and repeated calls still have no effect', async () => {
    await run('create table silent (id int primary key generated always as identity, note text)')
    const table = await getOid('silent')
    const change = { is_on: false, window_hours: 24, most_bytes: 268_435_456 }
    await client.call(databaseHistory.writeSettings, { params: { ref }, body: change })
    const id = randomUUID()
    const operations: RowOperation[] = [{ op: 'insert', table, values: { note: 'x' } }]
    expect(await save(operations, id)).toMatchObject({ outcome: 'saved', history_id: null })
    expect(await save(operations, id)).toMatchObject({ results: null, repeated: true })
    expect(await run('select count(*) from silent')).toEqual([['1']])
    const { entries } = await client.call(databaseHistory.list, { params: { ref }, query: {} })
    expect(entries).toEqual([])
    await client.call(databaseHistory.writeSettings, {
      params: { ref },
      body: { ...change, is_on: true },
    })
    await expect(undo(id)).rejects.toMatchObject({ code: 404 })
  })

  test('deletes the oldest changes beyond the configured size', async () => {
    await run('create table sized (id int primary key, note text)')
    const table = await getOid('sized')
    const big = 'x'.repeat(600_000)
    const old = await saved([{ op: 'insert', table, values: { id: '1', note: big } }])
    const recent = await saved([{ op: 'insert', table, values: { id: '2', note: big } }])
    await client.call(databaseHistory.writeSettings, {
      params: { ref },
      body: { is_on: true, window_hours: 24, most_bytes: 1_048_576 },
    })
    await expect(undo(old)).rejects.toMatchObject({ code: 404 })
    expect(await undo(recent)).toMatchObject({ outcome: 'saved' })
  })
})

describe('dependent rows', () => {
  test('are counted by table and by the effect of a delete, transitively', async () => {
    await run(
      `create table roots (id int primary key);
       create table branches (id int primary key, root int references roots on delete cascade);
       create table leaves (id int primary key, branch int references branches on delete set null);
       create table birds (id int primary key, branch int references branches);
       create schema afar; create table afar.birds (id int primary key, branch int references branches);
       insert into roots values (1), (2); insert into branches values (1, 1), (2, 1), (3, 2);
       insert into leaves select i, 1 from generate_series(1, 5) i;
       insert into birds values (1, 2); insert into afar.birds values (1, 2), (2, 2)`,
    )
    const id = await getOid('roots')
    const of = { params: { ref, id }, body: { keys: [['1']] } }
    expect(await client.call(databaseChanges.dependents, of)).toMatchObject([
      { table: 'branches', action: 'deleted', rows: 2, has_more: false },
      { table: 'leaves', action: 'set null', rows: 5 },
      { schema: 'public', table: 'birds', action: 'refused', rows: 1 },
      { schema: 'afar', table: 'birds', action: 'refused', rows: 2 },
    ])
    expect(
      await client.call(databaseChanges.dependents, {
        params: { ref, id },
        body: { keys: [['9']] },
      }),
    ).toEqual([])
  })
})

test('the preview is SQL with the same effect in other clients', async () => {
  await run(`create table "odd ""t" ("a'b" text primary key, note text)`)
  const table = await getOid(`"odd ""t"`)
  const { statements } = await client.call(databaseChanges.preview, {
    params: { ref },
    body: {
      operations: [
        { op: 'insert', table, values: { "a'b": "x'y\\z", note: null } },
        { op: 'update', table, key: ["x'y\\z"], values: { note: '' }, previous: {} },
        { op: 'delete', table, key: ['other'] },
      ],
    },
  })
  await run(statements.slice(0, 2).join('\n'))
  expect(await run(`select * from "odd ""t"`)).toEqual([["x'y\\z", '']])
  expect(statements[2]).toBe(`delete from "public"."odd ""t" where "a'b" = 'other';`)
  expect((await client.call(databaseTables.detail, { params: { ref, id: table } })).name).toBe(
    'odd "t',
  )
})
