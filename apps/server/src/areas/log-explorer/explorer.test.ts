import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { type ExplorerLine, logExplorer as routes } from '@basalt/contract/logs/explorer'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
} from '../../testing/test-install.ts'
import { hostileQueries } from './testing/hostile-queries.ts'

let fixtures: ProjectFixtures
let reader: ConnectedClient
let ref: string

const now = Date.now()
const range = {
  from: new Date(now - 3_600_000).toISOString(),
  to: new Date(now + 60_000).toISOString(),
}

beforeAll(async () => {
  fixtures = await projectFixtures()
  reader = (await fixtures.member('Read-only')).client
  ref = fixtures.ref
  await fixtures.install.logs.append({
    rows: Array.from({ length: 1500 }, (_, index) => ({
      ref,
      source: 'edge_logs' as const,
      at: now - 60_000 + index,
      level: 'info' as const,
      message: `GET | 200 | /rest/v1/t${index}`,
      status: 200,
      metadata: { request: { method: 'GET', path: `/rest/v1/t${index}` } },
    })),
  })
})
afterAll(() => fixtures.close())

function download(kind: 'csv' | 'json', text: string, signal?: AbortSignal) {
  const cookie = [...reader.cookies].map((pair) => pair.join('=')).join('; ')
  const query = new URLSearchParams({ ...range, sql: text }).toString()
  const url = `${fixtures.install.url}/platform/projects/${ref}/logs/explorer/result.${kind}`
  return fetch(`${url}?${query}`, { headers: { cookie }, ...(signal && { signal }) })
}

async function run(sql: string, client = reader) {
  const lines: ExplorerLine[] = []
  await client.stream(
    routes.run,
    { params: { ref }, body: { sql, ...range } },
    { onLine: (line) => lines.push(line) },
  )
  const rows = lines.flatMap((line) => (line.type === 'rows' ? line.rows : []))
  return { lines, rows, last: lines.at(-1) }
}

describe('a query over logs', () => {
  test('returns its fields, its rows and how long it took', async () => {
    const { lines, rows, last } = await run(
      `select status, count(*) from logs where source = 'edge_logs' group by 1`,
    )
    expect(lines[0]).toEqual({
      type: 'fields',
      fields: [
        { name: 'status', type: 'integer' },
        { name: 'count', type: 'bigint' },
      ],
    })
    expect(rows).toEqual([['200', '1500']])
    expect(last).toMatchObject({
      type: 'complete',
      rows: 1,
      truncated: null,
      read_from: range.from,
    })
  })

  test('shows 1,000 rows and says so; a file has all of them', async () => {
    const sql = 'select id from edge_logs order by timestamp'
    const shown = await run(sql)
    expect(shown.rows).toHaveLength(1000)
    expect(shown.last).toMatchObject({ type: 'complete', truncated: 'rows' })
    const csv = await (await download('csv', sql)).text()
    expect(csv.split('\r\n')).toHaveLength(1502)
    expect(csv.slice(0, 4)).toBe('id\r\n')
    const file = await download('json', "select 1 as n, null as nothing, '=1+1' as text")
    expect(file.headers.get('content-disposition')).toContain('logs.json')
    expect(await file.json()).toEqual([{ n: '1', nothing: null, text: '=1+1' }])
    const cell = await (await download('csv', "select -5, '=1+1', 'a,b'")).text()
    expect(cell.split('\r\n')[1]).toBe(`-5,'=1+1,"a,b"`)
    expect(await (await download('json', 'select 1 where false')).text()).toBe('[\n]\n')
  })

  test('of a file that fails is answered as an error, not as a file', async () => {
    for (const sql of [
      'select nothing from edge_logs',
      'select * from orders',
      'delete from logs',
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await download('csv', sql)
      expect(answer.status).toBe(400)
      expect(answer.headers.get('content-disposition')).toBeNull()
    }
    expect((await download('csv', `select '${'x'.repeat(4000)}'`)).status).toBe(400)
  })

  test('of a file is read as fast as the client takes it, and cancelled with it', async () => {
    const controller = new AbortController()
    const large = `select n, repeat('x', 1000) from generate_series(1, 10000000) n`
    const { body } = await download('csv', large, controller.signal)
    const stream = body?.getReader()
    await stream?.read()
    const before = process.memoryUsage().rss
    await delay(1000)
    // Ten gigabytes would follow.
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
    controller.abort()
    await expect.poll(async () => (await run('select 1')).rows).toEqual([['1']])
    const running = async () =>
      (
        await statement<{ count: number }>`select count(*)::int from pg_stat_activity
          where application_name = 'Basalt log explorer' and state = 'active'`.execute(
          fixtures.install.store,
        )
      ).rows[0]?.count
    await expect.poll(running).toBe(0)
  })

  test.each([
    ['select nothing from edge_logs', { kind: 'query', sqlstate: '42703', start: 7 }],
    ['select from from', { kind: 'query', sqlstate: '42601' }],
    [
      'select * from edge_logs where timestamp > timestamp_sub(current_timestamp(), interval 1 hour)',
      { hint: 'Write now() or current_timestamp, without brackets.' },
    ],
    [
      'select timestamp_trunc(timestamp, hour) from edge_logs',
      { hint: "Write the part of a time in quotes: timestamp_trunc(timestamp, 'hour')." },
    ],
    ['select user from logs', { hint: 'For the column of that name, write logs."user".' }],
    ['select * from orders', { message: 'orders is not a log source', start: 14 }],
  ])('that fails says where and why: %s', async (sql, expected) => {
    const { lines } = await run(sql)
    expect(lines).toEqual([expect.objectContaining({ type: 'error', ...expected })])
  })

  test('that is hostile is refused', async () => {
    const accepted: string[] = []
    for (const sql of hostileQueries.filter((one) => one !== '')) {
      // oxlint-disable-next-line no-await-in-loop
      const { lines } = await run(sql)
      if (lines.length !== 1 || lines[0]?.type !== 'error') accepted.push(sql)
    }
    expect(accepted).toEqual([])
  })

  test('waits for none of the others: a third one at once is refused', async () => {
    const slow = 'select count(*) from generate_series(1, 3000000)'
    const answers = await Promise.all([run(slow), run(slow), run(slow)])
    const kinds = answers.map(({ last }) => (last?.type === 'error' ? last.kind : last?.type))
    expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(1)
    expect((await run('select 1')).rows).toEqual([['1']])
  })

  test('of people outside of the project is not found', async () => {
    const outsider = await signUpOwner(fixtures.install)
    await expect(run('select 1', outsider.client)).rejects.toMatchObject({ kind: 'not_found' })
  })
})

test('the schema names 16 relations with their fields', async () => {
  const { relations } = await reader.call(routes.schema, { params: { ref } })
  expect(relations).toHaveLength(16)
  for (const { name, fields } of relations) {
    const columns = fields.map(({ path }) => path).filter((path) => !path.includes('.'))
    const quoted = columns.map((path) => `"${path}"`).join(', ')
    // oxlint-disable-next-line no-await-in-loop
    const { last } = await run(`select ${quoted} from ${name} limit 1`)
    expect({ name, ...last }).toMatchObject({ name, type: 'complete' })
  }
})

describe('saved log queries', () => {
  const save = (client: ConnectedClient, id: string, body: object = {}) =>
    client.call(routes.save, {
      params: { ref, id },
      body: { name: 'Mine', sql: 'select 1', is_shared: false, ...body },
    })
  const list = (client: ConnectedClient) => client.call(routes.saved, { params: { ref } })

  test('are private until they are shared, and changed by those who may', async () => {
    const developer = (await fixtures.member('Developer')).client
    const id = randomUUID()
    await save(developer, id)
    expect(await list(fixtures.owner)).toEqual([])
    await save(developer, id, { is_shared: true, name: 'Ours' })
    expect(await list(fixtures.owner)).toMatchObject([{ name: 'Ours', is_own: false }])
    expect(await list(developer)).toMatchObject([{ name: 'Ours', is_own: true }])
    await developer.call(routes.remove, { params: { ref, id } })
    expect(await list(developer)).toEqual([])
    const again = developer.call(routes.remove, { params: { ref, id } })
    await expect(again).rejects.toMatchObject({ kind: 'not_found' })
  })
})

test('an install whose log store runs no SQL says so', async () => {
  const install = await startTestInstall({ logExplorer: null })
  try {
    const { client, organization } = await signUpOwner(install)
    const project = await createProject(client, organization.slug)
    const lines: ExplorerLine[] = []
    await client.stream(
      routes.run,
      { params: { ref: project.ref }, body: { sql: 'select 1', ...range } },
      { onLine: (line) => lines.push(line) },
    )
    expect(lines).toMatchObject([{ type: 'error', kind: 'unsupported' }])
  } finally {
    await install.close()
  }
})
