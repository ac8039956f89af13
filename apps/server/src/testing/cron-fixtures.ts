import type { ProjectDatabase } from '@basalt/engine'
import { expect } from 'vitest'

import { tickChangedProjects } from '../areas/cron/changed-jobs.ts'
import { failureMailTask } from '../areas/cron/failure-mail.ts'
import { cronTask } from '../areas/cron/tick.ts'
import { createServices } from '../install/install-services.ts'
import { listMails } from '../mail/outbox-store.ts'
import { projectFixtures } from './project-fixtures.ts'

export type CronFixtures = Awaited<ReturnType<typeof cronFixtures>>

type Options = { user?: string; zone?: string; overlap?: string; missed?: string; retries?: number }

type Run = {
  job: string
  status: string
  slot: string
  message: string | null
  reason: string | null
}

const claim = { jobId: '1', workerId: 'test', attempt: 1 }

/** A project with cron, whose jobs two workers of one install run at simulated times. */
export async function cronFixtures() {
  const fixtures = await projectFixtures()
  const { parts, store, engine } = fixtures.install
  const db = await engine.open(fixtures.ref, 'owner')
  const signal = new AbortController()
  let now = new Date()
  let added: number[] = []
  const jobs = {
    ...parts.jobs,
    async add({ payload }: { payload: object }) {
      if ('at' in payload) added.push((payload as { at: number }).at)
    },
  }
  const services = () => createServices({ ...parts, store, engine, jobs, clock: () => now })
  const workers = [1, 2].map(() => cronTask(services()))
  const mailTask = failureMailTask(services())
  await fixtures.run(
    'create extension pg_cron',
    'create role alice nologin',
    'create table effects (job text, at timestamptz default clock_timestamp())',
    'grant insert, select on effects to alice',
  )
  return {
    ...fixtures,
    db,
    ...jobsOf(db),
    /** The time of the next tick. */
    nextTick: () => added.at(-1),
    now: () => now,
    move(time: string) {
      now = new Date(time)
    },
    /** Nothing before this time is missed. */
    async setTime(time: string) {
      now = new Date(time)
      await db.query('delete from cron.progress')
      await db.query('insert into cron.progress (until) values ($1)', [time])
    },
    tick: (worker = 0) =>
      workers[worker]?.run({ ref: fixtures.ref, at: now.getTime() }, signal.signal, claim),
    tickChanged: () => tickChangedProjects(services()),
    /** Sends the emails that are due, and answers all about failures so far. */
    async reportFailures() {
      await mailTask.run({ ref: fixtures.ref }, signal.signal, claim)
      const mails = await listMails(store)
      return mails.filter(({ subject }) => subject.startsWith('Failed: '))
    },
    async reset() {
      added = []
      await fixtures.run(
        'delete from cron.job',
        'delete from cron.job_run_details',
        'truncate effects',
      )
    },
    async close() {
      signal.abort()
      await fixtures.close()
    },
  }
}

const jobsOf = (db: ProjectDatabase) => ({
  schedule: (name: string, job: [string, string], options?: Options) =>
    schedule(db, { name, job, ...options }),
  /** Makes a job send a request. */
  sends: (name: string, request: object) =>
    db.query(
      `update cron.job_options o set kind = 'http', request = $2::jsonb
       from cron.job j where j.jobid = o.jobid and j.jobname = $1`,
      [name, JSON.stringify(request)],
    ),
  listRuns: () => listRuns(db),
  /** The runs, when all have ended. */
  async finished() {
    await expect
      .poll(
        () =>
          db.query(
            `select status from cron.job_run_details where status in ('waiting', 'starting', 'running')`,
          ),
        { timeout: 10_000, interval: 20 },
      )
      .toEqual([])
    return listRuns(db)
  },
  async effects() {
    const rows = await db.query<{ job: string }>('select job from effects order by at')
    return rows.map(({ job }) => job)
  },
})

type NewJob = Options & { name: string; job: [string, string] }

/** Creates a job that has existed for a long time. */
async function schedule(db: ProjectDatabase, { name, job: [text, command], ...options }: NewJob) {
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

const listRuns = (db: ProjectDatabase) =>
  db.query<Run>(
    `select j.jobname as job, r.status, to_char(r.slot at time zone 'UTC', 'MM-DD HH24:MI:SS') as slot,
       r.return_message as message, r.reason
     from cron.job_run_details r join cron.job j using (jobid) order by r.slot, j.jobname`,
  )

/** The statement of a job that shows that it ran. */
export const insert = (job: string) => `insert into effects (job) values ('${job}')`
