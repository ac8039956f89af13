import { buildPath } from '@basalt/contract/client'
import { databaseDefinitions as routes } from '@basalt/contract/database/definitions'
import { behindTable, databaseTables, type TableSummary } from '@basalt/contract/database/tables'
import type { TableSort } from '@basalt/pg-model'
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
  reader = (await fixtures.member('Read-only')).client
  await run(
    'create schema sales',
    'create schema auth',
    'create schema basalt',
    'create table basalt.hidden (id int)',
    'create table auth.users (id int primary key)',
    'create table public.orders (id int primary key, paid boolean)',
    'create table sales.orders (id int, at date) partition by range (at)',
    "create table sales.orders_2025 partition of sales.orders for values from ('2025-01-01') to ('2026-01-01')",
    'create view sales.paid as select id from public.orders where paid',
    'create materialized view sales.counts as select count(*) from public.orders',
  )
})
afterAll(() => fixtures.close())

type Query = Parameters<typeof owner.call<typeof databaseTables.list>>[1]['query']

const list = async (query: Query = {}, as = owner): Promise<TableSummary[]> =>
  (await as.call(databaseTables.list, { params: { ref }, query })).tables

const titles = (tables: readonly TableSummary[]) =>
  tables.map(({ schema, name }) => `${schema}.${name}`)

const getId = async (schema: string, name: string): Promise<number> => {
  const tables = await list({ included_schemas: [schema], search: name })
  return tables.find((table) => table.name === name)?.id ?? 0
}

describe('the list of tables', () => {
  test.each(['name', 'name_desc', 'kind', 'rows'] satisfies TableSort[])(
    'sorted by %s continues after each table, also when names repeat in several schemas',
    async (sort) => {
      const all = titles(await list({ sort }))
      const paged: string[] = []
      let after: string | undefined
      for (;;) {
        const [table] = await list({ sort, limit: 1, ...(after !== undefined && { after }) })
        if (table === undefined) break
        paged.push(...titles([table]))
        after = behindTable(table)
      }
      expect(paged).toEqual(all)
      expect(paged.toSorted()).toEqual([
        'auth.users',
        'public.orders',
        'sales.counts',
        'sales.orders',
        'sales.paid',
      ])
    },
  )

  test('shows several kinds, partitions of a parent, and tables by their ids', async () => {
    expect(titles(await list({ kinds: ['view', 'materialized_view'] }))).toEqual([
      'sales.counts',
      'sales.paid',
    ])
    const parent = await getId('sales', 'orders')
    const partitions = await list({ partitions_of: parent })
    expect(titles(partitions)).toEqual(['sales.orders_2025'])
    expect(partitions[0]).toMatchObject({ is_partition: true })
    const ids = [String(parent), '9999999999', String(partitions[0]?.id)]
    expect(titles(await list({ ids }))).toEqual(['sales.orders', 'sales.orders_2025'])
  })

  test('refuses an invalid cursor', async () => {
    await expect(list({ after: 'orders' })).rejects.toMatchObject({ kind: 'invalid_request' })
    await expect(list({ after: '["a",1,"b",2]' })).rejects.toMatchObject({
      kind: 'invalid_request',
    })
  })

  test("marks schemas of services as protected and leaves out Basalt's own", async () => {
    const schemas = await owner.call(databaseTables.schemas, { params: { ref } })
    expect(schemas.map(({ name }) => name)).toEqual(['auth', 'public', 'sales'])
    expect(schemas[0]).toMatchObject({ is_protected: true })
    expect((await list({ included_schemas: ['auth'] }))[0]).toMatchObject({ is_protected: true })
    expect(await list({ included_schemas: ['basalt'] })).toEqual([])
  })
})

describe('a definition', () => {
  test('of a table has the fields and the SQL, for readers too', async () => {
    const params = { ref, id: await getId('public', 'orders') }
    const definition = await reader.call(routes.table, { params })
    expect(definition).toMatchObject({
      schema: 'public',
      name: 'orders',
      primary_keys: [{ name: 'id' }],
      relationships: [],
    })
    expect(definition.sql).toContain('create table public.orders (\n  id integer not null,')
    await expect(owner.call(routes.table, { params: { ref, id: 1 } })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })

  test('of a schema is a file with its name, and creates an audit entry', async () => {
    const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
    const get = (schema: string) =>
      fetch(`${fixtures.install.url}${buildPath(routes.schema, { ref, schema })}`, {
        headers: { cookie },
      })
    const answer = await get('sales')
    expect(answer.headers.get('content-disposition')).toContain('sales.sql')
    const sql = await answer.text()
    expect(sql).toContain('--   table public.orders\n')
    expect(sql).toContain('create table sales.orders_2025')
    expect(sql.indexOf('attach partition')).toBeGreaterThan(
      sql.indexOf('create table sales.orders'),
    )
    expect((await get('nowhere')).status).toBe(404)
    const rows = await fixtures.install.store
      .selectFrom('audit_log')
      .select('target_name')
      .where('action', '=', 'schema.exported')
      .execute()
    expect(rows).toEqual([{ target_name: 'sales' }])
  })
})

describe('protecting an open table', () => {
  test('is previewed as SQL, runs once, and needs the right to change tables', async () => {
    const params = { ref, id: await getId('public', 'orders') }
    const { statements, effect } = await reader.call(routes.protection, { params })
    expect(statements).toEqual(['alter table "public"."orders" enable row level security'])
    expect(effect).toContain('only the owner')
    await expect(reader.call(routes.protect, { params })).rejects.toMatchObject({
      kind: 'forbidden',
    })
    await owner.call(routes.protect, { params })
    expect((await list({ included_schemas: ['public'] }))[0]).toMatchObject({ rls_enabled: true })
    await expect(owner.call(routes.protect, { params })).rejects.toMatchObject({
      kind: 'conflict',
    })
  })

  test('makes a view a security invoker view', async () => {
    const params = { ref, id: await getId('sales', 'paid') }
    const before = await owner.call(databaseTables.detail, { params })
    expect(before).toMatchObject({ is_security_invoker: false, is_updatable: true })
    await owner.call(routes.protect, { params })
    expect(await owner.call(databaseTables.detail, { params })).toMatchObject({
      is_security_invoker: true,
    })
    const counts = { ref, id: await getId('sales', 'counts') }
    await expect(owner.call(routes.protection, { params: counts })).rejects.toMatchObject({
      kind: 'conflict',
    })
  })
})
