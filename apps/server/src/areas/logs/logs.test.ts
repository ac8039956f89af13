import { logChanges } from '@basalt/contract/logs/changes'
import {
  logFilterFields,
  logLevelNames,
  type LogRowEntry,
  logs,
  logSourceNames,
} from '@basalt/contract/logs/logs'
import { filterFields, logLevels, logSources, type NewLogRow } from '@basalt/logs'
import { systemLogStore } from '@basalt/logs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
} from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let reader: ConnectedClient
let ref: string

const now = Date.now()
/** Without the rows of the audit log, which the fixtures cause. */
const range = {
  from: new Date(now - 600_000).toISOString(),
  to: new Date(now).toISOString(),
  sources: 'edge_logs,postgres_logs',
}

const row = (change: Partial<NewLogRow>): NewLogRow => ({
  ref,
  source: 'edge_logs',
  at: now - 60_000,
  level: 'info',
  message: 'GET | 200 | /health',
  metadata: { request: { method: 'GET' } },
  ...change,
})

beforeAll(async () => {
  fixtures = await projectFixtures()
  reader = (await fixtures.member('Read-only')).client
  ref = fixtures.ref
  const { logs: service } = fixtures.install
  const requests = Array.from({ length: 30 }, (_, index) =>
    row({
      at: now - 60_000 + index,
      status: index % 10 === 0 ? 500 : 200,
      level: index % 10 === 0 ? 'error' : 'info',
      path: `/rest/v1/t${index}`,
      request_id: `request-${index}`,
    }),
  )
  await service.append({ rows: requests })
  service.record(
    row({ source: 'postgres_logs', at: now - 59_000, user: 'anon', request_id: 'request-3' }),
  )
  await service.flush()
  // Several sources at once.
  await setPlan('team')
})
afterAll(() => fixtures.close())

const setPlan = (plan: 'free' | 'team') =>
  fixtures.install.store.updateTable('organizations').set({ plan }).execute()

test('the contract names the sources, levels and fields of the store', () => {
  expect(logSourceNames).toEqual(logSources)
  expect(logLevelNames).toEqual(logLevels)
  expect(logFilterFields).toEqual(filterFields)
})

const read = (query: object = {}, client = reader) =>
  client.call(logs.rows, { params: { ref }, query: { ...range, ...query } })

describe('logs', () => {
  test('are read page by page, with filters', async () => {
    const all = await read()
    expect(all.rows).toHaveLength(31)
    expect(all).toMatchObject({ next_cursor: null, read_from: range.from })
    const first = await read({ limit: 20 })
    const second = await read({ limit: 20, cursor: first.next_cursor ?? '' })
    expect([...first.rows, ...second.rows]).toEqual(all.rows)
    const filters = JSON.stringify([{ field: 'status', values: ['5xx'] }])
    expect((await read({ filters })).rows).toHaveLength(3)
    expect((await read({ sources: 'postgres_logs' })).rows).toHaveLength(1)
    expect((await read({ search: 'nothing' })).rows).toEqual([])
  })

  test('have details, neighbours and rows of the same request', async () => {
    const { rows } = await read()
    const one = rows.find(({ request_id }) => request_id === 'request-3')
    const params = { ref, id: one?.id ?? '' }
    expect(await reader.call(logs.row, { params })).toMatchObject({
      metadata: { request: { method: 'GET' } },
    })
    const { rows: near } = await reader.call(logs.context, { params, query: { count: 2 } })
    expect(near.map(({ id }) => id)).toContain(one?.id)
    const same = await reader.call(logs.request, { params: { ref, request_id: 'request-3' } })
    expect(same.rows.map(({ source }) => source)).toEqual(['edge_logs', 'postgres_logs'])
    const unknown = reader.call(logs.row, { params: { ref, id: '1' } })
    await expect(unknown).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('are counted by time and by value', async () => {
    const query = { ...range, buckets: 10 }
    const histogram = await reader.call(logs.histogram, { params: { ref }, query })
    expect(histogram).toMatchObject({ bucket_seconds: 60, total: 31 })
    expect(histogram.counts.error.reduce((sum, count) => sum + count, 0)).toBe(3)
    const { facets } = await reader.call(logs.facets, { params: { ref }, query: range })
    expect(facets.source).toEqual([
      { value: 'edge_logs', count: 30 },
      { value: 'postgres_logs', count: 1 },
    ])
  })

  test('are downloaded as files, the newest row first', async () => {
    const query = new URLSearchParams({ ...range, sources: 'edge_logs' }).toString()
    const cookie = [...reader.cookies].map((pair) => pair.join('=')).join('; ')
    const base = `${fixtures.install.url}/platform/projects/${ref}/logs`
    const get = (name: string) => fetch(`${base}/${name}?${query}`, { headers: { cookie } })
    const csv = await get('export.csv')
    expect(csv.headers.get('content-disposition')).toContain('logs.csv')
    const lines = (await csv.text()).split('\r\n')
    expect(lines[0]).toMatch(/^at,source,level,message,status/u)
    expect(lines).toHaveLength(32)
    const rows = (await (await get('export.json')).json()) as LogRowEntry[]
    expect(rows.map(({ request_id }) => request_id)).toEqual(
      Array.from({ length: 30 }, (_, index) => `request-${29 - index}`),
    )
  })

  test('say why rows may be missing', async () => {
    const minute = new Date(Math.floor((now - 120_000) / 60_000) * 60_000)
    const dropped = { ref, source: 'edge_logs', minute, reason: 'memory', count: 7 } as const
    await fixtures.install.logs.append({ rows: [], dropped: [dropped] })
    const state = await reader.call(logs.state, { params: { ref }, query: range })
    expect(state).toMatchObject({
      retention_days: expect.any(Number) as number,
      dropped: [{ source: 'edge_logs', reason: 'memory', count: 7 }],
      waiting_since: null,
    })
    // The log of the database may be newer.
    expect(Date.parse(state.newest_at ?? '')).toBeGreaterThanOrEqual(now - 59_000)
  })

  test('of several sources at once need the Team plan', async () => {
    await setPlan('free')
    const call = (route: typeof logs.histogram | typeof logs.facets) =>
      reader.call(route, { params: { ref }, query: range })
    for (const ask of [read, () => call(logs.histogram), () => call(logs.facets)]) {
      await expect(ask()).rejects.toMatchObject({ kind: 'payment_required', code: 402 })
    }
    expect((await read({ sources: 'edge_logs' })).rows).toHaveLength(30)
    await setPlan('team')
    expect((await read()).rows).toHaveLength(31)
  })

  test('of another project are not found', async () => {
    const { install } = fixtures
    const outsider = await signUpOwner(install)
    await expect(read({}, outsider.client)).rejects.toMatchObject({ kind: 'not_found' })
    const own = await createProject(outsider.client, outsider.organization.slug)
    const { rows } = await read()
    const params = { ref: own.ref, id: rows[0]?.id ?? '' }
    await expect(outsider.client.call(logs.row, { params })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })

  test.each([
    { from: 'yesterday' },
    { to: '2026-13-01T00:00:00Z' },
    { sources: 'edge_logs,passwords' },
    { filters: '{' },
    { filters: '[{"field":"message","values":["x"]}]' },
    { limit: 100_000 },
    { cursor: 'x_y' },
    { pattern: '1; drop table' },
    { own: 'maybe' },
    { search: 'a\0b' },
    { filters: JSON.stringify([{ field: 'path', values: ['\0'] }]) },
  ])('refuse %o', async (query) => {
    await expect(read(query)).rejects.toMatchObject({ code: 400 })
  })
})

describe('what changed', () => {
  const minute = 60_000
  const hour = { from: new Date(now - 30 * minute), to: new Date(now) }
  const ask = (query: object = {}) =>
    reader.call(logChanges.read, {
      params: { ref },
      query: { ...range, from: hour.from.toISOString(), to: hour.to.toISOString(), ...query },
    })

  test('names changes of the database, new errors and vanished messages', async () => {
    const postgres = (change: Partial<NewLogRow>) => row({ source: 'postgres_logs', ...change })
    await fixtures.install.logs.append({
      rows: [
        postgres({ at: now - 50 * minute, message: 'checkpoint complete: wrote 3 buffers' }),
        postgres({ at: now - 50 * minute, message: 'connection authorized: user=anon' }),
        postgres({ at: now - 5 * minute, message: 'connection authorized: user=anon' }),
        postgres({ level: 'error', message: 'relation "shop" does not exist at character 15' }),
      ],
    })
    const changes = await ask({ sources: 'postgres_logs' })
    expect(changes.patterns[0]).toMatchObject({
      change: 'first_seen',
      level: 'error',
      message: 'relation "shop" does not exist at character 15',
      before: 0,
      after: 1,
    })
    expect(changes.patterns.find(({ change }) => change === 'vanished')).toMatchObject({
      message: 'checkpoint complete: wrote 3 buffers',
    })
    const sum = changes.patterns.reduce((total, { after }) => total + after, changes.others.after)
    expect(sum).toBe(changes.after.rows)
    expect(Date.parse(changes.after.from) - Date.parse(changes.before.from)).toBe(30 * minute)
  })

  test('names statements with another plan, and those that became slower in the samples', async () => {
    const { store, logs: service } = fixtures.install
    const { id: projectId } = await store
      .selectFrom('projects')
      .select('id')
      .where('ref', '=', ref)
      .executeTakeFirstOrThrow()
    const subject = { role_name: 'app', database_name: 'postgres', is_top_level: true }
    const { id } = await store
      .insertInto('statements')
      .values({
        ...subject,
        project_id: projectId,
        query_id: '42',
        is_own: false,
        query: 'select * from carts',
        first_seen_at: new Date(now - 60 * minute),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rest = { rows: 1, blocks_hit: 0, blocks_read: 0, temp_blocks: 0, wal_bytes: 0 }
    for (const [ago, total] of [
      [45, 100],
      [5, 9000],
    ] as const) {
      const round = { project_id: projectId, sampled_at: new Date(now - ago * minute + 1) }
      await store
        .insertInto('statement_rounds')
        .values({ ...round, evictions: '0', is_restart: false })
        .execute()
      await store
        .insertInto('statement_samples')
        .values({ ...round, ...rest, statement_id: id, calls: 10, total_ms: total })
        .execute()
    }
    const planned = (at: number, node: Record<string, string>) =>
      row({
        source: 'postgres_logs',
        at,
        message: 'duration: 1200.5 ms  plan:\nQuery Text: select * from orders',
        durationMs: 1200.5,
        user: 'app',
        database: 'postgres',
        metadata: {
          parsed: { query_id: '-7' },
          details: { plan: { 'Query Text': 'select * from orders', Plan: node } },
        },
      })
    await service.append({
      rows: [
        planned(now - 45 * minute, { 'Node Type': 'Index Scan', 'Index Name': 'orders_idx' }),
        planned(now - 5 * minute, { 'Node Type': 'Seq Scan', 'Relation Name': 'orders' }),
      ],
    })
    const { statements } = await ask()
    expect(statements).toMatchObject([
      { change: 'slower', effect: 'slower', id, before: { mean_ms: 10 }, after: { mean_ms: 900 } },
      {
        change: 'plan',
        effect: 'same',
        query_id: '-7',
        nodes_before: ['Index Scan on orders_idx'],
        nodes_after: ['Seq Scan on orders'],
      },
    ])
    const filters = JSON.stringify([{ field: 'user', values: ['other'] }])
    expect((await ask({ filters })).statements).toEqual([])
    expect((await ask({ sources: 'edge_logs' })).statements).toEqual([])
  })

  test('compares with the day or the week before, and says when it is not kept', async () => {
    const day = await ask({ compare: 'day' })
    expect(Date.parse(day.after.from) - Date.parse(day.before.from)).toBe(24 * 60 * minute)
    const dayMs = 24 * 60 * minute
    const old = {
      from: new Date(now - 25 * dayMs).toISOString(),
      to: new Date(now - 24 * dayMs).toISOString(),
    }
    expect((await ask({ ...old, compare: 'week' })).is_clipped).toBe(true)
    await expect(ask({ compare: 'year' })).rejects.toMatchObject({ code: 400 })
  })
})

test('a store that does not answer is said, and its rows are stored later', async () => {
  const logStore = systemLogStore({
    connection: { host: '127.0.0.1', port: 9, user: 'nobody', database: 'none' },
  })
  const install = await startTestInstall({ logStore })
  try {
    const { client, organization } = await signUpOwner(install)
    const project = await createProject(client, organization.slug)
    install.logs.record(row({ ref: project.ref }))
    await install.logs.flush()
    const query = { ...range, sources: 'edge_logs' }
    const answer = client.call(logs.rows, { params: { ref: project.ref }, query })
    await expect(answer).rejects.toMatchObject({ kind: 'log_store_unreachable', code: 503 })
    expect(install.logs.waitingSince()).not.toBeNull()
  } finally {
    await install.close()
  }
})
