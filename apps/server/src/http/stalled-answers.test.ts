import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { databaseQuery } from '@basalt/contract/database/query'
import { databaseTables } from '@basalt/contract/database/tables'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { initialLimits } from '../limits/limits.ts'
import { createResources } from '../limits/resources.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../testing/test-install.ts'
import { connectionHeader } from './connection-header.ts'

const resources = createResources({ ...initialLimits, stalledMs: 1000 })
/** More than the system buffers for a client that does not read. */
const valueBytes = 8_000_000

let install: TestInstall
let client: ConnectedClient
let ref: string
let cell: string

beforeAll(async () => {
  install = await startTestInstall({ resources })
  const owner = await signUpOwner(install)
  client = owner.client
  ref = (await createProject(client, owner.organization.slug)).ref
  await run(`create table plants (id int primary key, name text);
    insert into plants select 1, repeat('x', ${valueBytes})`)
  const id = Number((await run(`select 'plants'::regclass::int8`))[0]?.[0])
  const query = new URLSearchParams({ column: 'name', key: '["1"]' })
  const path = databaseTables.cell.path.replace('{ref}', ref).replace('{id}', String(id))
  cell = `GET ${path}?${query}`
})
afterAll(() => install.close())

async function run(query: string): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    { onLine: (line) => line.type === 'rows' && rows.push(...line.rows) },
  )
  return rows
}

/** Sends a request and reads nothing of its answer. */
async function ask(request: string, body = ''): Promise<Socket> {
  const socket = connect(Number(new URL(install.url).port), '127.0.0.1')
  socket.pause()
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const headers = {
    host: 'basalt.test',
    cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
    [connectionHeader]: client.connections.get(ref) ?? '',
    ...(body !== '' && { 'content-type': 'application/json', 'content-length': `${body.length}` }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write([`${request} HTTP/1.1`, ...lines, '', body].join('\r\n'))
  return socket
}

const used = () => resources.openResults.read().used
const open = () => resources.openRequestsPerAccount.read().used

describe('an unread answer', () => {
  test('counts until its connection is closed for it', async () => {
    const socket = await ask(cell)
    await expect.poll(used).toBeGreaterThan(valueBytes)
    await delay(500)
    expect(used()).toBeGreaterThan(valueBytes)
    await expect.poll(used).toBe(0)
    expect(open()).toBe(0)
    expect(resources.stalled.answers).toBe(1)
    socket.resume()
    await once(socket, 'close')
  })

  test('ends also when its client continues to send', async () => {
    const socket = await ask(cell)
    socket.write('GET / HTTP/1.1\r\nx-name: ')
    const sending = setInterval(() => socket.write('a'), 100)
    await expect.poll(used).toBeGreaterThan(valueBytes)
    await expect.poll(used).toBe(0)
    clearInterval(sending)
    socket.destroy()
  })

  test('ends its statement in the database', async () => {
    const query = `select repeat('x', 100000) from generate_series(1, 100000) n`
    const path = databaseQuery.run.path.replace('{ref}', ref)
    const socket = await ask(`POST ${path}`, JSON.stringify({ query }))
    const running = `select count(*) from pg_stat_activity where state = 'active' and query like '%100000) n' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await run(running))[0]?.[0]).toBe('1')
    await expect.poll(async () => (await run(running))[0]?.[0]).toBe('0')
    await expect.poll(used).toBe(0)
    socket.destroy()
  })
})

test('an answer without space is busy, with a retry time, and no fault of the database', async () => {
  const taken = resources.limits.openResultBytes - 1_000_000
  resources.openResults.take(taken)
  const [method, path] = cell.split(' ')
  const headers = {
    cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
    [connectionHeader]: client.connections.get(ref) ?? '',
  }
  const response = await fetch(`${install.url}${path}`, { method: method ?? '', headers })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await response.json()).toMatchObject({
    kind: 'busy',
    message: expect.stringContaining('too many large'),
  })
  resources.openResults.give(taken)
  expect(used()).toBe(0)
})

describe('an answer that is read', () => {
  test('slowly arrives whole, and does not count any more', async () => {
    const socket = await ask(cell)
    let received = 0
    let taken = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      taken += chunk.length
      if (taken > 300_000) socket.pause()
    })
    const startedAt = performance.now()
    // oxlint-disable-next-line no-unmodified-loop-condition -- by the listener
    while (received < valueBytes) {
      // oxlint-disable-next-line no-await-in-loop -- slowly
      await delay(100)
      expect(socket.destroyed).toBe(false)
      taken = 0
      socket.resume()
    }
    expect(performance.now() - startedAt).toBeGreaterThan(2000)
    await expect.poll(used).toBe(0)
    socket.destroy()
  })

  test('may be silent as long as the database works', async () => {
    expect(await run('select pg_sleep(2.5)')).toEqual([['']])
  })
})
