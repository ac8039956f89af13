import { randomUUID } from 'node:crypto'

import { type ExplorerLine, logExplorer as routes } from '@basalt/contract/logs/explorer'
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

async function run(sql: string, more: { rows?: 'shown' | 'all' } = {}, client = reader) {
  const lines: ExplorerLine[] = []
  await client.stream(
    routes.run,
    { params: { ref }, body: { sql, ...range, ...more } },
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

  test('shows 1,000 rows and says so; an export has all of them', async () => {
    const sql = 'select id from edge_logs order by timestamp'
    const shown = await run(sql)
    expect(shown.rows).toHaveLength(1000)
    expect(shown.last).toMatchObject({ type: 'complete', truncated: 'rows' })
    const whole = await run(sql, { rows: 'all' })
    expect(whole.rows).toHaveLength(1500)
    expect(whole.last).toMatchObject({ type: 'complete', truncated: null })
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
    await expect(run('select 1', {}, outsider.client)).rejects.toMatchObject({ kind: 'not_found' })
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
