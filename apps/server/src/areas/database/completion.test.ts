import { databaseCompletion } from '@basalt/contract/database/completion'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let owner: ConnectedClient
let reader: ConnectedClient
let ref: string

const run = (...statements: string[]) => fixtures.run(...statements)

beforeAll(async () => {
  fixtures = await projectFixtures()
  ;({ owner, ref } = fixtures)
  await run(
    'create schema sales',
    "create type sales.state as enum ('open', 'paid', 'it''s sent')",
    'create domain sales.code as text check (length(value) < 9)',
    'create table sales.customers (id bigint generated always as identity primary key, name varchar(80) not null)',
    'create table sales.orders (id bigint primary key, customer_id bigint not null references sales.customers, state sales.state, "Odd Name" text)',
    'create table sales.events (id int, at date) partition by range (id)',
    'create table sales.events_1 partition of sales.events for values from (0) to (9)',
    'create view sales.open_orders as select id, state from sales.orders',
    "comment on table sales.orders is 'What was bought'",
    "comment on column sales.orders.state is 'How far it is'",
    `create function sales.total(customer bigint, since date default null) returns numeric language sql begin atomic select 1::numeric; end`,
    `create procedure sales.settle(number bigint) language sql begin atomic select 1; end`,
    `create function sales.touch() returns trigger language plpgsql as 'begin return new; end'`,
    `create function sales.watch() returns event_trigger language plpgsql as 'begin end'`,
    `create function sales.secret() returns text language sql begin atomic select 'x'; end`,
    'revoke execute on function sales.secret() from public',
  )
  reader = (await fixtures.member('Read-only')).client
})
afterAll(() => fixtures.close())

const read = (client = owner, query: { known?: string } = {}) =>
  client.call(databaseCompletion.read, { params: { ref }, query })

async function namesFor(client: ConnectedClient) {
  const { catalog } = await read(client)
  const of = (list: readonly (readonly unknown[])[] = []) =>
    list.filter(([schema]) => schema === 'sales').map(([, name]) => name)
  return { relations: of(catalog?.relations), functions: of(catalog?.functions) }
}

describe('names for completion', () => {
  test('have tables with columns, types and comments, partitions through their parent only', async () => {
    const { catalog } = await read()
    const sales = catalog?.relations.filter(([schema]) => schema === 'sales')
    expect(sales?.map(([, name, kind]) => [name, kind])).toEqual([
      ['customers', 'r'],
      ['events', 'p'],
      ['open_orders', 'v'],
      ['orders', 'r'],
    ])
    expect(sales?.[3]).toEqual([
      'sales',
      'orders',
      'r',
      'What was bought',
      [
        ['id', 'bigint', 1, null],
        ['customer_id', 'bigint', 1, null],
        ['state', 'sales.state', 0, 'How far it is'],
        ['Odd Name', 'text', 0, null],
      ],
    ])
    expect(sales?.[0]?.[4][1]).toEqual(['name', 'character varying(80)', 1, null])
  })

  test('have functions with their signatures, including common ones of PostgreSQL', async () => {
    const { catalog } = await read()
    const own = catalog?.functions.filter(([schema]) => schema === 'sales')
    expect(own).toEqual([
      ['sales', 'secret', '', 'text', 'f', null],
      ['sales', 'settle', 'IN number bigint', null, 'p', null],
      ['sales', 'total', 'customer bigint, since date DEFAULT NULL::date', 'numeric', 'f', null],
      ['sales', 'touch', '', 'trigger', 'f', null],
      ['sales', 'watch', '', 'event_trigger', 'f', null],
    ])
    const names = new Set(catalog?.functions.map(([, name]) => name))
    const known = ['count', 'date_trunc', 'jsonb_build_object', 'generate_series', 'row_number']
    expect(known.filter((name) => !names.has(name))).toEqual([])
    expect(
      ['int4pl', 'textin', 'btint4cmp', 'pg_stat_get_numscans'].filter((n) => names.has(n)),
    ).toEqual([])
  })

  test('have types, languages, foreign keys and the search path', async () => {
    const { catalog } = await read()
    expect(catalog?.languages).toEqual(['plpgsql', 'sql'])
    expect(catalog?.types.filter(([schema]) => schema === 'sales')).toEqual([
      ['sales', 'code', null],
      ['sales', 'state', ['open', 'paid', "it's sent"]],
    ])
    expect(catalog?.foreign_keys).toEqual([
      ['sales', 'orders', ['customer_id'], 'sales', 'customers', ['id']],
    ])
    const schemas = new Map(catalog?.schemas)
    expect(schemas.get('public')).toBe(1)
    expect(schemas.get('pg_catalog')).toBe(1)
    expect(schemas.get('sales')).toBe(0)
    expect([...schemas.keys()].filter((name) => /basalt|toast|temp/u.test(name))).toEqual([])
  })

  test('are not sent again to a client that has the current version', async () => {
    const { version } = await read()
    expect(await read(owner, { known: version })).toEqual({ version, catalog: null })
    await run('create table sales.returns (id int)')
    const changed = await read(owner, { known: version })
    expect(changed.version).not.toBe(version)
    expect(changed.catalog?.relations.some(([, name]) => name === 'returns')).toBe(true)
  })

  test("are limited to objects that the caller's role may use", async () => {
    await run('create schema closed', 'create table closed.vault (id int)')
    expect((await namesFor(owner)).functions).toContain('secret')
    const seen = await namesFor(reader)
    expect(seen.relations).toContain('orders')
    expect(seen.functions).toEqual(['settle', 'total', 'touch', 'watch'])
    const answer = JSON.stringify(await read(reader))
    expect(answer.includes('secret')).toBe(false)
  })

  test('of thousands of columns are one answer of moderate size', async () => {
    const columns = Array.from({ length: 100 }, (_, n) => `column_${n} text`).join(', ')
    const tables = Array.from({ length: 100 }, (_, n) => `create table wide_${n} (${columns})`)
    await run(...tables)
    const answer = await read()
    const wide = answer.catalog?.relations.filter(([, name]) => name.startsWith('wide_'))
    expect(wide?.flatMap(([, , , , list]) => list)).toHaveLength(10_000)
    expect(JSON.stringify(answer).length).toBeLessThan(1_500_000)
  })
})
