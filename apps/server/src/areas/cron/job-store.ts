import {
  type CronJobBody,
  type CronRequest,
  cronRequest,
  type CronRun,
  type CronRunStatus,
} from '@basalt/contract/cron/cron'
import type { Queryable } from '@basalt/engine'
import { z } from 'zod/mini'

export type CronKind = 'absent' | 'own' | 'original'

export async function readCronKind(db: Queryable): Promise<CronKind> {
  const [found] = await db.query<{ own: boolean; has_jobs: boolean }>(
    `select pg_catalog.to_regclass('cron.job_options') is not null as own,
       pg_catalog.to_regclass('cron.job') is not null as has_jobs`,
  )
  if (found?.own === true) return 'own'
  return found?.has_jobs === true ? 'original' : 'absent'
}

export type JobRow = {
  id: string
  name: string | null
  schedule: string
  command: string
  username: string
  database: string
  is_active: boolean
  time_zone: string
  timeout_ms: number
  overlap: CronJobBody['overlap']
  missed: CronJobBody['missed']
  retries: number
  alerts: boolean
  kind: 'sql' | 'http'
  request: CronRequest | null
  last_status: CronRunStatus | null
  last_at: Date | null
  last_message: string | null
}

const ownOptions = `o.time_zone, o.timeout_ms, o.overlap, o.missed, o.retries, o.alerts, o.kind, o.request`
/** The original has no options; a slot is the start of a run there. */
const originalOptions = `'GMT' as time_zone, 3600000 as timeout_ms, 'wait' as overlap,
  'skip' as missed, 0 as retries, false as alerts, 'sql' as kind, null::jsonb as request`

/** A job without a name is listed as its page shows it. */
const title = `coalesce(j.jobname, 'Job ' || j.jobid)`

/** A slot that was skipped because of a run says less than the run. */
const ownLastRun = /* SQL */ `
  select d.status, coalesce(d.start_time, d.slot) as at, d.return_message from (
    (select 0 as rank, a.* from cron.job_run_details a
     where a.jobid = j.jobid and a.status in ('starting', 'running') order by a.slot desc limit 1)
    union all
    (select 1, a.* from cron.job_run_details a
     where a.jobid = j.jobid order by a.slot desc limit 1)
  ) d order by d.rank limit 1`
const originalLastRun = /* SQL */ `
  select d.status, d.start_time as at, d.return_message from cron.job_run_details d
  where d.jobid = j.jobid order by d.runid desc limit 1`

type JobFilter = {
  kind: 'own' | 'original'
  search: string
  after: string | null
  /** Of the only job that is asked for. */
  id: string | null
  limit: number
}

/** A request that SQL wrote may have other fields than the form: its job is listed all the same. */
function readRequest(stored: unknown): CronRequest | null {
  if (stored === null) return null
  const fields = typeof stored === 'object' ? stored : {}
  const read = z.safeParse(cronRequest, { method: 'GET', headers: {}, ...fields })
  return read.success
    ? read.data
    : { method: 'GET', url: 'Not readable: written with SQL', headers: {} }
}

/** Jobs in the order of their titles. */
export async function listJobs(
  db: Queryable,
  { kind, search, after, id, limit }: JobFilter,
): Promise<JobRow[]> {
  const rows = await db.query<JobRow>(
    `select j.id, j.name, j.schedule, j.command, j.username, j.database, j.is_active, j.time_zone,
       j.timeout_ms, j.overlap, j.missed, j.retries, j.alerts, j.kind, j.request,
       r.status as last_status, r.at as last_at,
       left(r.return_message, 500) as last_message
     from (
       select j.jobid, j.jobid::text as id, j.jobname as name, j.schedule, j.command, j.username,
         j.database, j.active as is_active, ${title} as title,
         ${kind === 'own' ? ownOptions : originalOptions}
       from cron.job j ${kind === 'own' ? 'join cron.job_options o using (jobid)' : ''}
       where ($1::bigint is null or (${title}, j.jobid) >
           (select ${title}, j.jobid from cron.job j where j.jobid = $1))
         and ($2 = '' or pg_catalog.strpos(pg_catalog.lower(pg_catalog.concat_ws(E'\\n', ${title},
           j.schedule, j.command, j.username
           ${kind === 'own' ? `, o.request ->> 'url'` : ''})), pg_catalog.lower($2)) > 0)
         and ($4::bigint is null or j.jobid = $4)
       order by title, j.jobid limit $3
     ) j
     left join lateral (${kind === 'own' ? ownLastRun : originalLastRun}) r on true
     order by j.title, j.jobid`,
    [after, search, limit, id],
  )
  return rows.map((row) => ({ ...row, request: readRequest(row.request) }))
}

export const listRoles = async (db: Queryable): Promise<string[]> => {
  const rows = await db.query<{ name: string }>(
    `select rolname::text as name from pg_catalog.pg_roles
     where not rolsuper and rolname !~ '^(pg|basalt)_'
     order by rolname <> current_user, rolname limit 200`,
  )
  return rows.map(({ name }) => name)
}

/** The name of a job, or undefined where there is none. */
export async function findJobName(db: Queryable, id: string): Promise<string | undefined> {
  const [job] = await db.query<{ name: string }>(
    'select coalesce(jobname, jobid::text) as name from cron.job where jobid = $1',
    [id],
  )
  return job?.name
}

export async function insertJob(tx: Queryable, body: CronJobBody): Promise<string> {
  const [job] = await tx.query<{ id: string }>(
    `insert into cron.job (jobname, schedule, command, username, active)
     values ($1, $2, $3, $4, $5) returning jobid::text as id`,
    [body.name, body.schedule, body.command, body.username, body.is_active],
  )
  const id = job?.id ?? ''
  await updateOptions(tx, id, body)
  return id
}

export async function updateJob(tx: Queryable, id: string, body: CronJobBody): Promise<void> {
  await tx.query(
    `update cron.job
     set jobname = $2, schedule = $3, command = $4, username = $5, active = $6 where jobid = $1`,
    [id, body.name, body.schedule, body.command, body.username, body.is_active],
  )
  await updateOptions(tx, id, body)
}

const updateOptions = (tx: Queryable, id: string, body: CronJobBody) =>
  tx.query(
    `update cron.job_options
     set time_zone = $2, timeout_ms = $3, overlap = $4, missed = $5, retries = $6, kind = $7,
       request = $8::jsonb, alerts = $9
     where jobid = $1`,
    [
      id,
      body.time_zone,
      body.timeout_ms,
      body.overlap,
      body.missed,
      body.retries,
      body.kind,
      body.request === null ? null : JSON.stringify(body.request),
      body.alerts,
    ],
  )

export const setJobActive = (db: Queryable, id: string, isActive: boolean) =>
  db.query('update cron.job set active = $2 where jobid = $1', [id, isActive])

export const deleteJob = (db: Queryable, id: string) =>
  db.query('delete from cron.job where jobid = $1', [id])

/** A run now; the next tick starts it. */
export const insertManualRun = (db: Queryable, id: string, now: Date) =>
  db.query(
    `insert into cron.job_run_details (jobid, database, username, command, status, slot, reason)
     select jobid, database, username, command, 'waiting', $2, 'Started by hand'
     from cron.job where jobid = $1
     on conflict (jobid, slot) do nothing`,
    [id, now.toISOString()],
  )

type RunRow = Omit<CronRun, 'slot' | 'started_at' | 'ended_at'> & {
  slot: Date
  started_at: Date | null
  ended_at: Date | null
}

type Page = { kind: 'own' | 'original'; id: string; before: string | undefined; limit: number }

export async function listRuns(db: Queryable, { kind, ...page }: Page): Promise<CronRun[]> {
  const own = `coalesce(slot, start_time, now()) as slot, attempt, reason`
  const original = `coalesce(start_time, now()) as slot, 1 as attempt, null as reason`
  const rows = await db.query<RunRow>(
    `select runid::text as id, ${kind === 'own' ? own : original}, status,
       left(return_message, 10000) as message, username, start_time as started_at,
       end_time as ended_at
     from cron.job_run_details
     where jobid = $1 and ($2::bigint is null or runid < $2)
     order by runid desc limit $3`,
    [page.id, page.before ?? null, page.limit],
  )
  return rows.map((row) => ({
    ...row,
    slot: row.slot.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  }))
}
