import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { cron as routes, type CronJobBody } from '@basalt/contract/cron/cron'
import { audit } from '@basalt/contract/organization/audit'
import { readSchedule } from '@basalt/cron'
import type { ProjectDatabase } from '@basalt/engine'
import { waitFor } from '@basalt/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type CronFixtures, cronFixtures, insert } from '../../testing/cron-fixtures.ts'

let fixtures: CronFixtures
let db: ProjectDatabase

beforeAll(async () => {
  fixtures = await cronFixtures()
  db = fixtures.db
  await db.query('grant usage on schema cron to alice')
})
afterAll(() => fixtures.close())

const one = async (text: string) => (await db.text(`select ${text}`)).rows[0]?.[0]

describe('the functions of pg_cron', () => {
  test('create, change and delete jobs', async () => {
    const id = await one(`cron.schedule('nightly', '0 3 * * *', 'vacuum')`)
    expect(await one(`cron.schedule('nightly', '0 4 * * *', 'vacuum')`)).toBe(id)
    await one(`cron.alter_job(${id}, active := false)`)
    expect(await db.query('select schedule, active, username, database from cron.job')).toEqual([
      { schedule: '0 4 * * *', active: false, username: 'postgres', database: 'postgres' },
    ])
    expect(await db.query('select overlap, time_zone from cron.job_options')).toEqual([
      { overlap: 'skip', time_zone: 'GMT' },
    ])
    expect(await one(`cron.unschedule('nightly')`)).toBe('t')
    await expect(one(`cron.unschedule(${id})`)).rejects.toThrow('could not find valid entry')
    await expect(one(`cron.schedule('5/10 * * * *', 'select 1')`)).rejects.toThrow(
      'invalid schedule: 5/10 * * * *',
    )
  })

  test('create and change jobs that begin soon, not only at the next minute', async () => {
    for (const statement of [
      `select cron.schedule('soon', '1 second', $$${insert('soon')}$$)`,
      `update cron.job set schedule = '2 seconds'`,
    ]) {
      await fixtures.setTime(new Date().toISOString())
      await fixtures.run(statement)
      const before = fixtures.nextTick()
      await fixtures.tickChanged()
      expect(fixtures.nextTick()).not.toBe(before)
      fixtures.move(new Date(Date.now() + 2500).toISOString())
      await fixtures.tick()
      const next = fixtures.nextTick()
      await fixtures.tickChanged()
      expect(fixtures.nextTick()).toBe(next)
      expect(await fixtures.finished()).toContainEqual(
        expect.objectContaining({ job: 'soon', status: 'succeeded' }),
      )
    }
    await fixtures.reset()
  })

  test('show and change only the jobs of their user', async () => {
    await one(`cron.schedule('ours', '* * * * *', 'select 1')`)
    const alice = await fixtures.install.engine.openAs(fixtures.ref, 'alice')
    await alice.query(`select cron.schedule('hers', '1 second', 'select 2')`)
    expect(await alice.query('select jobname from cron.job')).toEqual([{ jobname: 'hers' }])
    await expect(alice.query(`select cron.unschedule('ours')`)).rejects.toThrow('valid entry')
    await expect(
      alice.query(`select cron.schedule_in_database('x', '* * * * *', '', 'postgres', 'postgres')`),
    ).rejects.toThrow(/owner of the extension|row-level security/u)
    await expect(alice.query(`update cron.job set username = 'postgres'`)).rejects.toThrow('owner')
    await expect(alice.query('select * from cron.progress')).rejects.toThrow('permission denied')
    expect(await db.query('select jobname from cron.job order by 1')).toEqual([
      { jobname: 'hers' },
      { jobname: 'ours' },
    ])
    await db.query('delete from cron.job')
  })

  test('accept the schedules that the server reads, and no others', async () => {
    const part = fc.oneof(
      fc.constantFrom('*', '$', '*/5', '1-5', '5/2', '0', '7', 'mon', 'feb', 'fri-sat', '31', '60'),
      fc.string({
        unit: fc.constantFrom('0', '2', '9', '*', '/', '-', ',', '$', 'a', 'n'),
        maxLength: 5,
      }),
    )
    const fields = fc.array(part, { minLength: 4, maxLength: 6 }).map((parts) => parts.join(' '))
    const plausible = fc.array(fc.constantFrom('*', '1', '*/2', '3-9', '1,$', '30', '2'), {
      minLength: 5,
      maxLength: 5,
    })
    const texts = fc.oneof(
      fields,
      plausible.map((parts) => parts.join(' ')),
      fc.integer({ min: 0, max: 70 }).map((count) => `${count} seconds`),
      fc.constantFrom(
        '@daily',
        '@reboot',
        ' @Hourly ',
        '1 second',
        '30SECONDS',
        '0 0 31 2,4 *',
        '',
      ),
    )
    const samples = fc.sample(texts, 600)
    const { rows } = await db.text('select cron._is_schedule(t) from unnest($1::text[]) t', [
      samples,
    ])
    const differing = samples.filter(
      (text, at) => (rows[at]?.[0] === 't') !== 'schedule' in readSchedule(text),
    )
    expect(differing).toEqual([])
  })
})

describe('the calls', () => {
  const body = (change: Partial<CronJobBody> = {}): CronJobBody => ({
    name: 'daily report',
    schedule: '30 2 * * *',
    kind: 'sql',
    command: 'select 1',
    request: null,
    username: 'postgres',
    is_active: true,
    time_zone: 'Europe/Zurich',
    timeout_ms: 60_000,
    overlap: 'skip',
    missed: 'once',
    retries: 2,
    alerts: true,
    ...change,
  })
  const params = () => ({ ref: fixtures.ref })
  const list = (query: { search?: string; after?: string; id?: string } = {}) =>
    fixtures.owner.call(routes.list, { params: params(), query })

  test('create, change, start, pause and delete a job', async () => {
    const { owner } = fixtures
    const { id } = await owner.call(routes.create, { params: params(), body: body() })
    const job = { ...params(), id }
    await expect(
      owner.call(routes.create, { params: params(), body: body() }),
    ).rejects.toMatchObject({
      kind: 'conflict',
      fields: { name: 'Another job of this role has this name' },
    })
    const [found] = (await list()).jobs
    expect(found).toMatchObject({
      ...body(),
      id,
      description: 'every day at 02:30',
      is_fixed: true,
    })
    expect(Date.parse(found?.next_at ?? '')).toBeGreaterThan(Date.now())
    const request = { method: 'POST' as const, url: 'http://example.test/hook', headers: {} }
    const http = body({ kind: 'http', command: '', request, name: 'ping' })
    await owner.call(routes.update, { params: job, body: http })
    await owner.call(routes.setActive, { params: job, body: { is_active: false } })
    expect((await list()).jobs).toMatchObject([
      { name: 'ping', kind: 'http', request, is_active: false, next_at: null },
    ])
    await owner.call(routes.start, { params: job, body: {} })
    expect(await owner.call(routes.runs, { params: job, query: {} })).toMatchObject([
      { status: 'waiting', reason: 'Started by hand', started_at: null },
    ])
    await owner.call(routes.remove, { params: job })
    expect((await list()).jobs).toEqual([])
    await expect(owner.call(routes.remove, { params: job })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })

  test('list 1,000 jobs in pages by name, and search all of them', async () => {
    await fixtures.reset()
    await db.query(
      `insert into cron.job (jobname, schedule, command)
       select case when number % 250 > 0 then 'job ' || number % 7 || ' ' || number end,
         '0 0 1 1 *', 'select ' || number
       from pg_catalog.generate_series(1, 1000) number`,
    )
    const first = await list()
    expect([first.jobs.length, first.has_more]).toEqual([100, true])
    const listed = first.jobs.map(({ id }) => id)
    for (let hasMore = true; hasMore;) {
      const page = await list({ after: listed.at(-1) ?? '' })
      listed.push(...page.jobs.map(({ id }) => id))
      hasMore = page.has_more
    }
    const ordered = await db.query<{ id: string }>(
      `select jobid::text as id from cron.job
       order by coalesce(jobname, 'Job ' || jobid), jobid`,
    )
    expect(listed).toEqual(ordered.map(({ id }) => id))
    const found = await list({ search: ' SELECT 577 ' })
    expect(found).toMatchObject({ jobs: [{ command: 'select 577' }], has_more: false })
    expect((await list({ search: '%' })).jobs).toEqual([])
    expect((await list({ id: listed[900] ?? '' })).jobs).toMatchObject([{ id: listed[900] }])
    const later = await list({ search: 'job 3 ', after: listed[500] ?? '' })
    expect(later.jobs[0]?.name).toMatch(/^job 3 /u)
    await fixtures.reset()
  })

  test('stop a statement and a request that are running, for good', async () => {
    await fixtures.reset()
    await fixtures.setTime('2026-05-01T10:00:00Z')
    let asked = 0
    const receiver = createServer((request) => {
      asked += 1
      request.socket.once('close', () => (asked -= 1))
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    await fixtures.schedule('sql', ['* * * * *', `${insert('sql')}; select pg_sleep(600)`], {
      retries: 2,
    })
    await fixtures.schedule('request', ['* * * * *', ''], { retries: 2 })
    await fixtures.sends('request', { method: 'GET', url, headers: {} })
    fixtures.move('2026-05-01T10:01:00Z')
    await fixtures.tick()
    const running = () =>
      db.query<{ id: string; run: string }>(
        `select jobid::text as id, runid::text as run from cron.job_run_details
         where status = 'running'`,
      )
    await waitFor(async () => (await running()).length === 2 && asked === 1, {
      what: 'both run',
    })
    const reader = (await fixtures.member('Read-only')).client
    for (const { id, run } of await running()) {
      const stopped = { params: { ...params(), id, run }, body: {} }
      await expect(reader.call(routes.stop, stopped)).rejects.toMatchObject({ kind: 'forbidden' })
      await fixtures.owner.call(routes.stop, stopped)
      await expect(fixtures.owner.call(routes.stop, stopped)).rejects.toMatchObject({
        kind: 'conflict',
        message: 'This run has ended already: it is failed',
      })
    }
    await waitFor(() => asked === 0, { what: 'the request ends' })
    const sessions = `select from pg_stat_activity
      where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()`
    await waitFor(async () => (await db.query(sessions)).length === 0, { what: 'the session ends' })
    await fixtures.tick(1)
    const { rows } = await fixtures.owner.call(audit.list, {
      params: { slug: fixtures.organization.slug },
      query: {},
    })
    const stops = rows.filter(({ action }) => action === 'cron_job.run_stopped')
    expect(stops).toHaveLength(2)
    const message = `Stopped by ${stops[0]?.actor.name}`
    expect(await fixtures.finished()).toMatchObject([
      { job: 'request', status: 'failed', message, reason: null },
      { job: 'sql', status: 'failed', message, reason: null },
    ])
    expect(await fixtures.effects()).toEqual([])
    receiver.close()
  })

  test('stop a run that waits for its place or for another attempt', async () => {
    await fixtures.reset()
    await fixtures.setTime('2026-05-01T10:00:00Z')
    await fixtures.schedule('again', ['* * * * *', 'select 1 / 0'], { retries: 9 })
    await fixtures.schedule('later', ['0 0 1 1 *', 'select 1'])
    await db.query(
      `insert into cron.job_run_details (jobid, database, username, command, status, slot, due_at)
       select jobid, database, username, command, 'waiting', '2026-05-01T10:02Z', 'infinity'
       from cron.job where jobname = 'later'`,
    )
    fixtures.move('2026-05-01T10:01:00Z')
    await fixtures.tick()
    const waiting = () =>
      db.query<{ id: string; run: string }>(
        `select jobid::text as id, runid::text as run from cron.job_run_details
         where status = 'waiting' and (attempt > 1 or due_at = 'infinity')`,
      )
    await waitFor(async () => (await waiting()).length === 2, { what: 'both wait' })
    for (const { id, run } of await waiting()) {
      await fixtures.owner.call(routes.stop, { params: { ...params(), id, run }, body: {} })
    }
    expect(await fixtures.finished()).toMatchObject([
      { job: 'again', status: 'failed', message: expect.stringMatching(/^Stopped by /u) },
      { job: 'later', status: 'skipped', reason: expect.stringMatching(/^Stopped by /u) },
    ])
  })

  test('started by hand run although the job is paused, and not after it is deleted', async () => {
    await fixtures.reset()
    await fixtures.setTime('2026-05-01T10:00:00Z')
    await fixtures.schedule('paused', ['0 0 1 1 *', insert('paused')])
    await fixtures.schedule('deleted', ['0 0 1 1 *', insert('deleted')])
    await db.query(
      `insert into cron.job_run_details (jobid, database, username, command, status, slot, reason)
       select jobid, database, username, command, 'waiting', '2026-05-01T10:00Z', 'Started by hand'
       from cron.job`,
    )
    await db.query(`update cron.job set active = false`)
    await db.query(`delete from cron.job where jobname = 'deleted'`)
    await fixtures.tick()
    await fixtures.finished()
    expect(await db.query('select status from cron.job_run_details order by runid')).toEqual(
      expect.arrayContaining([{ status: 'succeeded' }, { status: 'skipped' }]),
    )
    expect(await fixtures.effects()).toEqual(['paused'])
  })

  test('refuse a schedule, a time zone and a private address at their fields', async () => {
    const create = (change: Partial<CronJobBody>) =>
      fixtures.owner.call(routes.create, { params: params(), body: body(change) })
    const request = { method: 'GET' as const, url: 'https://10.0.0.1/', headers: {} }
    await expect(
      create({ schedule: '61 * * * *', time_zone: 'Mars/Olympus', kind: 'http', request }),
    ).rejects.toMatchObject({
      kind: 'invalid_request',
      fields: {
        schedule: 'The minute 61 is not between 0 and 59',
        time_zone: 'Choose a time zone',
        'request.url': expect.any(String),
      },
    })
  })

  test('show that a private address was not asked, over http too', async () => {
    await fixtures.reset()
    await fixtures.schedule('inside', ['0 0 1 1 *', ''])
    await fixtures.sends('inside', { method: 'GET', url: 'http://10.0.0.1/', headers: {} })
    const [job] = (await list()).jobs
    const path = { ...params(), id: job?.id ?? '' }
    await fixtures.owner.call(routes.start, { params: path, body: {} })
    await fixtures.tick()
    await fixtures.finished()
    expect(await fixtures.owner.call(routes.runs, { params: path, query: {} })).toMatchObject([
      {
        status: 'failed',
        message:
          '10.0.0.1 is not on the Internet, so it cannot be asked from here. The operator of this installation can allow it',
      },
    ])
    await fixtures.reset()
  })

  test('list jobs whose requests SQL wrote in another form', async () => {
    for (const request of [{ url: 'http://example.test/' }, { url: 7 }, []]) {
      await one(`cron.schedule('written', '0 3 * * *', '')`)
      await fixtures.sends('written', request)
      const { jobs } = await fixtures.owner.call(routes.list, { params: params(), query: {} })
      const found = jobs.find(({ name }) => name === 'written')
      expect(found?.request).toMatchObject({ method: 'GET', headers: {} })
    }
    await one(`cron.unschedule('written')`)
  })

  test('refuse changes by a reader, who sees the jobs', async () => {
    const { client } = await fixtures.member('Read-only')
    const { kind, roles } = await client.call(routes.list, { params: params(), query: {} })
    expect([kind, roles]).toEqual(['own', expect.arrayContaining(['alice', 'postgres'])])
    await expect(
      client.call(routes.create, { params: params(), body: body() }),
    ).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('read words, and show the next times on days on which clocks change', async () => {
    const preview = (text: string, zone = 'America/New_York') =>
      fixtures.owner.call(routes.preview, {
        params: params(),
        query: { text, time_zone: zone },
      })
    const words = await preview('every weekday at 8:30')
    expect(words).toMatchObject({ schedule: '30 8 * * 1-5', is_fixed: true, error: null })
    expect(words.next).toHaveLength(5)
    expect(await preview('30 seconds')).toMatchObject({ description: 'every 30 seconds' })
    // Another program would read six fields as a schedule with seconds.
    expect(await preview('0 0 1 1 1 1')).toMatchObject({
      schedule: null,
      error: expect.any(String),
    })
    expect((await preview('5/10 * * * *')).error).toContain('has a step without a range')
    expect((await preview('now and then')).error).toContain('is not understood')
    // Only the zone is wrong, so a save refuses nothing else.
    expect(await preview('every weekday at 8:30', 'Mars/Base')).toMatchObject({
      schedule: '30 8 * * 1-5',
      next: [],
      error: 'Mars/Base is not a time zone',
    })
  })
})
