import { readSchedule } from '@basalt/cron'
import type { ProjectDatabase } from '@basalt/engine'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'

let fixtures: ProjectFixtures
let db: ProjectDatabase

beforeAll(async () => {
  fixtures = await projectFixtures()
  db = await fixtures.install.engine.open(fixtures.ref, 'owner')
  await db.query('create extension pg_cron')
  await db.query('create role alice nologin')
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
