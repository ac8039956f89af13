import { randomUUID } from 'node:crypto'

import { databaseChanges } from '@basalt/contract/database/changes'
import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import type { InputOf } from '@basalt/contract/route'
import type { RowOperation } from '@basalt/pg-model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
import { ofType, listRows } from '../../testing/query-lines.ts'
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

const tables = `
create type mood as enum ('calm', 'busy');
create domain price as numeric(8,2) check (value >= 0);
create table authors (id bigint primary key, name text not null, mood mood);
create table books (
  id bigint generated always as identity primary key,
  title text not null, price price, author_id bigint references authors,
  shout text generated always as (upper(title)) stored
);
create table places (shelf int, slot int, book_id bigint, note text, primary key (shelf, slot));
create table loose (word text);
create table tags (name text not null unique, colour text);
create table maybe (name text unique, colour text);
create table sales (id int, day date, amount int, primary key (id, day)) partition by range (day);
create table sales_1 partition of sales for values from ('2026-01-01') to ('2027-01-01');
create view cheap as select * from books where price < 10;
insert into authors values (1, 'Ada', 'calm'), (2, 'Ben', null);
insert into books (title, price, author_id) values ('One', 5, 1), ('Two', 20, 1), ('Three', 30, null);
insert into places values (1, 1, 1, 'top'), (1, 2, 2, null);
insert into loose values ('word'); insert into tags values ('new', 'red'); insert into maybe values ('x', 'y');
insert into sales values (1, '2026-05-05', 10);
create role looker; grant looker to current_user;
grant usage on schema public to looker; grant select on authors to looker`

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  client = owner.client
  slug = owner.organization.slug
  ref = (await createProject(client, slug)).ref
  await run(tables)
})
afterAll(() => install.close())

type Body = InputOf<typeof databaseQuery.run>['body']

async function run(query: string, more: Partial<Body> = {}, as = client) {
  const lines: QueryLine[] = []
  const body = { query, ...more }
  await as.stream(
    databaseQuery.run,
    { params: { ref }, body },
    { onLine: (line) => lines.push(line) },
  )
  const [failed] = ofType(lines, 'error')
  if (failed !== undefined) throw new Error(failed.message)
  return lines
}

const listOrigins = (lines: readonly QueryLine[]) => ofType(lines, 'origins')[0]

/**
 * Each table with the reason why it is read-only, `yes` when it is editable, and the columns of the
 * fields.
 */
async function traced(query: string) {
  const origins = listOrigins(await run(query))
  return {
    tables: origins?.tables.map(({ name, refusal }) => `${name}: ${refusal ?? 'yes'}`),
    fields: origins?.fields.map((field) => field?.column ?? null),
  }
}

describe('the origins of fields', () => {
  test('are known for each table of a join, with its key', async () => {
    const lines = await run(
      'select b.id, b.title, b.shout, a.id, a.name as who, a.mood from books b left join authors a on a.id = b.author_id',
    )
    expect(listOrigins(lines)).toMatchObject({
      tables: [
        { schema: 'public', name: 'books', key: ['id'], refusal: null },
        { schema: 'public', name: 'authors', key: ['id'], refusal: null },
      ],
      fields: [
        { table: 0, column: 'id', is_generated: true },
        { table: 0, column: 'title', is_generated: false },
        { table: 0, column: 'shout', is_generated: true },
        { table: 1, column: 'id', is_generated: false },
        { table: 1, column: 'name', is_generated: false },
        { table: 1, column: 'mood', is_generated: false },
      ],
    })
    const order = lines.map(({ type }) => type)
    expect(order.indexOf('origins')).toBeGreaterThan(order.indexOf('fields'))
    expect(order.indexOf('origins')).toBeLessThan(order.indexOf('end'))
  })

  test.each([
    ['select * from places', ['places: yes']],
    ['select shelf, note from places', ['places: key_missing']],
    ['select title from books', ['books: key_missing']],
    ['select * from tags', ['tags: yes']],
    ['select * from maybe', ['maybe: no_key']],
    ['select * from loose', ['loose: no_key']],
    ['select ctid, * from loose', ['loose: no_key']],
    ['select * from sales', ['sales: yes']],
    ['select * from sales_1', ['sales_1: yes']],
    ['select * from cheap', ['cheap: view']],
    ['select a.id, b.name from authors a, authors b', ['authors: read_twice']],
    ['select a.*, b.* from authors a join authors b on true', ['authors: read_twice']],
    ['with a as (table authors) select x.id, y.name from a x, a y', ['authors: read_twice']],
    ['with a as (select * from authors) select * from a where id > 0', ['authors: yes']],
    ['select id, name from (select * from authors offset 0) a', ['authors: yes']],
    ['select id, name, count(*) from authors group by id', ['authors: yes']],
    ['select oid, relname from pg_class limit 1', ['pg_class: protected']],
    ["update authors set mood = 'calm' where id = 1 returning *", ['authors: not_a_query']],
    [
      'with deleted as (delete from loose where false returning *) select * from deleted',
      ['loose: not_a_query'],
    ],
  ])('%s', async (query, expected) => {
    expect((await traced(query)).tables).toEqual(expected)
  })

  test.each([
    ['what is computed', 'select id, upper(name), name || id, count(*) over () from authors'],
    ['what is cast', 'select id, name::varchar, mood::text, (id)::int from authors'],
  ])('%s has no column', async (_, query) => {
    expect((await traced(query)).fields).toEqual(['id', null, null, null])
  })

  test.each<[string, string, Partial<Body>?]>([
    ['a union', 'select id, name from authors union select id, title from books'],
    ['a union below', 'select * from (select id from authors union all select id from books) u'],
    ['an aggregate', 'select max(id), count(*) from authors'],
    ['no table', 'select 1 as one'],
    ['another role', 'select * from authors', { settings: { as: { role: 'looker' } } }],
  ])('%s has no origins', async (_, query, more = {}) => {
    expect(listOrigins(await run(query, more))).toBeUndefined()
  })

  test('tables that only the session sees are not editable', async () => {
    const session = randomUUID()
    const kept = await run('create temporary table mine (id int primary key); table mine', {
      session,
    })
    expect(listOrigins(kept)?.tables).toMatchObject([{ refusal: 'temporary' }])
    const open = await run('begin; create table later (id int primary key); table later', {
      session,
    })
    expect(listOrigins(open)?.tables).toMatchObject([{ refusal: 'unseen' }])
  })
})

describe('changes of several tables', () => {
  const getId = async (name: string) =>
    Number(listRows(await run(`select '${name}'::regclass::oid`))[0]?.[0])
  const change = (operations: RowOperation[], as = client) =>
    as.call(databaseChanges.save, { params: { ref }, body: { id: randomUUID(), operations } })

  test('are previewed, saved in one transaction, and all refused when one row changed', async () => {
    const [books, authors] = [await getId('books'), await getId('authors')]
    const operations = (title: string, previous: string): RowOperation[] => [
      {
        op: 'update',
        table: books,
        key: ['1'],
        values: { title },
        previous: { id: '1', title: previous },
      },
      {
        op: 'update',
        table: authors,
        key: ['1'],
        values: { name: `${title} author` },
        previous: { id: '1', name: previous === 'One' ? 'Ada' : 'Somebody' },
      },
    ]
    const first = operations('Uno', 'One')
    const { statements } = await client.call(databaseChanges.preview, {
      params: { ref },
      body: { operations: first },
    })
    expect(statements).toEqual([
      `update "public"."books" set "title" = 'Uno' where "id" = '1';`,
      `update "public"."authors" set "name" = 'Uno author' where "id" = '1';`,
    ])
    expect(await change(first)).toMatchObject({
      outcome: 'saved',
      results: [{ row: ['1', 'Uno', '5.00', '1', 'UNO'] }, { row: ['1', 'Uno author', 'calm'] }],
    })
    expect(await change(operations('Dos', 'Uno'))).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ operation: 1, current: ['1', 'Uno author', 'calm'] }],
    })
    const shown =
      'select title, name from books b join authors a on a.id = author_id where b.id = 1'
    expect(listRows(await run(shown))).toEqual([['Uno', 'Uno author']])
  })

  test('are not available to readers, who see the same origins', async () => {
    const reader = await signUp(install)
    await grantRole(install.store, {
      email: reader.email,
      organizationSlug: slug,
      assignment: { role: 'Read-only', project_roles: [] },
    })
    reader.client.connections.set(ref, client.connections.get(ref) ?? '')
    const lines = await run('select id, name from authors', {}, reader.client)
    expect(listOrigins(lines)?.tables).toMatchObject([{ name: 'authors', refusal: null }])
    const refused = change(
      [
        {
          op: 'update',
          table: await getId('authors'),
          key: ['2'],
          values: { name: 'x' },
          previous: {},
        },
      ],
      reader.client,
    )
    await expect(refused).rejects.toMatchObject({ kind: 'forbidden' })
  })
})
