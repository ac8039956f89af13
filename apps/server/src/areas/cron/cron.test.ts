import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { readSchedule } from '@basalt/cron'
import { CronTimes } from '@basalt/cron/times'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type CronFixtures, cronFixtures, insert } from '../../testing/cron-fixtures.ts'
import { trimHistory } from './ledger.ts'

let cron: CronFixtures

beforeAll(async () => {
  cron = await cronFixtures()
})
afterAll(() => cron.close())
beforeEach(() => cron.reset())

describe('a job', () => {
  test('runs once for each slot with the rights of its user, although several workers look', async () => {
    await cron.setTime('2026-05-01T10:00:00Z')
    await cron.schedule('own', ['* * * * *', 'insert into effects (job) values (current_user)'], {
      user: 'alice',
    })
    await cron.schedule('denied', ['* * * * *', 'delete from effects'], { user: 'alice' })
    cron.move('2026-05-01T10:01:00Z')
    await Promise.all([cron.tick(0), cron.tick(1), cron.tick(0)])
    expect(await cron.finished()).toMatchObject([
      { job: 'denied', status: 'failed', message: expect.stringContaining('permission denied') },
      { job: 'own', status: 'succeeded', slot: '05-01 10:01:00', message: 'INSERT 1' },
    ])
    expect(await cron.effects()).toEqual(['alice'])
    await cron.tick()
    expect(cron.nextTick()).toBe(Date.parse('2026-05-01T10:02:00Z'))
  })

  test('leaves nothing behind when it fails, and is tried again', async () => {
    await cron.setTime('2026-05-01T10:00:00Z')
    await cron.schedule('failing', ['* * * * *', `${insert('failing')}; select 1 / 0`], {
      retries: 1,
    })
    cron.move('2026-05-01T10:01:00Z')
    await cron.tick()
    const isRetried = () => cron.listRuns().then(([run]) => run?.reason ?? '')
    await expect.poll(isRetried).toContain('Attempt 1 failed: ERROR: division by zero')
    await cron.db.query(`update cron.job_run_details set due_at = null`)
    await cron.tick(1)
    expect(await cron.finished()).toMatchObject([
      { status: 'failed', message: 'ERROR: division by zero' },
    ])
    expect(await cron.effects()).toEqual([])
  })

  test('that keeps failing sends one email an hour, with its slot and message', async () => {
    await cron.setTime('2026-05-01T10:00:00Z')
    for (const name of ['reported', 'silent']) {
      await cron.schedule(name, ['* * * * *', 'select 1 / 0'])
    }
    await cron.db.query(
      `update cron.job_options o set alerts = true from cron.job j
       where j.jobid = o.jobid and jobname = 'reported'`,
    )
    for (const minute of [1, 2, 3]) {
      cron.move(`2026-05-01T10:0${minute}:00Z`)
      await cron.tick()
      await cron.finished()
      expect(await cron.reportFailures()).toHaveLength(1)
    }
    await cron.db.query(`update cron.job_run_details set reported_at = now() - interval '2 hours'
      where reported_at is not null`)
    const [second, first] = await cron.reportFailures()
    expect(first?.subject).toMatch(/^Failed: cron job reported \(/u)
    expect(first?.text).toContain('Due: 2026-05-01T10:01:00.000Z\nMessage: ERROR: division by zero')
    expect(second?.text).toContain('It failed 2 times since the last email.')
    expect(second?.text).toMatch(/^Runs: \S+\/integrations\/cron\?job=\d+$/mu)
  })

  test('with statements that no transaction permits runs outside of one', async () => {
    await cron.setTime('2026-05-01T10:00:00Z')
    await cron.schedule('vacuum', ['* * * * *', `${insert('a')}; /* now */ vacuum effects`])
    await cron.schedule('index', ['* * * * *', 'create index concurrently on effects (job)'])
    cron.move('2026-05-01T10:01:00Z')
    await cron.tick()
    expect(await cron.finished()).toMatchObject([
      { job: 'index', status: 'succeeded', message: 'CREATE INDEX' },
      { job: 'vacuum', status: 'succeeded', message: 'VACUUM' },
    ])
  })

  test('of a dropped role or database fails alone, with the reason', async () => {
    await cron.setTime('2026-05-01T10:00:00Z')
    await cron.run('create role retired nologin')
    await cron.schedule('a', ['* * * * *', 'select 1'], { user: 'retired' })
    await cron.schedule('b', ['* * * * *', insert('b')])
    await cron.run('drop role retired')
    await cron.schedule('c', ['* * * * *', 'select 1'])
    await cron.db.query(
      `select cron.alter_job(jobid, database := 'missing') from cron.job where jobname = 'c'`,
    )
    await cron.db.query(`update cron.job_options set changed_at = '2020-01-01'`)
    cron.move('2026-05-01T10:01:00Z')
    await cron.tick()
    expect(await cron.finished()).toMatchObject([
      { job: 'a', status: 'failed', message: 'The role retired does not exist.' },
      { job: 'b', status: 'succeeded' },
      { job: 'c', status: 'failed', message: 'This database does not exist.' },
    ])
  })

  test('that a lost worker ran is run by another one, and counts once', async () => {
    await cron.setTime('2026-05-01T10:00:00Z')
    await cron.schedule('slow', ['* * * * *', `select pg_sleep(0.6); ${insert('slow')}`])
    cron.move('2026-05-01T10:01:00Z')
    await cron.tick(0)
    const states = () => cron.listRuns().then((runs) => runs.map(({ status }) => status))
    await expect.poll(states).toEqual(['running'])
    // Ticks look for lost runs.
    expect((cron.nextTick() ?? 0) - cron.now().getTime()).toBeLessThanOrEqual(2000)
    await cron.db.query(`update cron.job_run_details set seen_at = now() - interval '1 minute'`)
    await cron.tick(1)
    const [run] = await cron.finished()
    expect(run).toMatchObject({
      status: 'succeeded',
      reason: 'Taken over from a worker that ended',
    })
    expect(await cron.effects()).toEqual(['slow'])
  })

  test('starts within 2 s of its slot while 50 others hang', async () => {
    await cron.setTime('2026-05-01T10:00:58Z')
    await cron.run('create role retired nologin')
    await cron.schedule('each second', ['1 second', insert('each second')], { overlap: 'wait' })
    for (let number = 1; number <= 50; number += 1) {
      await cron.schedule(`hangs ${number}`, ['* * * * *', 'select pg_sleep(600)'])
    }
    await cron.schedule('dropped role', ['* * * * *', 'select 1'], { user: 'retired' })
    await cron.run('drop role retired')
    await cron.schedule('new', ['* * * * *', insert('new')])
    const ticked: number[] = []
    for (const second of [-1, 0, 1, 2]) {
      cron.move(new Date(Date.parse('2026-05-01T10:01:00Z') + second * 1000).toISOString())
      ticked.push(Date.now())
      await cron.tick(Math.abs(second % 2))
      await delay(1000)
    }
    const started = () =>
      cron.db.query<{ at: Date }>(
        `select r.start_time as at from cron.job_run_details r join cron.job j using (jobid)
         where j.jobname = 'each second' and r.status = 'succeeded' order by r.slot`,
      )
    await expect.poll(() => started().then((runs) => runs.length)).toBe(4)
    const lags = (await started()).map(({ at }, index) => at.getTime() - (ticked[index] ?? 0))
    // The first slot was before the others, so it shows how slow the machine is.
    expect(Math.max(...lags)).toBeLessThan(2000 + 3 * (lags[0] ?? 0))
    const states = () =>
      cron.db.query(
        `select r.status, count(*)::int, bool_and(r.seen_at > r.start_time + interval '1 s') as kept
         from cron.job_run_details r join cron.job j using (jobid)
         where j.jobname like 'hangs%' group by 1 order by 1`,
      )
    await expect.poll(states).toEqual([
      { status: 'running', count: 6, kept: true },
      { status: 'waiting', count: 44, kept: expect.anything() },
    ])
    expect(await cron.effects()).toContain('new')
    const [failed] = (await cron.listRuns()).filter(({ job }) => job === 'dropped role')
    expect(failed).toMatchObject({ status: 'failed', message: 'The role retired does not exist.' })
    await cron.run('delete from cron.job', 'delete from cron.job_run_details')
    await cron.db.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where query like '%pg_sleep(600)%'
         and pid <> pg_backend_pid()`,
    )
  })

  test('skips or keeps a slot during an earlier run, by its policy', async () => {
    await cron.setTime('2026-05-01T10:00:00Z')
    const slow = (job: string) => `select pg_sleep(0.3); ${insert(job)}`
    await cron.schedule('skips', ['* * * * *', slow('skips')])
    await cron.schedule('waits', ['* * * * *', slow('waits')], { overlap: 'wait' })
    for (const minute of [1, 2]) {
      cron.move(`2026-05-01T10:0${minute}:00Z`)
      await cron.tick(minute - 1)
    }
    expect(await cron.finished()).toMatchObject([
      { job: 'skips', status: 'succeeded' },
      { job: 'waits', status: 'succeeded' },
      { job: 'skips', status: 'skipped', reason: 'An earlier run of the job had not ended' },
      { job: 'waits', status: 'succeeded' },
    ])
  })
})

describe('slots that nothing ran', () => {
  test('are skipped or caught up, by the policy of the job, and repeat after no clock jump', async () => {
    await cron.setTime('2026-05-01T10:00:00Z')
    for (const missed of ['skip', 'once', 'each']) {
      await cron.schedule(missed, ['0 * * * *', insert(missed)], { missed })
    }
    cron.move('2026-05-01T12:30:00Z')
    await cron.tick()
    const runs = (await cron.finished()).map(({ job, status, slot }) => `${slot} ${job} ${status}`)
    expect(runs).toEqual([
      '05-01 11:00:00 each succeeded',
      '05-01 11:00:00 once skipped',
      '05-01 11:00:00 skip skipped',
      '05-01 12:00:00 each succeeded',
      '05-01 12:00:00 once succeeded',
      '05-01 12:00:00 skip skipped',
    ])
    cron.move('2026-05-01T11:00:00Z')
    await cron.tick(1)
    expect(await cron.listRuns()).toHaveLength(6)
  })
})

describe('on the days on which clocks change', () => {
  const quarter = 15 * 60_000

  // The zone, a fixed time that is left out or repeated, and the moment of the change.
  test.each([
    ['America/New_York', '30 2 * * *', '2026-03-08T07:00:00Z'],
    ['America/New_York', '30 1 * * *', '2026-11-01T06:00:00Z'],
    ['Europe/Berlin', '30 2 * * *', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '30 2 * * *', '2026-10-25T01:00:00Z'],
    ['Australia/Lord_Howe', '15 2 * * *', '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '45 1 * * *', '2026-04-04T15:00:00Z'],
  ])('in %s, %s runs once and each interval once (%s)', async (zone, fixed, change) => {
    const begin = Date.parse(change) - 8 * quarter
    await cron.setTime(new Date(begin).toISOString())
    await cron.schedule('fixed', [fixed, insert('fixed')], { zone })
    await cron.schedule('interval', ['*/15 * * * *', insert('interval')], { zone })
    for (let step = 1; step <= 20; step += 1) {
      cron.move(new Date(begin + step * quarter).toISOString())
      await cron.tick(step % 2)
      await cron.finished()
    }
    const effects = await cron.effects()
    expect(effects.filter((job) => job === 'fixed')).toHaveLength(1)
    expect(effects.filter((job) => job === 'interval')).toHaveLength(20)
    const runs = await cron.listRuns()
    expect(new Set(runs.map(({ job, slot }) => `${job} ${slot}`)).size).toBe(21)
    expect(runs.every(({ status }) => status === 'succeeded')).toBe(true)
  })
})

describe('an HTTP job', () => {
  let receiver: Server
  let received: { path: string; key: string; method: string; body: string }[]
  let url: string

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const { url: path = '', method = '', headers } = request
        const isFirst = !received.some((one) => one.path === path)
        received.push({ path, method, body, key: String(headers['idempotency-key']) })
        if (path === '/hangs') return
        response.writeHead(path === '/recovers' && isFirst ? 503 : 201).end()
      })
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    received = []
  })
  afterAll(() => {
    receiver.closeAllConnections()
    receiver.close()
  })

  test('sends its slot as a key, has the status as its result, and is tried again', async () => {
    await cron.setTime('2026-05-01T10:00:00Z')
    for (const name of ['answers', 'recovers', 'hangs']) {
      await cron.schedule(name, ['* * * * *', ''], { retries: name === 'recovers' ? 1 : 0 })
      await cron.sends(name, { method: 'POST', url: `${url}/${name}`, body: 'text' })
    }
    await cron.db.query(
      `update cron.job_options o set timeout_ms = 300 from cron.job j
       where j.jobid = o.jobid and jobname = 'hangs'`,
    )
    cron.move('2026-05-01T10:01:00Z')
    await cron.tick()
    const isRetried = async () =>
      (await cron.listRuns()).find(({ job }) => job === 'recovers')?.reason ?? ''
    await expect.poll(isRetried).toBe('Attempt 1 failed: The receiver answered 503')
    await cron.db.query('update cron.job_run_details set due_at = null')
    await cron.tick(1)
    expect(await cron.finished()).toMatchObject([
      { job: 'answers', status: 'succeeded', message: 'HTTP 201' },
      { job: 'hangs', status: 'failed', message: 'It took longer than its timeout of 0.3 s' },
      { job: 'recovers', status: 'succeeded', message: 'HTTP 201' },
    ])
    const [id] = await cron.db.query<{ jobid: string }>(
      `select jobid::text from cron.job where jobname = 'recovers'`,
    )
    const key = `cron-${id?.jobid}-2026-05-01T10:01:00.000Z`
    const request = { path: '/recovers', method: 'POST', body: 'text', key }
    expect(received.filter(({ path }) => path === '/recovers')).toEqual([request, request])
  })
})

test('the step of the spend cap for jobs skips slots, with the reason', async () => {
  const { store } = cron.install
  const setStep = (spend_step: number) =>
    store.updateTable('subscriptions').set({ spend_step }).execute()
  await cron.setTime('2026-05-01T10:00:00Z')
  await cron.schedule('capped', ['* * * * *', insert('capped')])
  await setStep(110)
  cron.move('2026-05-01T10:01:00Z')
  await cron.tick()
  await setStep(0)
  expect(await cron.finished()).toMatchObject([
    { status: 'skipped', reason: 'The spend cap has stopped jobs' },
  ])
  cron.move('2026-05-01T10:02:00Z')
  await cron.tick()
  expect(await cron.finished()).toMatchObject([{ status: 'skipped' }, { status: 'succeeded' }])
})

test('a long absence leaves the latest 1,000 slots of a job', async () => {
  await cron.setTime('2026-05-01T10:00:00Z')
  await cron.schedule('often', ['* * * * *', insert('often')])
  cron.move('2026-05-03T10:00:30Z')
  await cron.tick()
  const runs = await cron.listRuns()
  expect(runs.length).toBeGreaterThan(900)
  expect(runs.length).toBeLessThanOrEqual(1000)
  expect(runs.slice(-2)).toMatchObject([
    { slot: '05-03 09:59:00', status: 'skipped', reason: 'Missed: nothing ran jobs at its time' },
    { slot: '05-03 10:00:00' },
  ])
  await cron.finished()
  expect(await cron.effects()).toEqual(['often'])
})

test('the history of a job has 30 days and 10,000 runs', async () => {
  await cron.schedule('often', ['0 0 1 1 *', 'select 1'])
  await cron.db.query(
    `insert into cron.job_run_details (jobid, status, slot)
     select jobid, 'succeeded', now() - number * interval '1 minute'
     from cron.job, generate_series(10010, 1, -1) number
     union all select jobid, 'running', now() - interval '40 days' from cron.job
     union all select jobid + 1, 'failed', now() - age * interval '1 day'
     from cron.job, unnest('{29,31}'::int[]) age`,
  )
  await trimHistory(cron.db)
  const left = await cron.db.query(
    `select status, count(*)::int, extract(day from now() - min(slot))::int as age
     from cron.job_run_details group by 1 order by 1`,
  )
  expect(left).toEqual([
    { status: 'failed', count: 1, age: 29 },
    { status: 'running', count: 1, age: 40 },
    { status: 'succeeded', count: 9999, age: 6 },
  ])
})

test.each([
  ['America/New_York', '2026-03-08T07:00Z', '30 2 * * *'],
  ['America/New_York', '2026-11-01T06:00Z', '30 1 * * *'],
  ['Europe/Zurich', '2026-03-29T01:00Z', '30 2 * * *'],
  ['Europe/Zurich', '2026-10-25T01:00Z', '30 2 * * *'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z', '45 1 * * *'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z', '15 2 * * *'],
])('clocks that change in %s at %s run each slot once', async (zone, change, fixed) => {
  const stepMs = 15 * 60_000
  const start = Date.parse(change) - 6 * stepMs
  const end = Date.parse(change) + 6 * stepMs
  await cron.setTime(new Date(start).toISOString())
  await cron.schedule('fixed', [fixed, insert('fixed')], { zone })
  await cron.schedule('interval', ['*/15 * * * *', insert('interval')], { zone, overlap: 'wait' })
  for (let at = start; at <= end; at += stepMs) {
    cron.move(new Date(at).toISOString())
    // oxlint-disable-next-line no-await-in-loop -- time passes
    await cron.tick((at / stepMs) % 2)
  }
  const runs = await cron.finished()
  expect(runs.filter(({ status }) => status !== 'succeeded')).toEqual([])
  expect(runs.filter(({ job }) => job === 'fixed')).toHaveLength(1)
  const read = readSchedule('*/15 * * * *')
  const times = 'schedule' in read ? new CronTimes(read.schedule, zone) : null
  const expected = times?.between(new Date(start), new Date(end), 100).length
  expect(expected).toBe(12)
  const done = await cron.effects()
  expect(done.filter((job) => job === 'interval')).toHaveLength(12)
  expect(done.filter((job) => job === 'fixed')).toHaveLength(1)
})
