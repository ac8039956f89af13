import { afterEach, beforeEach, expect, test } from 'vitest'

import { type Claim, claimHeld } from './claim.ts'
import { type Jobs, openJobs, type Task } from './jobs.ts'
import type { Log } from './log.ts'
import { claimInProcess } from './testing/jobs-child.ts'
import { queueDatabase, silent } from './testing/queue-database.ts'

let database: Awaited<ReturnType<typeof queueDatabase>>
let servers: Jobs[]

beforeEach(async () => {
  database = await queueDatabase()
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map((one) => one.close()))
  await database.drop()
})

function server(log: Log = silent): Jobs {
  const jobs = openJobs({ connection: database.address, log, stopMs: 500, pollMs: 200 })
  servers.push(jobs)
  return jobs
}

const addJob = (name: string, payload: object = {}) =>
  database.query('select graphile_worker.add_job($1, $2::json)', [name, payload])
const remainingJobs = () =>
  database.query<{ task_identifier: string; attempts: number; locked_by: string | null }>(
    'select task_identifier, attempts, locked_by from graphile_worker.jobs order by id',
  )
const soon = { timeout: 20_000, interval: 20 }
const every = '* * * * * *'

test('two servers run each job once', async () => {
  const done: unknown[] = []
  const task = { name: 'note', run: async (payload: unknown) => void done.push(payload) }
  for (const one of [server(), server()]) one.run({ schedules: [], tasks: [task] })
  for (let number = 0; number < 30; number += 1) await addJob('note', { number })
  await expect.poll(remainingJobs, soon).toEqual([])
  expect(done).toHaveLength(30)
  expect(new Set(done.map((payload) => JSON.stringify(payload))).size).toBe(30)
})

test('a running server takes over the job of a killed one within 10 s', async () => {
  await addJob('slow')
  const killed = await claimInProcess(database.address)
  const done: string[] = []
  const tasks = ['slow', 'other'].map((name) => ({ name, run: async () => void done.push(name) }))
  const second = server()
  second.run({ schedules: [], tasks })
  await addJob('other')
  await expect.poll(() => done, soon).toEqual(['other'])
  await expect.poll(remainingJobs, soon).toMatchObject([{ task_identifier: 'slow', attempts: 1 }])
  const before = performance.now()
  await killed.kill()
  await expect.poll(() => done, soon).toEqual(['other', 'slow'])
  expect(performance.now() - before).toBeLessThan(10_000)
  await expect.poll(remainingJobs, soon).toEqual([])
})

test('a running server takes over the job of a frozen one, which then completes nothing', async () => {
  await addJob('slow')
  const frozen = await claimInProcess(database.address)
  let started = 0
  let finish = () => undefined as void
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const run = async () => {
    started += 1
    await finished
  }
  server().run({ schedules: [], tasks: [{ name: 'slow', run }] })
  frozen.freeze()
  const before = performance.now()
  await expect.poll(() => started, soon).toBe(1)
  expect(performance.now() - before).toBeLessThan(10_000)
  frozen.thaw()
  await expect.poll(() => frozen.output(), soon).toContain('lost')
  expect(await remainingJobs()).toMatchObject([{ task_identifier: 'slow', attempts: 2 }])
  finish()
  await expect.poll(remainingJobs, soon).toEqual([])
  expect(started).toBe(1)
  await frozen.kill()
})

test('a run has lost its claim once its job is claimed again, also by the same worker', async () => {
  const claims: Claim[] = []
  let finish = () => undefined as void
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const run: Task['run'] = async (_payload, _signal, claim) => {
    claims.push(claim)
    if (claims.length === 1) await finished
  }
  const isHeld = async (claim: Claim | undefined) => {
    if (claim === undefined) return false
    const { text, values } = claimHeld(claim)
    return (await database.query(text, [...values])).length === 1
  }
  server().run({ schedules: [], tasks: [{ name: 'slow', run }] })
  await addJob('slow')
  await expect.poll(() => isHeld(claims[0]), soon).toBe(true)
  await database.query('select graphile_worker.force_unlock_workers(array[$1])', [
    claims[0]?.workerId,
  ])
  expect(await isHeld(claims[0])).toBe(false)
  await expect.poll(() => claims.length, soon).toBe(2)
  expect(claims[1]).toMatchObject({ jobId: claims[0]?.jobId, attempt: 2 })
  finish()
})

test('a failing job is logged, and run again after a pause', async () => {
  const logged: unknown[] = []
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 1) throw new Error('no luck')
  }
  server({ ...silent, error: (details: object) => void logged.push(details) }).run({
    schedules: [],
    tasks: [{ name: 'flaky', run }],
  })
  await addJob('flaky')
  await expect.poll(() => runs, soon).toBe(2)
  expect(logged).toEqual([{ err: new Error('no luck'), job: 'flaky' }])
  await expect.poll(remainingJobs, soon).toEqual([])
})

test('one of two servers runs each time of a schedule', async () => {
  const ticks: string[] = []
  const schedule = {
    name: 'tick',
    pattern: every,
    run: async () => {
      const [own] = await database.query<{ payload: { tick: string } }>(
        'select payload from graphile_worker._private_jobs where locked_by is not null',
      )
      ticks.push(own?.payload.tick ?? '')
    },
  }
  for (const one of [server(), server()]) one.run({ schedules: [schedule] })
  await expect.poll(() => ticks.length, soon).toBeGreaterThanOrEqual(4)
  expect(new Set(ticks).size).toBe(ticks.length)
})

test('a schedule never runs twice at once, and missed times do not pile up', async () => {
  let [running, most, runs] = [0, 0, 0]
  const run = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    running -= 1
    runs += 1
  }
  for (const one of [server(), server()])
    one.run({ schedules: [{ name: 'tick', pattern: every, run }] })
  await expect.poll(() => runs, soon).toBe(2)
  expect(most).toBe(1)
  expect((await remainingJobs()).length).toBeLessThanOrEqual(2)
})

test('stopping waits a bounded time for a job, and then leaves it to the next server', async () => {
  const first = server()
  let started = 0
  const run = async () => {
    started += 1
    if (started === 1) await new Promise(() => undefined)
  }
  first.run({ schedules: [], tasks: [{ name: 'endless', run }] })
  await addJob('endless')
  await expect.poll(() => started, soon).toBe(1)
  const before = performance.now()
  await first.close()
  expect(performance.now() - before).toBeLessThan(5000)
  expect(await remainingJobs()).toMatchObject([{ attempts: 1, locked_by: null }])
  server().run({ schedules: [], tasks: [{ name: 'endless', run }] })
  await expect.poll(remainingJobs, soon).toEqual([])
  expect(started).toBe(2)
})

test('a job of a key is added once, and jobs of a queue run one after another', async () => {
  const one = server()
  let running = 0
  const done: unknown[] = []
  const run = async (payload: unknown) => {
    running += 1
    expect(running).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    running -= 1
    done.push(payload)
  }
  one.run({ schedules: [], tasks: [{ name: 'build', run }] })
  const add = (number: number) =>
    one.add({ task: 'build', payload: { number }, key: `build ${number}`, queue: 'builds' })
  await Promise.all([1, 2, 3, 1, 2, 3].map(add))
  await expect.poll(remainingJobs, soon).toEqual([])
  expect(done).toHaveLength(3)
  expect(new Set(done.map((payload) => JSON.stringify(payload))).size).toBe(3)
})

test('a job with a time runs at it, without waiting for the next poll', async () => {
  const one = openJobs({ connection: database.address, log: silent, stopMs: 500, pollMs: 60_000 })
  servers.push(one)
  let ranAt = 0
  one.run({ schedules: [], tasks: [{ name: 'note', run: async () => void (ranAt = Date.now()) }] })
  const runAt = new Date(Date.now() + 1500)
  await one.add({ task: 'note', payload: {}, key: 'note', queue: 'notes', runAt })
  await expect.poll(() => ranAt, soon).toBeGreaterThan(0)
  expect(ranAt - runAt.getTime()).toBeLessThan(1000)
})

test('a job runs at its time although the server that added it was killed', async () => {
  const adding = openJobs({ connection: database.address, log: silent, stopMs: 500 })
  adding.run({ schedules: [] })
  const other = openJobs({
    connection: database.address,
    log: silent,
    stopMs: 500,
    pollMs: 60_000,
  })
  servers.push(other)
  let ranAt = 0
  const run = async () => void (ranAt = Date.now())
  other.run({ schedules: [], tasks: [{ name: 'note', run }] })
  const runAt = new Date(Date.now() + 3500)
  await adding.add({ task: 'note', payload: {}, key: 'note', queue: 'notes', runAt })
  await adding.close()
  await expect.poll(() => ranAt, soon).toBeGreaterThan(0)
  expect(ranAt - runAt.getTime()).toBeGreaterThanOrEqual(0)
  expect(ranAt - runAt.getTime()).toBeLessThan(500)
})

test('long jobs leave room for others, and end when the server stops', async () => {
  const one = server()
  let [running, isShortDone] = [0, false]
  const hold = async (_: unknown, signal: AbortSignal) => {
    running += 1
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The server is shutting down')))
    })
  }
  one.run({
    schedules: [],
    tasks: [
      { name: 'long', isLong: true, run: hold },
      { name: 'short', run: async () => void (isShortDone = true) },
    ],
  })
  const add = (task: string, queue: string) => one.add({ task, payload: {}, key: queue, queue })
  for (const queue of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await add('long', queue)
  await expect.poll(() => running, soon).toBeGreaterThanOrEqual(4)
  await add('short', 'short')
  await expect.poll(() => isShortDone, soon).toBe(true)
  expect(running).toBe(4)
  await one.close()
  const left = await remainingJobs()
  expect(left).toHaveLength(7)
  expect(left.filter(({ locked_by }) => locked_by !== null)).toEqual([])
})

test('jobs continue after all connections were lost', async () => {
  let runs = 0
  const run = async () => void (runs += 1)
  server().run({ schedules: [], tasks: [{ name: 'note', run }] })
  await addJob('note')
  await expect.poll(() => runs, soon).toBe(1)
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await addJob('note')
  await expect.poll(() => runs, soon).toBe(2)
})

test('an unavailable database is tried again until the server stops', async () => {
  const logged: unknown[] = []
  const away = openJobs({
    connection: { host: '/nowhere' },
    log: { ...silent, error: (details: object) => void logged.push(details) },
    stopMs: 500,
  })
  away.run({ schedules: [] })
  await expect.poll(() => logged.length, soon).toBe(1)
  await away.close()
})
