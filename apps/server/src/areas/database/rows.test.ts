import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
import { saveRow } from '../../testing/save-rows.ts'
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

const lines = async (query: string, as = client) => {
  const received: QueryLine[] = []
  await as.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    { onLine: (line) => received.push(line) },
  )
  return received
}

/** Runs a script that has to succeed. */
const run = async (query: string) => {
  const failed = (await lines(query)).find(({ type }) => type === 'error')
  if (failed !== undefined) throw new Error(JSON.stringify(failed))
}

async function tableNamed(name: string): Promise<TableDetail> {
  const { tables } = await client.call(databaseTables.list, {
    params: { ref },
    query: { included_schemas: ['public'], search: name },
  })
  const id = tables.find((table) => table.name === name)?.id ?? 0
  return client.call(databaseTables.detail, { params: { ref, id } })
}

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  client = owner.client
  organizationSlug = owner.organization.slug
  ref = (await createProject(client, organizationSlug)).ref
})
afterAll(() => install.close())

test('rows list their columns, like the table, until those change', async () => {
  await run('create table shaped (a int, b text)')
  const first = await tableNamed('shaped')
  const shapeOfRows = async () => {
    const params = { ref, id: first.id }
    return (await client.call(databaseTables.rows, { params, query: {} })).shape
  }
  const seen = [first.shape]
  for (const change of [
    'add c int',
    'drop b',
    'rename c to b',
    'alter b type bigint',
    'add primary key (a)',
  ]) {
    await run(`alter table shaped ${change}`)
    const { shape } = await tableNamed('shaped')
    expect(await shapeOfRows()).toBe(shape)
    expect(seen).not.toContain(shape)
    seen.push(shape)
  }
  await run("comment on table shaped is 'the same columns'")
  expect((await tableNamed('shaped')).shape).toBe(seen.at(-1))
})

describe('pages', () => {
  test.each([
    [
      'a single key',
      'create table %n (id bigint primary key, note text)',
      (i: number) => `(${i * 3}, 'n')`,
    ],
    [
      'a composite key of two types',
      'create table %n (a text, b timestamptz, note text, primary key (b, a))',
      (i: number) => `('k${i % 7}', timestamptz '2024-01-01' + ${i} * interval '1 hour', 'n')`,
    ],
    [
      'a unique index in place of a primary key',
      'create table %n (id numeric(20,4) not null unique, note text)',
      (i: number) => `(${i} + 0.1234, 'n')`,
    ],
  ])('of %s show every row exactly once, in both directions', async (title, ddl, row) => {
    const name = `pages_${title.length}`
    await run(ddl.replace('%n', name))
    await run(
      `insert into ${name} values ${Array.from({ length: 57 }, (_, i) => row(i)).join(',')}`,
    )
    const table = await tableNamed(name)
    const getKey = (values: (string | null)[]) =>
      table.key.map((key) => values[table.columns.findIndex((column) => column.name === key)] ?? '')
    const params = { ref, id: table.id }

    const all = await client.call(databaseTables.rows, { params, query: { limit: 1000 } })
    expect(all.rows).toHaveLength(57)
    for (const limit of [1, 7, 19, 56, 57, 58]) {
      const forward: (string | null)[][] = []
      let cursor: string | undefined
      for (;;) {
        const page = await client.call(databaseTables.rows, {
          params,
          query: { limit, ...(cursor !== undefined && { cursor }) },
        })
        forward.push(...page.rows)
        if (!page.has_more) break
        cursor = JSON.stringify(getKey(page.rows.at(-1) ?? []))
      }
      expect(forward).toEqual(all.rows)

      const backward: (string | null)[][] = []
      let page = await client.call(databaseTables.rows, { params, query: { limit, at: 'end' } })
      for (;;) {
        backward.unshift(...page.rows)
        if (!page.has_more) break
        const before = JSON.stringify(getKey(page.rows[0] ?? []))
        page = await client.call(databaseTables.rows, {
          params,
          query: { limit, cursor: before, direction: 'backward' },
        })
      }
      expect(backward).toEqual(all.rows)
    }
  })

  test('an invalid cursor, an unknown column or a value of another type is a clear error', async () => {
    await run('create table clear (id int primary key, total numeric)')
    const { id } = await tableNamed('clear')
    const ask = (query: Record<string, string>) =>
      client
        .call(databaseTables.rows, { params: { ref, id }, query })
        .catch((error: unknown) => error)
    expect(await ask({ cursor: 'x' })).toMatchObject({
      code: 400,
      message: 'cursor is not a JSON array of texts',
    })
    expect(await ask({ cursor: '["1","2"]' })).toMatchObject({ code: 400 })
    expect(await ask({ cursor: `["1); drop table clear; --"]` })).toMatchObject({ code: 422 })
    const filter = (column: string, ...values: string[]) => ({
      view: JSON.stringify({
        filter: { match: 'all', conditions: [{ column, operator: 'eq', values }] },
      }),
    })
    expect(await ask(filter('nope', '1'))).toMatchObject({ code: 400 })
    expect(await ask(filter('total'))).toMatchObject({ code: 400 })
    expect(await ask({ view: '{' })).toMatchObject({ code: 400, message: 'The view is not JSON' })
    expect(await ask({ view: '{"sort":[{}]}' })).toMatchObject({ code: 400 })
    expect(await ask(filter('total', 'abc'))).toMatchObject({
      code: 422,
      sql: { sqlstate: '22P02' },
    })
    expect((await tableNamed('clear')).name).toBe('clear')
  })

  test('a dropped table is not_found', async () => {
    await expect(
      client.call(databaseTables.rows, { params: { ref, id: 999_999_999 }, query: {} }),
    ).rejects.toMatchObject({
      code: 404,
      message: 'This table does not exist',
    })
  })
})

test('any text is returned as written, with any quotes', async () => {
  await run(
    'create table texts (id bigint generated always as identity primary key, "odd ""name" text)',
  )
  const { id: table } = await tableNamed('texts')
  const text = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .filter((value) => !value.includes('\0'))
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const values = { 'odd "name': value }
      expect((await saveRow(client, ref, { op: 'insert', table, values }))[1]).toBe(value)
    }),
    { numRuns: 25 },
  )
})

test('a view is readable and has the reason why it is read-only', async () => {
  await run(`create view keyless as select * from (values ('a'), ('b')) as v (note)`)
  const { id, key } = await tableNamed('keyless')
  expect(key).toEqual([])
  const { rows } = await client.call(databaseTables.rows, { params: { ref, id }, query: {} })
  expect(rows).toHaveLength(2)
  const values = { note: 'c' }
  const edit = saveRow(client, ref, { op: 'update', table: id, key: ['a'], values, previous: {} })
  await expect(edit).rejects.toMatchObject({
    code: 400,
    message: expect.stringContaining('no primary key') as string,
  })
})

test('a table is described with its keys, defaults, enums and references', async () => {
  await run(`
    create type mood as enum ('calm', 'busy');
    create domain positive as int check (value > 0);
    create table parent (id bigint generated always as identity primary key);
    create table child (
      id uuid primary key default gen_random_uuid(),
      parent_id bigint not null references parent,
      mood mood default 'calm',
      amount positive,
      doubled int generated always as (amount * 2) stored,
      tags text[]
    );
    comment on column child.mood is 'How it feels';
    alter table child enable row level security;`)
  const parent = await tableNamed('parent')
  const child = await tableNamed('child')
  expect(parent.columns[0]).toMatchObject({
    is_identity: true,
    is_generated: true,
    is_primary_key: true,
  })
  expect(child).toMatchObject({ kind: 'table', rls_enabled: true, key: ['id'] })
  const column = (name: string) => child.columns.find((entry) => entry.name === name)
  expect(column('parent_id')?.references).toEqual({
    table_id: parent.id,
    schema: 'public',
    table: 'parent',
    column: 'id',
  })
  expect(column('mood')).toMatchObject({
    kind: 'enum',
    enum_values: ['calm', 'busy'],
    comment: 'How it feels',
    default_value: "'calm'::mood",
  })
  expect(column('amount')).toMatchObject({ kind: 'number', data_type: 'positive' })
  expect(column('doubled')).toMatchObject({ is_generated: true, default_value: null })
  expect(column('tags')).toMatchObject({ kind: 'array', data_type: 'text[]' })
})

test('a read-only member can read, and the database itself refuses every write', async () => {
  await run(
    "create table looked_at (id int primary key, note text); insert into looked_at values (1, 'a')",
  )
  const { id } = await tableNamed('looked_at')
  const reader = await signUp(install, 'reader')
  await grantRole(install.store, {
    email: reader.email,
    organizationSlug,
    assignment: { role: 'Read-only', project_roles: [] },
  })
  reader.client.connections.set(ref, client.connections.get(ref) ?? '')

  const page = await reader.client.call(databaseTables.rows, { params: { ref, id }, query: {} })
  expect(page.rows).toEqual([['1', 'a']])
  const edit = saveRow(reader.client, ref, {
    op: 'update',
    table: id,
    key: ['1'],
    values: { note: 'b' },
    previous: { note: 'a' },
  })
  await expect(edit).rejects.toMatchObject({ code: 403 })

  await run(
    'create table guarded (id int primary key); insert into guarded values (1); alter table guarded enable row level security',
  )
  const guarded = await lines('select id from guarded', reader.client)
  expect(guarded).toContainEqual({ type: 'rows', statement: 0, rows: [['1']] })

  const attempts = [
    "update looked_at set note = 'b'",
    "set default_transaction_read_only = off; update looked_at set note = 'b'",
    "begin read write; update looked_at set note = 'b'; commit",
    "set role postgres; update looked_at set note = 'b'",
    'create table mine (id int)',
    'create temp table mine (id int)',
  ]
  for (const attempt of attempts) {
    const answer = await lines(attempt, reader.client)
    expect([attempt, answer.some(({ type }) => type === 'error')]).toEqual([attempt, true])
  }
  const after = await client.call(databaseTables.rows, { params: { ref, id }, query: {} })
  expect(after.rows).toEqual([['1', 'a']])
})
