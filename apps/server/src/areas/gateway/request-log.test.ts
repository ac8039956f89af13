import { randomUUID } from 'node:crypto'

import { type LoggedRequest, systemRequestLog } from '@basalt/gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { installMigrations } from '../../areas.ts'
import { systemQueries } from '../../gateway/system-queries.ts'
import { openStore, type OpenStore } from '../../store/store.ts'
import { systemDatabase } from '../../testing/system-database.ts'

let database: Awaited<ReturnType<typeof systemDatabase>>
let opened: OpenStore

beforeAll(async () => {
  database = await systemDatabase()
  opened = await openStore(database.address, { migrations: installMigrations })
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

/** The system database, which is away while `isAway` says so; the messages that are logged. */
function logWhile(isAway: () => boolean) {
  const messages: { message: string; details: Record<string, unknown> }[] = []
  const write = (details: Record<string, unknown>, message: string) =>
    void messages.push({ message, details })
  const real = systemQueries(opened.store)
  let requestCount = 0
  const query: typeof real.query = (text, values) => {
    requestCount += 1
    if (isAway()) throw new Error('The system database is away')
    return real.query(text, values)
  }
  const log = systemRequestLog({
    system: { query },
    log: { warn: write, error: write },
    maxWaiting: 20,
    maxPerProject: 5,
  })
  return { log, messages, countRequests: () => requestCount }
}

const request = (ref: string, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id: randomUUID(),
  ref,
  at: new Date(),
  method: 'GET',
  path: '/health',
  status: 200,
  durationMs: 1.5,
  requestId: randomUUID(),
  address: '127.0.0.1',
  ...more,
})

test('requests wait in bounded memory while the system database is away, and are written once it answers', async () => {
  let isAway = true
  const { log, messages, countRequests } = logWhile(() => isAway)
  const requests = Array.from({ length: 25 }, () => request('away'))
  for (const one of requests) log.record(one)
  await log.flush()
  expect(messages).toMatchObject([{ details: { waiting: 20 } }])
  log.record(request('away'))
  expect(countRequests()).toBe(1)

  isAway = false
  await log.flush()
  expect(messages[1]).toMatchObject({ details: { dropped: 6 } })
  const { requests: written } = await log.list('away', { limit: 100 })
  expect(written.map(({ id }) => id).toSorted()).toEqual(
    requests
      .slice(0, 20)
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('a request that is written a second time is there once', async () => {
  const { log } = logWhile(() => false)
  const one = request('twice')
  log.record(one)
  await log.flush()
  log.record(one)
  const { requests } = await log.list('twice', { limit: 10 })
  expect(requests).toEqual([one])
})

test('a project keeps its newest requests up to a number, and requests of nobody their own time', async () => {
  const { log } = logWhile(() => false)
  const now = Date.now()
  const at = (minutes: number) => new Date(now - minutes * 60_000)
  for (let age = 0; age < 8; age += 1) log.record(request('busy', { at: at(age) }))
  log.record(request('idle', { at: at(500) }))
  log.record(request('removed', { at: at(500) }))
  log.record(request('removed', { at: at(5) }))
  await log.flush()
  const forever = new Date(0)
  const kept = ['busy', 'idle', 'away', 'twice'].map((ref) => ({ ref, since: forever }))
  const before = (await log.list('away', { limit: 100 })).requests.length
  const removed = await log.removeOld(kept, at(60))
  expect(removed).toBe(3 + 1 + Math.max(0, before - 5))
  const ages = async (ref: string) =>
    (await log.list(ref, { limit: 100 })).requests.map((one) => (now - one.at.getTime()) / 60_000)
  expect(await ages('busy')).toEqual([0, 1, 2, 3, 4])
  expect(await ages('idle')).toEqual([500])
  expect(await ages('removed')).toEqual([5])
})
