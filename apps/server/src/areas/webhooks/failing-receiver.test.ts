import type { ProjectDatabase } from '@basalt/engine'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { webhookFixtures, type WebhookFixtures } from '../../testing/webhook-fixtures.ts'

let fixtures: WebhookFixtures

beforeAll(async () => {
  fixtures = await webhookFixtures()
})
afterEach(() => {
  fixtures.failing.length = 0
  return fixtures.clear()
})
afterAll(() => fixtures.close())

const run = (statement: string) => fixtures.db.query(statement)
const soon = { timeout: 10_000, interval: 20 }
const waiting = () =>
  fixtures.db
    .query<{ count: number }>('select count(*)::int as count from supabase_functions.outbox')
    .then(([row]) => row?.count)

test('a receiver that fails again and again is probed by single events, and deliveries resume', async () => {
  const receiver = await fixtures.receiver()
  let isBroken = true
  receiver.answer((_, response) => void response.writeHead(isBroken ? 500 : 200).end())
  await fixtures.hook('pauses', receiver.url, { maxAttempts: 20 })
  fixtures.deliver({ retryMs: 5, probeMs: 150 })
  await run('insert into pauses select generate_series(1, 100)')
  await expect.poll(() => fixtures.failing, soon).toEqual(['The receiver answered 500'])
  const atPause = receiver.arrivals.length
  expect(atPause).toBeLessThan(70)
  await expect.poll(() => receiver.arrivals.length, soon).toBeGreaterThan(atPause)
  expect(receiver.arrivals.length).toBeLessThan(75)
  const [paused] =
    await run(`select failing_since is not null as fails from supabase_functions.hook_settings
    where hook = 'pauses_hook'`)
  expect(paused).toEqual({ fails: true })
  isBroken = false
  await expect.poll(waiting, soon).toBe(0)
  expect(new Set(receiver.arrivals.map(({ row }) => row['id'])).size).toBe(100)
  expect(fixtures.failing).toHaveLength(1)
  await expect
    .poll(
      () =>
        run(`select failures, failing_since from supabase_functions.hook_settings
      where hook = 'pauses_hook'`),
      soon,
    )
    .toEqual([{ failures: 0, failing_since: null }])
})

/** The database; after `read`, one list of its hooks is kept back until `answer` is called. */
function withLateHooks(db: ProjectDatabase) {
  let isArmed = false
  let answer = () => {}
  let onRead = () => {}
  const read = new Promise<void>((resolve) => (onRead = resolve))
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const query: ProjectDatabase['query'] = async (statement, ...rest) => {
    const rows = await db.query(statement, ...rest)
    if (isArmed && statement.includes('pg_trigger')) {
      isArmed = false
      onRead()
      await answered
    }
    return rows as never
  }
  const late = new Proxy(db, {
    get: (target, name) => {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    db: late,
    answer,
    read: () => {
      isArmed = true
      return read
    },
  }
}

test('settings that were read before the receiver failed do not end its pause', async () => {
  const receiver = await fixtures.receiver()
  const held: (() => void)[] = []
  let isHolding = true
  receiver.answer((_, response) => {
    const fail = () => void response.writeHead(500).end()
    if (isHolding) held.push(fail)
    else fail()
  })
  await fixtures.hook('late', receiver.url, { maxAttempts: 20, timeoutMs: 30_000 })
  const late = withLateHooks(fixtures.db)
  fixtures.deliver({ retryMs: 5, probeMs: 150, db: late.db })
  await run('insert into late select generate_series(1, 200)')
  await expect.poll(() => held.length, soon).toBe(50)
  await late.read()
  isHolding = false
  for (const fail of held) fail()
  await expect.poll(() => fixtures.failing, soon).toEqual(['The receiver answered 500'])
  late.answer()
  await expect.poll(() => receiver.arrivals.length, soon).toBeGreaterThan(51)
  expect(receiver.arrivals.length).toBeLessThan(60)
  expect(fixtures.failing).toHaveLength(1)
})
