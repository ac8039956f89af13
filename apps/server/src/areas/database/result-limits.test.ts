import { randomUUID } from 'node:crypto'

import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { databaseSessions } from '@basalt/contract/database/sessions'
import type { InputOf } from '@basalt/contract/route'
import { signalEach } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { initialLimits } from '../../limits/limits.ts'
import { createResources } from '../../limits/resources.ts'
import { ofType, listRows } from '../../testing/query-lines.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

const mib = 1024 * 1024
const resources = createResources({
  ...initialLimits,
  messageBytes: 2 * mib,
  batchBytes: 256 * 1024,
  openResultBytes: 8 * mib,
  cancelMs: 500,
})

let install: TestInstall
let client: ConnectedClient
let ref: string

beforeAll(async () => {
  install = await startTestInstall({ resources, sqlSessions: { maxConnections: 2 } })
  const owner = await signUpOwner(install)
  client = owner.client
  ref = (await createProject(client, owner.organization.slug)).ref
  await run(`
    create table a (id int primary key);
    create table b (a int references a deferrable initially deferred);
    create table kept (id int primary key, value text)`)
})
afterAll(() => install.close())

type Body = InputOf<typeof databaseQuery.run>['body']
type Reading = { signal?: AbortSignal; onLine?: (line: QueryLine) => void }

async function run(query: string, more: Partial<Body> = {}, reading: Reading = {}) {
  const lines: QueryLine[] = []
  const onLine = (line: QueryLine) => {
    lines.push(line)
    reading.onLine?.(line)
  }
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query, ...more } },
    { ...reading, onLine },
  )
  return lines
}

const touch = (id: string) => client.call(databaseSessions.touch, { params: { ref, id } })

describe('an error of PostgreSQL at the commit of a statement', () => {
  test.each([
    'insert into b values (1)',
    'insert into b values (1) returning a',
    'insert into b select n from generate_series(1, 2000) n returning a',
  ])(
    'is reported at once, and more such runs than connections leave the project usable: %s',
    async (query) => {
      for (let round = 0; round < 4; round += 1) {
        const session = round % 2 === 0 ? randomUUID() : undefined
        const lines = await run(query, { session })
        expect(ofType(lines, 'error')).toMatchObject([
          { statement: 0, cancelled: false, sql: { sqlstate: '23503' } },
        ])
        expect(ofType(lines, 'complete')).toEqual([])
        if (session === undefined) continue
        expect(await touch(session)).toMatchObject({ state: 'idle' })
        expect(listRows(await run('select count(*) from b', { session }))).toEqual([['0']])
      }
    },
  )

  test('is an error of the statement in a held run as well, and nothing is committed', async () => {
    const onLine = (line: QueryLine) => {
      if (line.type !== 'held') return
      const params = { ref, id: session }
      void client.call(databaseSessions.decide, { params, body: { outcome: 'commit' } })
    }
    const session = randomUUID()
    const query = 'insert into b values (1)'
    const lines = await run(query, { session, hold: 'decide' }, { onLine })
    expect(ofType(lines, 'decided')).toMatchObject([
      { outcome: 'rolled_back', reason: expect.stringContaining('violates foreign key') },
    ])
    expect(listRows(await run('select count(*) from b', { session }))).toEqual([['0']])
  })
})

test('a session whose database does not answer is replaced instead of keeping its connection', async () => {
  for (let round = 0; round < 3; round += 1) {
    const cancelled = new AbortController()
    const onLine = (line: QueryLine) => {
      const pid = line.type === 'rows' ? Number(line.rows[0]?.[0]) : 0
      if (pid === 0) return
      process.kill(pid, 'SIGSTOP')
      // It ends by itself then: its client has disconnected.
      setTimeout(() => signalEach([pid], 'SIGCONT'), 1200)
      setTimeout(() => cancelled.abort(), 50)
    }
    const query = 'select pg_backend_pid(); select pg_sleep(20)'
    const session = randomUUID()
    const running = run(query, { session }, { signal: cancelled.signal, onLine })
    await expect(running).rejects.toThrow(/abort/iu)
  }
  expect(listRows(await run('select 1', { session: randomUUID() }))).toEqual([['1']])
})

describe('an answer that is too large', () => {
  test.each([
    ['a value', `select repeat('x', 3000000)`],
    ['a notice', `do $$ begin raise notice '%', repeat('x', 3000000); end $$`],
    ['an error', `do $$ begin raise exception '%', repeat('x', 3000000); end $$`],
  ])('is an error of its statement, and the next run works: %s', async (_, query) => {
    const session = randomUUID()
    const lines = await run(`select 1; ${query}; select 2`, { session })
    expect(listRows(lines)).toEqual([['1']])
    expect(ofType(lines, 'error')).toMatchObject([
      { statement: 1, message: expect.stringContaining('Value too large') },
    ])
    expect(lines.at(-1)).toEqual({ type: 'end' })
    expect(listRows(await run('select 3', { session }))).toEqual([['3']])
  })

  test('of many rows arrives in batches of few bytes', async () => {
    const lines = await run(`select n, repeat('x', 100000) from generate_series(1, 50) n`)
    expect(listRows(lines).map(([n]) => Number(n))).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 1),
    )
    for (const { rows } of ofType(lines, 'rows')) expect(rows.length).toBeLessThan(5)
  })

  test('without a reader is not read from the database, and uses no memory', async () => {
    const deleted = new AbortController()
    const onLine = (line: QueryLine) => {
      if (line.type === 'rows') deleted.abort()
    }
    const query = `select n, repeat('x', 1000000) from generate_series(1, 100000) n`
    await expect(run(query, {}, { signal: deleted.signal, onLine })).rejects.toThrow(/abort/iu)
    const isRunning = `select count(*) from pg_stat_activity where state = 'active' and query like '%100000)%' and pid <> pg_backend_pid()`
    await expect.poll(async () => listRows(await run(isRunning))).toEqual([['0']])
    await expect.poll(() => resources.openResults.read().used).toBe(0)
  })
})
