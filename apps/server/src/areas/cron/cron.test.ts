import { setTimeout as delay } from 'node:timers/promises'

import { readSchedule } from '@basalt/cron'
import { CronTimes } from '@basalt/cron/times'
import type { ProjectDatabase } from '@basalt/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createServices } from '../../install/install-services.ts'
import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { openVaultSession } from '../../vault/vault-session.ts'
import { cronTask } from './tick.ts'

let fixtures: ProjectFixtures
let db: ProjectDatabase
let now: Date
let added: number[]

const signal = new AbortController()
const workers: ReturnType<typeof cronTask>[] = []

beforeAll(async () => {
  fixtures = await projectFixtures()
  const { parts, store, engine } = fixtures.install
  db = await engine.open(fixtures.ref, 'owner')
  const jobs = {
    ...parts.jobs,
    async add({ payload }: { payload: object }) {
      added.push((payload as { at: number }).at)
    },
  }
  // Two workers of one install.
  for (const _ of [1, 2]) {
    workers.push(cronTask(createServices({ ...parts, store, engine, jobs, clock: () => now })))
  }
  await fixtures.run(
    'create extension pg_cron',
    'create role alice nologin',
    'create table effects (job text, at timestamptz default clock_timestamp())',
    'grant insert, select on effects to alice',
  )
})
afterAll(async () => {
  signal.abort()
  await fixtures.close()
})
beforeEach(async () => {
  added = []
  await fixtures.run('delete from cron.job', 'delete from cron.job_run_details', 'truncate effects')
})

type Options = { user?: string; zone?: string; overlap?: string; missed?: string; retries?: number }

/** Creates a job that has existed for a long time. */
async function schedule(name: string, [text, command]: [string, string], options: Options = {}) {
  const {
    user = 'postgres',
    zone = 'UTC',
    overlap = 'skip',
    missed = 'skip',
    retries = 0,
  } = options
  await db.query(`select cron.schedule_in_database($1, $2, $3, 'postgres', $4)`, [
    name,
    text,
    command,
    user,
  ])
  await db.query(
    `update cron.job_options o
     set time_zone = $2, overlap = $3, missed = $4, retries = $5 from cron.job j
     where j.jobid = o.jobid and j.jobname = $1`,
    [name, zone, overlap, missed, retries],
  )
  await db.query(`update cron.job_options set changed_at = '2020-01-01'`)
}

const setTime = async (time: string) => {
  now = new Date(time)
  await db.query('delete from cron.progress')
  await db.query('insert into cron.progress (until) values ($1)', [time])
}

const claim = { jobId: '1', workerId: 'test', attempt: 1 }
const tick = (worker = 0, at = now) =>
  workers[worker]?.run({ ref: fixtures.ref, at: at.getTime() }, signal.signal, claim)

type Run = {
  job: string
  status: string
  slot: string
  message: string | null
  reason: string | null
}

const listRuns = () =>
  db.query<Run>(
    `select j.jobname as job, r.status, to_char(r.slot at time zone 'UTC', 'MM-DD HH24:MI:SS') as slot,
       r.return_message as message, r.reason
     from cron.job_run_details r join cron.job j using (jobid) order by r.slot, j.jobname`,
  )

const finished = async () => {
  await expect
    .poll(
      () =>
        db.query(
          `select status from cron.job_run_details where status in ('waiting', 'starting', 'running')`,
        ),
      { timeout: 10_000, interval: 20 },
    )
    .toEqual([])
  return listRuns()
}

const effects = async () =>
  (await db.query<{ job: string }>('select job from effects order by at')).map(({ job }) => job)

const insert = (job: string) => `insert into effects (job) values ('${job}')`

describe('a job', () => {
  test('runs once for each slot with the rights of its user, although several workers look', async () => {
    await setTime('2026-05-01T10:00:00Z')
    await schedule('own', ['* * * * *', 'insert into effects (job) values (current_user)'], {
      user: 'alice',
    })
    await schedule('denied', ['* * * * *', 'delete from effects'], { user: 'alice' })
    now = new Date('2026-05-01T10:01:00Z')
    await Promise.all([tick(0), tick(1), tick(0)])
    expect(await finished()).toMatchObject([
      { job: 'denied', status: 'failed', message: expect.stringContaining('permission denied') },
      { job: 'own', status: 'succeeded', slot: '05-01 10:01:00', message: 'INSERT 1' },
    ])
    expect(await effects()).toEqual(['alice'])
    await tick()
    expect(added.at(-1)).toBe(Date.parse('2026-05-01T10:02:00Z'))
  })

  test('reads secrets of the vault only if its role may', async () => {
    await fixtures.run('create extension if not exists supabase_vault cascade')
    const { store, parts } = fixtures.install
    const session = await db.session()
    await openVaultSession({ ...parts, store }, { ref: fixtures.ref, role: 'postgres', session })
    await session.query(`select vault.create_secret('the secret', 'cron_test')`)
    await session.release()
    await setTime('2026-05-01T10:00:00Z')
    const read = `insert into effects (job)
      select decrypted_secret from vault.decrypted_secrets where name = 'cron_test'`
    await schedule('allowed', ['* * * * *', read])
    await schedule('refused', ['* * * * *', read], { user: 'alice' })
    await schedule(
      'key',
      ['* * * * *', insert("' || coalesce(current_setting('vault.key', true), '') || '")],
      {
        user: 'alice',
      },
    )
    await schedule('sent', ['* * * * *', ''], { user: 'alice' })
    await db.query(
      `update cron.job_options o set kind = 'http',
         request = '{"method": "GET", "url": "https://example.test/{{vault:cron_test}}"}'
       from cron.job j where j.jobid = o.jobid and j.jobname = 'sent'`,
    )
    now = new Date('2026-05-01T10:01:00Z')
    await tick()
    expect(await finished()).toMatchObject([
      { job: 'allowed', status: 'succeeded' },
      { job: 'key', status: 'succeeded' },
      { job: 'refused', status: 'failed', message: expect.stringContaining('permission denied') },
      {
        job: 'sent',
        status: 'failed',
        message: expect.stringContaining('may not read the secrets'),
      },
    ])
    expect((await effects()).toSorted()).toEqual(['', 'the secret'])
  })

  test('leaves nothing behind when it fails, and is tried again', async () => {
    await setTime('2026-05-01T10:00:00Z')
    await schedule('failing', ['* * * * *', `${insert('failing')}; select 1 / 0`], { retries: 1 })
    now = new Date('2026-05-01T10:01:00Z')
    await tick()
    const isRetried = () => listRuns().then(([run]) => run?.reason ?? '')
    await expect.poll(isRetried).toContain('Attempt 1 failed: ERROR: division by zero')
    await db.query(`update cron.job_run_details set due_at = null`)
    await tick(1)
    expect(await finished()).toMatchObject([
      { status: 'failed', message: 'ERROR: division by zero' },
    ])
    expect(await effects()).toEqual([])
  })

  test('of a dropped role or database fails alone, with the reason', async () => {
    await setTime('2026-05-01T10:00:00Z')
    await fixtures.run('create role retired nologin')
    await schedule('a', ['* * * * *', 'select 1'], { user: 'retired' })
    await schedule('b', ['* * * * *', insert('b')])
    await fixtures.run('drop role retired')
    await schedule('c', ['* * * * *', 'select 1'])
    await db.query(
      `select cron.alter_job(jobid, database := 'missing') from cron.job where jobname = 'c'`,
    )
    await db.query(`update cron.job_options set changed_at = '2020-01-01'`)
    now = new Date('2026-05-01T10:01:00Z')
    await tick()
    expect(await finished()).toMatchObject([
      { job: 'a', status: 'failed', message: 'The role retired does not exist.' },
      { job: 'b', status: 'succeeded' },
      { job: 'c', status: 'failed', message: 'This database does not exist.' },
    ])
  })

  test('that a lost worker ran is run by another one, and counts once', async () => {
    await setTime('2026-05-01T10:00:00Z')
    await schedule('slow', ['* * * * *', `select pg_sleep(0.6); ${insert('slow')}`])
    now = new Date('2026-05-01T10:01:00Z')
    await tick(0)
    const states = () => listRuns().then((runs) => runs.map(({ status }) => status))
    await expect.poll(states).toEqual(['running'])
    // Ticks look for lost runs.
    expect((added.at(-1) ?? 0) - now.getTime()).toBeLessThanOrEqual(2000)
    await db.query(`update cron.job_run_details set seen_at = now() - interval '1 minute'`)
    await tick(1)
    const [run] = await finished()
    expect(run).toMatchObject({
      status: 'succeeded',
      reason: 'Taken over from a worker that ended',
    })
    expect(await effects()).toEqual(['slow'])
  })

  test('starts within 2 s of its slot while 50 others hang', async () => {
    await setTime('2026-05-01T10:00:58Z')
    await fixtures.run('create role retired nologin')
    await schedule('each second', ['1 second', insert('each second')], { overlap: 'wait' })
    for (let number = 1; number <= 50; number += 1) {
      await schedule(`hangs ${number}`, ['* * * * *', 'select pg_sleep(600)'])
    }
    await schedule('dropped role', ['* * * * *', 'select 1'], { user: 'retired' })
    await fixtures.run('drop role retired')
    await schedule('new', ['* * * * *', insert('new')])
    const ticked: number[] = []
    for (const second of [-1, 0, 1, 2]) {
      now = new Date(Date.parse('2026-05-01T10:01:00Z') + second * 1000)
      ticked.push(Date.now())
      await tick(Math.abs(second % 2))
      await delay(1000)
    }
    const started = () =>
      db.query<{ at: Date }>(
        `select r.start_time as at from cron.job_run_details r join cron.job j using (jobid)
         where j.jobname = 'each second' and r.status = 'succeeded' order by r.slot`,
      )
    await expect.poll(() => started().then((runs) => runs.length)).toBe(4)
    const lags = (await started()).map(({ at }, index) => at.getTime() - (ticked[index] ?? 0))
    expect(Math.max(...lags)).toBeLessThan(2000)
    const states = await db.query(
      `select r.status, count(*)::int, bool_and(r.seen_at > r.start_time + interval '1 s') as kept
       from cron.job_run_details r join cron.job j using (jobid)
       where j.jobname like 'hangs%' group by 1 order by 1`,
    )
    expect(states).toEqual([
      { status: 'running', count: 6, kept: true },
      { status: 'waiting', count: 44, kept: expect.anything() },
    ])
    expect(await effects()).toContain('new')
    const [failed] = (await listRuns()).filter(({ job }) => job === 'dropped role')
    expect(failed).toMatchObject({ status: 'failed', message: 'The role retired does not exist.' })
    await fixtures.run('delete from cron.job', 'delete from cron.job_run_details')
    await db.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where query like '%pg_sleep(600)%'
         and pid <> pg_backend_pid()`,
    )
  })

  test('skips or keeps a slot during an earlier run, by its policy', async () => {
    await setTime('2026-05-01T10:00:00Z')
    const slow = (job: string) => `select pg_sleep(0.3); ${insert(job)}`
    await schedule('skips', ['* * * * *', slow('skips')])
    await schedule('waits', ['* * * * *', slow('waits')], { overlap: 'wait' })
    for (const minute of [1, 2]) {
      now = new Date(`2026-05-01T10:0${minute}:00Z`)
      await tick(minute - 1)
    }
    expect(await finished()).toMatchObject([
      { job: 'skips', status: 'succeeded' },
      { job: 'waits', status: 'succeeded' },
      { job: 'skips', status: 'skipped', reason: 'An earlier run of the job had not ended' },
      { job: 'waits', status: 'succeeded' },
    ])
  })
})

describe('slots that nothing ran', () => {
  test('are skipped or caught up, by the policy of the job, and repeat after no clock jump', async () => {
    await setTime('2026-05-01T10:00:00Z')
    for (const missed of ['skip', 'once', 'each']) {
      await schedule(missed, ['0 * * * *', insert(missed)], { missed })
    }
    now = new Date('2026-05-01T12:30:00Z')
    await tick()
    const runs = (await finished()).map(({ job, status, slot }) => `${slot} ${job} ${status}`)
    expect(runs).toEqual([
      '05-01 11:00:00 each succeeded',
      '05-01 11:00:00 once skipped',
      '05-01 11:00:00 skip skipped',
      '05-01 12:00:00 each succeeded',
      '05-01 12:00:00 once succeeded',
      '05-01 12:00:00 skip skipped',
    ])
    now = new Date('2026-05-01T11:00:00Z')
    await tick(1)
    expect(await listRuns()).toHaveLength(6)
  })
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
  await setTime(new Date(start).toISOString())
  await schedule('fixed', [fixed, insert('fixed')], { zone })
  await schedule('interval', ['*/15 * * * *', insert('interval')], { zone, overlap: 'wait' })
  for (let at = start; at <= end; at += stepMs) {
    now = new Date(at)
    // oxlint-disable-next-line no-await-in-loop -- time passes
    await tick((at / stepMs) % 2)
  }
  const runs = await finished()
  expect(runs.filter(({ status }) => status !== 'succeeded')).toEqual([])
  expect(runs.filter(({ job }) => job === 'fixed')).toHaveLength(1)
  const read = readSchedule('*/15 * * * *')
  const times = 'schedule' in read ? new CronTimes(read.schedule, zone) : null
  const expected = times?.between(new Date(start), new Date(end), 100).length
  expect(expected).toBe(12)
  const done = await effects()
  expect(done.filter((job) => job === 'interval')).toHaveLength(12)
  expect(done.filter((job) => job === 'fixed')).toHaveLength(1)
})
