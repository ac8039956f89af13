import { Worker } from 'node:worker_threads'

import { databaseQuery, profiles, type QueryLine } from '@basalt/contract'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { initialLimits } from '../../limits/limits.ts'
import { createResources } from '../../limits/resources.ts'
import { type ProjectCast, projectCast } from '../../testing/project-cast.ts'
import { ofType, rowsOf } from '../../testing/query-lines.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'

const limits = { ...initialLimits, queuedRunsPerProject: 5, queuedRunsPerAccount: 3 }
const resources = createResources(limits)
let cast: ProjectCast

beforeAll(async () => {
  cast = await projectCast({
    resources,
    sqlSessions: { mostConnections: 1 },
    requestsPerMinute: { address: 100_000, caller: 100_000 },
  })
})
afterAll(() => cast.close())

type Started = { lines: QueryLine[]; told: number[]; ended: Promise<unknown>; give: () => void }

function start(client: ConnectedClient, query: string): Started {
  const controller = new AbortController()
  const started: Started = {
    lines: [],
    told: [],
    give: () => controller.abort(),
    ended: client
      .stream(
        databaseQuery.run,
        { params: { ref: cast.ref }, body: { query } },
        {
          signal: controller.signal,
          onLine: (line) => {
            started.lines.push(line)
            if (line.type === 'queued') started.told.push(Date.now())
          },
        },
      )
      .catch((error: unknown) => error),
  }
  return started
}

/** Takes the only connection until `give` is called. */
async function occupied(client: ConnectedClient): Promise<Started> {
  const running = start(client, 'select pg_sleep(60)')
  await waitFor(async () => running.lines.length > 0, { what: 'It runs' })
  return running
}

const used = () => ({
  project: resources.queuedRunsPerProject.read().used,
  account: resources.queuedRunsPerAccount.read().used,
})

async function queued(client: ConnectedClient, count: number): Promise<Started[]> {
  const before = used().project
  const all = Array.from({ length: count }, () => start(client, 'select 1'))
  await waitFor(async () => used().project === before + count, { what: 'They wait' })
  return all
}

test('an account, and a project, have only so many runs waiting; each of them gets its turn', async () => {
  const { client: second } = await cast.member('Developer')
  const { client: third } = await cast.member('Developer')
  const running = await occupied(cast.owner)
  const waiting = await queued(cast.owner, 3)
  expect(await start(cast.owner, 'select 1').ended).toMatchObject({
    code: 429,
    message: 'You have 3 queries waiting already. Wait until one has run, or cancel it.',
    retryAfter: 2,
  })
  const others = await queued(second, 2)
  expect(await start(third, 'select 1').ended).toMatchObject({
    code: 429,
    message: '5 queries wait for this project already. Wait until one has run, or cancel it.',
  })
  running.give()
  await Promise.all([...waiting, ...others].map(({ ended }) => ended))
  expect([...waiting, ...others].map(({ lines }) => rowsOf(lines))).toEqual(
    [...waiting, ...others].map(() => [['1']]),
  )
  expect(used()).toEqual({ project: 0, account: 0 })
})

test('a run that is given up makes room for another one', async () => {
  const running = await occupied(cast.owner)
  const [first, ...rest] = await queued(cast.owner, 3)
  first?.give()
  await waitFor(async () => used().account === 2, { what: 'It has left' })
  const next = await queued(cast.owner, 1)
  running.give()
  await Promise.all([...rest, ...next].map(({ ended }) => ended))
  expect(next.map(({ lines }) => rowsOf(lines))).toEqual([[['1']]])
})

test('who waits is told of the crowd at most once in a second', async () => {
  const { client: other } = await cast.member('Developer')
  const running = await occupied(cast.owner)
  const [waiting] = await queued(other, 1)
  // Each of these changes the crowd.
  const { lines, told, ended } = waiting ?? running
  await waitFor(async () => told.length > 0, { what: 'It is told' })
  expect(ofType(lines, 'queued')[0]).toMatchObject({ ahead: 0, limit: 1, running: 1, keeping: 0 })
  const behind = await queued(cast.owner, 3)
  for (const { give } of behind) give()
  running.give()
  await ended
  await Promise.all(behind.map((one) => one.ended))
  const pauses = told.slice(1).map((at, index) => at - (told[index] ?? 0))
  expect(pauses.filter((ms) => ms < 900)).toEqual([])
})

/** Sends the same request many times at once from a thread of its own, then hangs up. */
const flood = /* JavaScript */ `
  const { workerData: { port, request, count }, parentPort } = require('node:worker_threads')
  const { connect } = require('node:net')
  let answered = 0
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  Promise.all(sockets.map((socket) => new Promise((resolve) => {
    socket.once('connect', resolve).on('error', () => {})
    socket.once('data', (data) => { if (String(data).startsWith('HTTP/1.1 429')) answered += 1 })
  }))).then(() => {
    parentPort.postMessage('begun')
    for (const socket of sockets) socket.write(request)
    setTimeout(() => {
      for (const socket of sockets) socket.destroy()
      parentPort.postMessage(answered)
    }, 1500)
  })`

function floodRequest(client: ConnectedClient, query: string): string {
  const body = JSON.stringify({ query })
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const connection = client.connections.get(cast.ref) ?? ''
  return [
    `POST /platform/pg-meta/${cast.ref}/query HTTP/1.1`,
    `host: ${new URL(cast.install.url).host}`,
    `cookie: ${cookie}`,
    `x-connection-encrypted: ${connection}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** Milliseconds that another account's request takes at most while the flood is answered. */
async function delayUnderFlood(other: ConnectedClient): Promise<{ ms: number; refused: number }> {
  const request = floodRequest(cast.owner, 'select pg_sleep(60)')
  const port = Number(new URL(cast.install.url).port)
  const worker = new Worker(flood, { eval: true, workerData: { port, request, count: 1000 } })
  let isOver = false
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const refused = new Promise<number>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (message: number | 'begun') => {
      if (message === 'begun') return begun()
      isOver = true
      resolve(message)
    })
  })
  await hasBegun
  let ms = 0
  while (!isOver) {
    const begin = performance.now()
    await other.call(profiles.get, {})
    ms = Math.max(ms, performance.now() - begin)
  }
  await waitFor(async () => used().project === 0, { what: 'Nobody waits any more' })
  return { ms, refused: await refused }
}

test('a thousand runs at once of one account delay others by a tenth of a second at most', async () => {
  const { client: other } = await cast.member('Developer')
  const tries: number[] = []
  // Whatever else the machine does only adds to it.
  while (tries.length < 4 && !tries.some((ms) => ms <= 100)) {
    const { ms, refused } = await delayUnderFlood(other)
    expect(refused).toBeGreaterThan(900)
    tries.push(Math.round(ms))
  }
  expect(Math.min(...tries), `ms: ${tries.join(', ')}`).toBeLessThanOrEqual(100)
})
