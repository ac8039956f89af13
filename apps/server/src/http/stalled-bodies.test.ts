import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { databaseImports } from '@basalt/contract/database/imports'
import { databaseQuery } from '@basalt/contract/database/query'
import { support } from '@basalt/contract/support'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { paymentWebhookPath } from '../areas/billing/webhook.ts'
import { initialLimits } from '../limits/limits.ts'
import { createResources } from '../limits/resources.ts'
import { cardPayments } from '../testing/billing-fixtures.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../testing/test-install.ts'
import { connectionHeader } from './connection-header.ts'

const mib = 1024 * 1024
const resources = createResources({ ...initialLimits, stalledMs: 600, stalledBytes: 1000 })
let install: TestInstall
let client: ConnectedClient
let ref: string
let headers: Record<string, string>

beforeAll(async () => {
  install = await startTestInstall({
    resources,
    payments: cardPayments,
  })
  const owner = await signUpOwner(install)
  client = owner.client
  ref = (await createProject(client, owner.organization.slug)).ref
  headers = {
    cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
    [connectionHeader]: client.connections.get(ref) ?? '',
  }
})
afterAll(() => install.close())
beforeEach(() => run('drop table if exists plants; create table plants (name text)'))

async function run(query: string): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    { onLine: (line) => line.type === 'rows' && rows.push(...line.rows) },
  )
  return rows
}

/** Starts a request whose body is written piece by piece. */
async function begin(path: string, length: number, more: Record<string, string> = {}) {
  const socket = connect(Number(new URL(install.url).port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const type = 'application/json'
  const all = { host: 'basalt.test', 'content-type': type, 'content-length': `${length}`, ...more }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write([`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const answered = async () => {
    const what = 'It is answered'
    const text = await waitFor(async () => answer || undefined, { what, timeoutMs: 20_000 })
    socket.destroy()
    return { status: Number(text.split(' ')[1]), text }
  }
  return { socket, answered }
}

const source = {
  kind: 'delimited',
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  names_line: null,
  width: 1,
} as const

async function newImport() {
  const id = Number((await run(`select 'plants'::regclass::int8`))[0]?.[0])
  const one = await client.call(databaseImports.begin, {
    params: { ref, id },
    body: {
      source,
      columns: [{ name: 'name', source: 0, empty: 'null' }],
      all_or_nothing: true,
      expected_rows: null,
      on_conflict: 'fail',
    },
  })
  const path = databaseImports.send.path.replace('{ref}', ref).replace('{import}', one.id)
  const read = () => client.call(databaseImports.read, { params: { ref, import: one.id } })
  return { path, read, headers: { ...headers, 'content-type': 'application/octet-stream' } }
}

async function beginImport(length: number) {
  const one = await newImport()
  return { ...(await begin(one.path, length, one.headers)), read: one.read }
}

const lines = (bytes: number) => `${'x'.repeat(99)}\n`.repeat(Math.ceil(bytes / 100))
const count = async () => Number((await run('select count(*) from plants'))[0]?.[0])

describe('an uploaded file', () => {
  test('that stalls is answered 408, its connection ends and nothing of it stays', async () => {
    const { socket, answered, read } = await beginImport(50 * mib)
    const startedAt = performance.now()
    socket.write(lines(3 * mib))
    const { status, text } = await answered()
    expect(status).toBe(408)
    expect(text.toLowerCase()).toContain('connection: close')
    expect(text).toContain('did not arrive in time')
    expect(performance.now() - startedAt).toBeGreaterThan(550)
    expect(resources.stalled.bodies).toBe(1)
    expect(await read()).toMatchObject({
      status: 'failed',
      error: 'The upload stopped. Check the connection and import the file again.',
    })
    expect(await count()).toBe(0)
    await expect.poll(() => resources.openBodies.read().used).toBe(0)
  })

  test('that trickles is answered 408 too', async () => {
    const { socket, answered } = await beginImport(50 * mib)
    const trickling = setInterval(() => socket.write('x'), 50)
    const { status } = await answered()
    clearInterval(trickling)
    expect(status).toBe(408)
  })

  test('that arrives slowly is accepted, for any duration', async () => {
    const { socket, answered } = await beginImport(10_000)
    for (let piece = 0; piece < 5; piece += 1) {
      socket.write(lines(2000))
      // oxlint-disable-next-line no-await-in-loop -- slowly
      await delay(300)
    }
    expect((await answered()).status).toBe(200)
    expect(await count()).toBe(100)
  })

  test('that cannot be parsed is answered, and its connection ends when the rest stalls', async () => {
    const { socket, answered, read } = await beginImport(50 * mib)
    // An unclosed quote makes one cell of everything.
    socket.write(`"${'x'.repeat(36 * mib)}`)
    await expect.poll(read, { timeout: 10_000 }).toMatchObject({ status: 'failed' })
    const before = resources.stalled.bodies
    // The last bytes may be lost with the connection.
    await new Promise((resolve) => {
      socket.once('close', resolve)
    })
    expect(resources.stalled.bodies).toBe(before + 1)
    expect((await answered()).status).toBe(200)
  })

  test('that waits for the database is not stalled', async () => {
    const { socket, answered } = await beginImport(4 * mib)
    const database = await install.engine.open(ref, 'owner', { id: 'other', name: 'other' })
    await database.transaction(async (tx) => {
      await tx.query('lock table plants in access exclusive mode')
      socket.write(lines(4 * mib).slice(0, 4 * mib))
      await delay(2000)
    })
    expect((await answered()).status).toBe(200)
  })
})

describe('a body', () => {
  test.each([
    ['of a call', () => begin(support.attach.path, 6 * mib, headers)],
    ['of another server', () => begin(paymentWebhookPath, 400_000, { 'stripe-signature': 'x' })],
  ])('%s that stalls is answered 408 long before its whole time', async (_, beginning) => {
    const { socket, answered } = await beginning()
    socket.write(`{"name":"${'A'.repeat(300_000)}`)
    const { status, text } = await answered()
    expect(text).toContain('did not arrive in time')
    expect(status).toBe(408)
    await expect.poll(() => resources.openBodies.read().used).toBe(0)
  })

  test('leaves nothing on a connection that stays open', async () => {
    const served: Socket[] = []
    const ports: (number | undefined)[] = []
    const note = (socket: Socket) => served.push(socket)
    install.server.on('connection', note)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = async () => {
      const one = await newImport()
      const how = { method: 'POST', agent, headers: one.headers }
      const sending = request(install.url + one.path, how).end(lines(100))
      const [response] = (await once(sending, 'response')) as [IncomingMessage]
      ports.push(response.socket.localPort)
      await once(response.resume(), 'end')
      return response.statusCode
    }
    const listeners = () =>
      served.find(({ remotePort }) => remotePort === ports[0])?.listenerCount('close')
    expect(await send()).toBe(200)
    await delay(50)
    const first = listeners()
    for (let more = 0; more < 4; more += 1) await send()
    await expect.poll(listeners).toBe(first)
    expect(new Set(ports).size).toBe(1)
    expect(first).toBeGreaterThan(0)
    agent.destroy()
    install.server.off('connection', note)
  })

  test('that is not read has no deadline', async () => {
    const { socket, answered } = await begin('/platform/nothing', 100_000)
    socket.write('{')
    expect((await answered()).status).toBe(404)
  })
})
