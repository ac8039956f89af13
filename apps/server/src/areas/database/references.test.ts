import { buildPath } from '@basalt/contract/client'
import { databaseCellFiles } from '@basalt/contract/database/cell-files'
import { databaseReferences } from '@basalt/contract/database/references'
import { databaseTables } from '@basalt/contract/database/tables'
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
let slug: string
const ids = new Map<string, number>()

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  client = owner.client
  slug = owner.organization.slug
  ref = (await createProject(client, slug)).ref
  const db = await install.engine.open(ref, 'owner')
  for (const statement of [
    'create table products (id bigint primary key, size integer, name text, code varchar(9))',
    `insert into products select i, i, 'Product ' || i, 'c' || i from generate_series(1, 130) i`,
    `insert into products values (9007199254740993, 1, 'Moss %_\\', 'x'), (500, 1, null, 'y')`,
    'create table numbers (id integer primary key)',
    'insert into numbers values (1), (10), (2)',
    `create table "odd ""table" ("odd ""key" text primary key, "Größe" integer)`,
    `insert into "odd ""table" values ('a''b', 1), ('', 2)`,
    'create table files (id integer primary key, bytes bytea, words text, list integer[])',
    `insert into files values
      (1, decode(repeat('00ff10', 700000), 'hex'), repeat('äöü😀', 300000), '{1,NULL}'),
      (2, '', '', null)`,
    `create table lines (
      order_id integer, line integer, note text, extra text, primary key (order_id, line)
    )`,
    `insert into lines select o, l, 'Line ' || o || '/' || l, 'x'
     from generate_series(1, 12) o, generate_series(1, 12) l`,
    'create table keyless (words text)',
    `insert into keyless values ('first'), ('second')`,
  ]) {
    await db.text(statement)
  }
  const { tables } = await client.call(databaseTables.list, {
    params: { ref },
    query: { included_schemas: ['public'] },
  })
  for (const { name, id } of tables) ids.set(name, id)
})
afterAll(() => install.close())

type Requested = {
  column?: string
  columns?: string
  within?: string
  search?: string
  after?: string
  limit?: number
}

const ask = (table: string, query: Requested = {}, as = client) =>
  as.call(databaseReferences.candidates, {
    params: { ref, id: ids.get(table) ?? 0 },
    query: { column: 'id', ...query },
  })

describe('rows that a foreign key can reference', () => {
  test('come in the order of the key, each once, page by page, with their first text', async () => {
    const values: string[] = []
    let after: string | undefined
    for (;;) {
      const page = await ask('products', { limit: 50, ...(after !== undefined && { after }) })
      expect(page.label_column).toBe('name')
      values.push(...page.candidates.map(({ value }) => value))
      if (page.next === null) break
      after = page.next
    }
    const numbers = Array.from({ length: 130 }, (_, at) => String(at + 1))
    expect(values).toEqual([...numbers, '500', '9007199254740993'])
  })

  test('are found by a prefix of the key, the exact match first', async () => {
    const { candidates } = await ask('products', { search: '13', limit: 5 })
    expect(candidates[0]).toEqual({ value: '13', label: 'Product 13' })
    expect(candidates.map(({ value }) => value)).toContain('130')
    const far = await ask('products', { search: '9007199254740993' })
    expect(far.candidates).toEqual([{ value: '9007199254740993', label: 'Moss %_\\' }])
  })

  test('are found by a part of their first text, with any characters', async () => {
    const labels = async (search: string) =>
      (await ask('products', { search })).candidates.map(({ label }) => label)
    expect(await labels('UCT 77')).toEqual(['Product 77'])
    expect(await labels('%_\\')).toEqual(['Moss %_\\'])
    expect(await labels("'; drop table products; --")).toEqual([])
  })

  test('without a text are shown by their key alone', async () => {
    expect(await ask('numbers', { search: '1' })).toEqual({
      label_column: null,
      candidates: [
        { value: '1', label: null },
        { value: '10', label: null },
      ],
      next: null,
    })
  })

  test('of a table with unusual names are found too', async () => {
    const { candidates } = await ask('odd "table', { column: 'odd "key', search: "a'" })
    expect(candidates).toEqual([{ value: "a'b", label: null }])
  })

  test('are refused for missing objects', async () => {
    await expect(ask('products', { column: 'nope' })).rejects.toMatchObject({ code: 400 })
    await expect(ask('nothing')).rejects.toMatchObject({ code: 404 })
    await expect(ask('products', { after: '["abc"]' })).rejects.toMatchObject({ code: 422 })
  })

  test('can be read by a read-only member', async () => {
    const reader = await signUp(install, 'reader')
    await grantRole(install.store, {
      email: reader.email,
      organizationSlug: slug,
      assignment: { role: 'Read-only', project_roles: [] },
    })
    reader.client.connections.set(ref, client.connections.get(ref) ?? '')
    const { candidates } = await ask('numbers', {}, reader.client)
    expect(candidates).toHaveLength(3)
  })
})

describe('rows that a key over several columns can reference', () => {
  const lines = (query: Requested) =>
    ask('lines', { column: 'line', columns: '["order_id","line"]', ...query })
  async function all(query: Requested): Promise<string[]> {
    const keys: string[] = []
    let after: string | undefined
    for (;;) {
      const page = await lines({ ...query, ...(after !== undefined && { after }) })
      keys.push(...page.candidates.map(({ key }) => key?.join('/') ?? ''))
      if (page.next === null) return keys
      after = page.next
    }
  }
  const places = Array.from({ length: 12 }, (_, at) => at + 1)
  const full = places.flatMap((order) => places.map((line) => `${order}/${line}`))

  test('come in the order of all its columns, each once, for any page size', async () => {
    for (const limit of [1, 5, 7, 100]) {
      expect(await all({ limit })).toEqual(full)
    }
  })

  test('have the requested value, the whole key and a text outside of it', async () => {
    expect(await lines({ limit: 1 })).toEqual({
      label_column: 'note',
      candidates: [{ value: '1', key: ['1', '1'], label: 'Line 1/1' }],
      next: '["1","1"]',
    })
    const { candidates } = await lines({ column: 'order_id', within: '["7"]', limit: 1 })
    expect(candidates[0]?.value).toBe('7')
  })

  test('are limited by the values of the first columns, when given', async () => {
    expect(await all({ within: '["7"]', limit: 5 })).toEqual(places.map((line) => `7/${line}`))
  })

  test('are found by one of its columns, exact matches first, or by the text', async () => {
    const keys = async (query: Requested) =>
      (await lines(query)).candidates.map(({ key }) => key?.join('/'))
    expect(await keys({ within: '["7"]', search: '1' })).toEqual(['7/1', '7/10', '7/11', '7/12'])
    expect(await keys({ search: '2', limit: 3 })).toEqual(['1/2', '2/2', '3/2', '1/12', '2/1'])
    expect(await keys({ search: 'line 3/4' })).toEqual(['3/4'])
    expect(await keys({ search: '3, 4' })).toEqual(['3/4'])
    expect(await keys({ search: '3, 4, 5' })).toEqual([])
    expect(await keys({ search: 'x, 4' })).toEqual([])
    expect(await keys({ within: '["3"]', search: '3, 4' })).toEqual([])
    const found = await all({ search: '1', limit: 4 })
    const target = full.filter((key) => /\/1/u.test(key) || key.includes('1'))
    expect([...new Set(found)].toSorted()).toEqual(target.toSorted())
  })

  test.each([
    ['columns without the one that is asked for', { columns: '["order_id"]' }],
    ['a column that is not there', { columns: '["line","nope"]' }],
    ['columns that are no list', { columns: '"line"' }],
    ['values of all of its columns', { within: '["1","2"]' }],
    ['a row of other columns', { after: '["1"]' }],
  ])('are refused for %s', async (_, query) => {
    await expect(lines(query)).rejects.toMatchObject({ code: 400 })
  })
})

describe('a value as a file', () => {
  const read = async (table: string, { column, key }: { column: string; key: string[] }) => {
    const sent: Uint8Array[] = []
    await client.stream(
      databaseCellFiles.read,
      {
        params: { ref, id: ids.get(table) ?? 0 },
        query: { column, key: JSON.stringify(key) },
      },
      { onLine: (bytes) => sent.push(bytes) },
    )
    return sent
  }

  test('names its route by the table', () => {
    expect(buildPath(databaseCellFiles.read, { ref, id: '7' })).toBe(
      `/platform/projects/${ref}/tables/7/cell-file`,
    )
  })

  test.each([
    ['no table', 'nothing', 'words', ['1'], 404],
    ['no column', 'files', 'nope', ['1'], 400],
    ['a key that does not fit', 'files', 'words', ['1', '2'], 400],
    ['no row', 'files', 'words', ['99'], 404],
    ['a NULL', 'files', 'list', ['2'], 404],
  ])('is refused for %s', async (...[, table, column, key, code]) => {
    await expect(read(table, { column, key })).rejects.toMatchObject({ code })
  })

  test('has the bytes of bytea and the full text of every other type', async () => {
    const bytes = await download('bytes', '1')
    expect(bytes.body.equals(Buffer.from('00ff10'.repeat(700_000), 'hex'))).toBe(true)
    expect(bytes.type).toBe('application/octet-stream')
    expect(bytes.disposition).toContain('filename="files_bytes.bin"')
    const words = await download('words', '1')
    expect(words.body.toString()).toBe('äöü😀'.repeat(300_000))
    expect(words.type).toBe('text/plain; charset=utf-8')
    expect((await download('list', '1')).body.toString()).toBe('{1,NULL}')
    expect((await download('words', '2')).body).toHaveLength(0)
    expect((await download('bytes', '2')).body).toHaveLength(0)
  })

  /** As a browser follows a link. */
  async function download(column: string, id: string) {
    const path = buildPath(databaseCellFiles.read, { ref, id: String(ids.get('files')) })
    const words = new URLSearchParams({ column, key: JSON.stringify([id]) })
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(`${install.url}${path}?${words.toString()}`, {
      headers: { cookie },
    })
    return {
      body: Buffer.from(await response.arrayBuffer()),
      type: response.headers.get('content-type'),
      disposition: response.headers.get('content-disposition'),
    }
  }
})

test('the clock is that of a session, with its zone', async () => {
  // Two reads of the clock are often in the same microsecond, but not always.
  for (let appearance = 0; appearance < 50; appearance += 1) {
    const clock = await client.call(databaseCellFiles.clock, { params: { ref } })
    expect(clock.time_zone).toBe('UTC')
    expect(clock.now).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/u)
    expect(clock.local_now).toBe(clock.now.replace('+00', ''))
  }
})
