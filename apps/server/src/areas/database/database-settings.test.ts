import { databaseActivity } from '@basalt/contract/database/activity'
import { databaseFunctions } from '@basalt/contract/database/objects/functions'
import { databaseIndexes } from '@basalt/contract/database/objects/indexes'
import { databaseMaterializedViews } from '@basalt/contract/database/objects/materialized-views'
import { databasePolicies } from '@basalt/contract/database/objects/policies'
import { databasePublications } from '@basalt/contract/database/objects/publications'
import { databaseRoles } from '@basalt/contract/database/objects/roles'
import { databaseSequences } from '@basalt/contract/database/objects/sequences'
import { databaseTriggers } from '@basalt/contract/database/objects/triggers'
import { databaseTypes } from '@basalt/contract/database/objects/types'
import { databaseViews } from '@basalt/contract/database/objects/views'
import { databaseParameters } from '@basalt/contract/database/parameters'
import { databasePolicyTests } from '@basalt/contract/database/policy-tests'
import { databaseSchemaDiagram } from '@basalt/contract/database/schema-diagram'
import { databaseUsage } from '@basalt/contract/database/usage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'

const kinds = [
  databaseFunctions,
  databaseIndexes,
  databaseMaterializedViews,
  databasePolicies,
  databasePublications,
  databaseRoles,
  databaseSequences,
  databaseTriggers,
  databaseTypes,
  databaseViews,
] as readonly (typeof databaseSequences)[]

let fixtures: ProjectFixtures
let owner: ConnectedClient
let reader: ConnectedClient
let params: { ref: string }

beforeAll(async () => {
  fixtures = await projectFixtures()
  ;({ owner } = fixtures)
  params = { ref: fixtures.ref }
  await fixtures.run(
    'create table public.orders (id int primary key, note text)',
    "insert into public.orders select n, repeat('x', 100) from generate_series(1, 1000) n",
    'create role app login',
  )
  reader = (await fixtures.member('Read-only')).client
})
afterAll(() => fixtures.close())

test('the roles of the project are listed before those of the system', async () => {
  const { rows } = await owner.call(databaseRoles.list, { params, query: { sort: 'origin' } })
  const origins = rows.map(({ name }) => (/^(?:pg|basalt)_/u.test(name) ? 1 : 0))
  expect(new Set(origins).size).toBe(2)
  expect(origins).toEqual(origins.toSorted((a, b) => a - b))
})

const listSessions = async () => (await owner.call(databaseActivity.sessions, { params })).sessions

describe('sessions', () => {
  test('a session that waits for a lock names its blocker, and runs when that is terminated', async () => {
    const db = await fixtures.install.engine.open(fixtures.ref, 'owner')
    const blocker = await db.session()
    const blocked = await db.session()
    await blocker.text("set application_name = 'blocker'")
    await blocker.text('begin')
    await blocker.text('lock table public.orders')
    await blocked.text("set application_name = 'blocked'")
    const waiting = blocked.text('select * from public.orders')
    await expect
      .poll(async () => {
        const sessions = await listSessions()
        const holder = sessions.find(({ application }) => application === 'blocker')
        const waiter = sessions.find(({ application }) => application === 'blocked')
        return holder !== undefined && waiter?.blocked_by.includes(holder.pid)
      })
      .toBe(true)
    const holder = (await listSessions()).find(({ application }) => application === 'blocker')
    if (holder === undefined) throw new Error('The blocker is not listed')
    const waiter = (await listSessions()).find(({ application }) => application === 'blocked')
    expect(waiter?.lock).toMatchObject({ mode: 'AccessShareLock', relation: 'orders' })
    expect(waiter?.lock?.seconds).toBeGreaterThanOrEqual(0)
    expect(holder.lock).toBeNull()
    expect(holder).toMatchObject({ state: 'idle in transaction', is_dashboard: true })
    const target = { params: { ...params, pid: holder.pid }, body: { began_at: holder.began_at } }
    await expect(reader.call(databaseActivity.terminate, target)).rejects.toMatchObject({
      code: 403,
    })
    const other = { ...target, body: { began_at: '2020-01-01T00:00:00+00:00' } }
    expect(await owner.call(databaseActivity.terminate, other)).toEqual({ was_there: false })
    expect(await owner.call(databaseActivity.terminate, target)).toEqual({ was_there: true })
    await waiting
    await blocked.release()
    await blocker.release().catch(() => undefined)
  })

  test('a replication slot is listed with the log that it keeps, and dropped', async () => {
    await fixtures.run("select pg_create_logical_replication_slot('export', 'pgoutput')")
    expect(await owner.call(databaseActivity.slots, { params })).toMatchObject([
      { name: 'export', kind: 'logical', plugin: 'pgoutput', is_active: false },
    ])
    await owner.call(databaseActivity.dropSlot, { params: { ...params, name: 'export' } })
    expect(await owner.call(databaseActivity.slots, { params })).toEqual([])
  })
})

describe('usage', () => {
  test('the overview has the size, connections and cache hits of the database', async () => {
    const overview = await owner.call(databaseUsage.overview, { params })
    expect(overview.database_bytes).toBeGreaterThan(1_000_000)
    expect(overview.wal_bytes).toBeGreaterThan(0)
    expect(overview.connections).toBeGreaterThan(0)
    expect(overview.cache_hit_ratio).toBeGreaterThan(0.5)
    expect(overview.last_migration).toBeNull()
  })

  test('the overview names the slowest statement once pg_stat_statements is enabled', async () => {
    expect((await owner.call(databaseUsage.overview, { params })).slowest).toBeNull()
    await fixtures.run(
      'create schema extensions',
      'create extension pg_stat_statements schema extensions',
      'select count(*), pg_sleep(0.2) from public.orders',
    )
    const { slowest } = await owner.call(databaseUsage.overview, { params })
    expect(slowest).toMatchObject({ query: 'select count(*), pg_sleep($1) from public.orders' })
    expect(slowest?.mean_ms).toBeGreaterThan(199)
    await fixtures.run('drop schema extensions cascade')
  })

  test('a reader sees the figures and the sessions too, without the size of the log', async () => {
    const overview = await reader.call(databaseUsage.overview, { params })
    expect(overview.database_bytes).toBeGreaterThan(1_000_000)
    expect(overview.wal_bytes).toBeNull()
    await expect(reader.call(databaseActivity.sessions, { params })).resolves.toBeTruthy()
    await expect(reader.call(databaseActivity.slots, { params })).resolves.toBeTruthy()
    await expect(reader.call(databaseUsage.relations, { params })).resolves.toBeTruthy()
  })

  test('tables are listed by their size, with indexes and dead rows', async () => {
    await fixtures.run(
      'delete from public.orders where id <= 400',
      'select pg_stat_force_next_flush()',
    )
    await expect
      .poll(async () => {
        const { relations } = await owner.call(databaseUsage.relations, { params })
        return relations.find(({ name }) => name === 'orders')?.dead_rows
      })
      .toBe(400)
    const { relations } = await owner.call(databaseUsage.relations, { params })
    const orders = relations.find(({ name }) => name === 'orders')
    expect(orders?.indexes).toMatchObject([{ name: 'orders_pkey' }])
    expect(orders?.total_bytes).toBeGreaterThan(orders?.table_bytes ?? Number.POSITIVE_INFINITY)
  })

  test('a locked table is counted and left out, and its lock is not waited for', async () => {
    await fixtures.run('create table public.held (id int primary key)')
    const db = await fixtures.install.engine.open(fixtures.ref, 'owner')
    for (const statement of ['lock table public.held', 'reindex index public.held_pkey']) {
      await db.transaction(async (tx) => {
        const [mine] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
        await tx.text(statement)
        const { relations, locked } = await owner.call(databaseUsage.relations, { params })
        expect(relations.map(({ name }) => name)).toContain('orders')
        expect(relations.map(({ name }) => name)).not.toContain('held')
        expect(locked).toEqual({ tables: 1, pids: [mine?.pid] })
      })
    }
    const { locked } = await owner.call(databaseUsage.relations, { params })
    expect(locked).toEqual({ tables: 0, pids: [] })
    await fixtures.run('drop table public.held')
  })
})

test('a reader lists and reads objects of every kind, and changes none', async () => {
  await fixtures.run(
    "create type public.mood as enum ('good')",
    'create sequence public.tickets',
    'create publication feed for table public.orders',
    'create policy everyone on public.orders using (true)',
    "create function public.touch() returns trigger language plpgsql as 'begin return new; end'",
    'create index by_id on public.orders (id)',
    'create view public.order_list as select id from public.orders',
    'create materialized view public.order_ids as select id from public.orders',
    'create trigger touched before update on public.orders for each row execute function public.touch()',
  )
  for (const routes of kinds) {
    const list = { params, query: { search: '', limit: 500 } }
    const { rows } = await reader.call(routes.list, list)
    expect([routes.list.path, rows.length > 0]).toEqual([routes.list.path, true])
    const id = rows[0]?.id ?? 0
    const found = await reader.call(routes.read, { params: { ...params, id } })
    expect([routes.read.path, found.row.id]).toEqual([routes.read.path, id])
    const drop = { params, body: { action: 'drop', id, cascade: false } as const }
    await expect(reader.call(routes.apply, drop)).rejects.toMatchObject({ code: 403 })
  }
  await fixtures.run('drop policy everyone on public.orders')
})

test('the schema diagram has a composite key as one edge, and no partitions', async () => {
  await fixtures.run(
    'create schema drawn',
    'create table drawn.lines (a int, b int, primary key (a, b)) partition by range (a)',
    'create table drawn.lines_1 partition of drawn.lines for values from (0) to (10)',
    'create table drawn.notes (id int, x int, y int, constraint line foreign key (y, x) references drawn.lines (b, a))',
    'alter table drawn.notes enable row level security',
  )
  const { tables, edges } = await owner.call(databaseSchemaDiagram.read, {
    params,
    query: { schema: 'drawn' },
  })
  expect(tables).toMatchObject([
    { name: 'lines', rls: 'off', columns: [{ name: 'a', is_key: true }, { name: 'b' }] },
    { name: 'notes', rls: 'on' },
  ])
  expect(edges).toEqual([
    {
      name: 'line',
      from: tables[1]?.id,
      to: tables[0]?.id,
      pairs: [
        { column: 'y', referenced: 'b' },
        { column: 'x', referenced: 'a' },
      ],
    },
  ])
})

describe('policy tests', () => {
  const run = (client: ConnectedClient, body: object) =>
    client.call(databasePolicyTests.run, {
      params,
      body: { role: 'app', claims: { sub: 'ada' }, operation: 'select', ...sample, ...body },
    })
  const sample = { table_id: 0, values: {}, returning: true }

  test('rows that a role sees and hidden ones differ, and nothing is changed', async () => {
    await fixtures.run(
      'create table public.notes (id int, owner text)',
      "insert into public.notes values (1, 'ada'), (2, 'ben')",
      'alter table public.notes enable row level security',
      'grant select, delete on public.notes to app',
      "create policy own on public.notes using (owner = current_setting('request.jwt.claims')::json ->> 'sub')",
    )
    const db = await fixtures.install.engine.open(fixtures.ref, 'owner')
    const [table] = await db.query<{ id: number }>(
      "select 'public.notes'::regclass::oid::int8::float8 as id",
    )
    const table_id = table?.id ?? 0
    const { rows } = await run(owner, { table_id, operation: 'delete' })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['passes', 'hidden'])
    expect(await db.query('select from public.notes')).toHaveLength(2)
    await expect(run(reader, { table_id })).rejects.toMatchObject({ code: 403 })
    await expect(run(owner, { table_id: 1 })).rejects.toMatchObject({ code: 404 })
  })
})

describe('parameters', () => {
  const change = (value: string | null, more: { name?: string; role?: string } = {}) =>
    owner.call(databaseParameters.change, {
      params,
      body: { name: 'statement_timeout', role: null, value, ...more },
    })
  const find = async (name: string) =>
    (await owner.call(databaseParameters.list, { params })).find((one) => one.name === name)

  test('a value is set for all roles and for one, and reset', async () => {
    await change('30s')
    await change('5s', { role: 'app' })
    expect(await find('statement_timeout')).toMatchObject({
      unit: 'ms',
      kind: 'integer',
      min: '0',
      needs_restart: false,
      values: [
        { role: null, value: '30s' },
        { role: 'app', value: '5s' },
      ],
    })
    await change(null)
    await change(null, { role: 'app' })
    expect((await find('statement_timeout'))?.values).toEqual([])
  })

  test('a list of schemas keeps each name', async () => {
    await change('public, "Odd Schema"', { name: 'search_path', role: 'app' })
    expect((await find('search_path'))?.values).toEqual([
      { role: 'app', value: 'public, "Odd Schema"' },
    ])
    await change(null, { name: 'search_path', role: 'app' })
  })

  test.each([
    [{ value: 'soon' }, 'value'],
    [{ role: 'nobody here', value: '5s' }, 'role'],
    [{ name: 'log_min_duration_statement', value: '5s' }, 'name'],
  ])('%j is refused at its field', async (body, field) => {
    await expect(
      owner.call(databaseParameters.change, {
        params,
        body: { name: 'statement_timeout', role: null, ...body },
      }),
    ).rejects.toMatchObject({ code: 400, fields: { [field]: expect.any(String) as string } })
  })

  test('readers see parameters and cannot change them', async () => {
    expect(await reader.call(databaseParameters.list, { params })).not.toEqual([])
    await expect(
      reader.call(databaseParameters.change, {
        params,
        body: { name: 'work_mem', role: null, value: '8MB' },
      }),
    ).rejects.toMatchObject({ code: 403 })
  })
})
