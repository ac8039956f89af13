import type { ProjectDatabase, Queryable } from '@basalt/engine'

import type { MissedPolicy, Slot } from './due.ts'
import type { Lane } from './places.ts'

/** An active job of a project. */
export type StoredJob = {
  jobid: string
  name: string | null
  schedule: string
  command: string
  database: string
  username: string
  timeZone: string
  changedAt: Date
  missed: MissedPolicy
  overlap: 'skip' | 'wait' | 'allow'
}

/** A run that this worker has taken. Only the holder of the current token can finish it. */
export type TakenRun = {
  jobid: string
  runid: string
  token: string
  slot: Date
  attempt: number
  command: string
  database: string
  username: string
  name: string | null
  schedule: string
  kind: 'sql' | 'http'
  request: unknown
  /** The request as PostgreSQL writes it; empty without one. */
  requestText: string
  /** Of the job, see `isMarked`. */
  vaultMark: string | null
  timeoutMs: number
  retries: number
  /** Whether the owners get an email when it fails. */
  alerts: boolean
  reason: string | null
  lane: Lane
  /** Whether the mark of its end commits with its statements. */
  isAtomic: boolean
  hasSucceeded: boolean
}

/** A run of a worker that has not been seen for some time. */
export type LostRun = Pick<TakenRun, 'runid' | 'token' | 'command' | 'kind'> & {
  /** Whether it was in the database of the ledger. */
  hasLedger: boolean
  status: 'starting' | 'running'
  pid: number | null
  start: Date | null
}

/** A worker that has not been seen for so long has lost its runs. */
const lostAfterMs = 6000

export const hasCron = async (db: Queryable, signal?: AbortSignal): Promise<boolean> => {
  const [found] = await db.query<{ exists: boolean }>(
    `select pg_catalog.to_regclass('cron.job_options') is not null as "exists"`,
    [],
    { signal },
  )
  return found?.exists === true
}

export const listActiveJobs = (db: Queryable) =>
  db.query<StoredJob>(
    `select j.jobid::text, j.jobname as name, j.schedule, j.command, j.database, j.username,
       o.time_zone as "timeZone", o.changed_at as "changedAt", o.missed, o.overlap
     from cron.job j join cron.job_options o using (jobid) where j.active`,
  )

/** When jobs were changed last, if that was after the last tick; null otherwise. */
export async function findUnseenChange(db: Queryable, signal: AbortSignal): Promise<Date | null> {
  const [found] = await db.query<{ at: Date | null }>(
    `select max(changed_at) as at from cron.job_options
     where changed_at > coalesce((select until from cron.progress), '-infinity')`,
    [],
    { signal },
  )
  return found?.at ?? null
}

/** Workers that claim runs of one project at the same time do so one after the other. */
export const inClaim = <T>(db: ProjectDatabase, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.query(`select pg_catalog.pg_advisory_xact_lock(4400017, 1)`)
    return work(tx)
  })

export async function readProgress(tx: Queryable): Promise<Date | null> {
  const [row] = await tx.query<{ until: Date }>('select until from cron.progress')
  return row?.until ?? null
}

export const keepProgress = (tx: Queryable, until: Date) =>
  tx.query(
    `insert into cron.progress (until) values ($1)
     on conflict (only_row) do update set until = greatest(progress.until, excluded.until)`,
    [until.toISOString()],
  )

export const countUnfinished = (tx: Queryable) =>
  tx.query<{ jobid: string; runs: number }>(
    `select jobid::text, count(*)::int as runs from cron.job_run_details
     where status in ('waiting', 'starting', 'running') group by 1`,
  )

export type NewRun = Slot & { job: StoredJob }

/** A slot that has its row already is left as it is. */
export const insertRuns = (tx: Queryable, runs: readonly NewRun[]) =>
  tx.query(
    `insert into cron.job_run_details (jobid, database, username, command, status, slot, reason)
     select r.jobid, r.database, r.username, r.command, r.status, r.slot, r.reason
     from pg_catalog.jsonb_to_recordset($1::jsonb) as r (
       jobid bigint, database text, username text, command text, status text, slot timestamptz,
       reason text
     )
     order by r.slot
     on conflict (jobid, slot) do nothing`,
    [
      JSON.stringify(
        runs.map(({ job, at, status, reason }) => ({
          jobid: job.jobid,
          database: job.database,
          username: job.username,
          command: job.command,
          status,
          slot: at.toISOString(),
          reason,
        })),
      ),
    ],
  )

export const listLostRuns = (tx: Queryable) =>
  tx.query<LostRun>(
    `select r.runid::text, r.token::text, r.command, r.status, r.job_pid as pid,
       r.start_time as start, coalesce(o.kind, 'sql') as kind,
       r.database = pg_catalog.current_database() as "hasLedger"
     from cron.job_run_details r left join cron.job_options o using (jobid)
     where r.status in ('starting', 'running')
       and r.seen_at < pg_catalog.clock_timestamp() - pg_catalog.make_interval(secs => $1)
     for update of r`,
    [lostAfterMs / 1000],
  )

/** Ends the session of a lost run; its transaction could commit nothing without its token. */
export const endSession = (tx: Queryable, { pid, start }: LostRun) =>
  tx.query(
    `select pg_catalog.pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
     where pid = $1 and usename like 'basalt\\_job\\_%' and backend_start <= $2`,
    [pid, start?.toISOString() ?? null],
  )

export const releaseRun = (tx: Queryable, { runid }: LostRun) =>
  tx.query(
    `update cron.job_run_details
     set status = 'waiting', token = pg_catalog.gen_random_uuid(), job_pid = null,
       reason = 'Taken over from a worker that ended'
     where runid = $1`,
    [runid],
  )

/**
 * Runs that wait for a job that has been deleted or paused in between do not start. A run that was
 * started by hand may belong to a paused job.
 */
export const skipStopped = (tx: Queryable) =>
  tx.query(
    `update cron.job_run_details r set status = 'skipped', reason = 'The job was paused or deleted'
     where r.status = 'waiting' and not exists (
       select from cron.job j
       where j.jobid = r.jobid and (j.active or r.reason = 'Started by hand'))`,
  )

type Held = Pick<TakenRun, 'runid' | 'token'>

export type Beginning = { run: Held; pid: number | null }

/** Marks runs as started; answers the tokens of those that are still this worker's. */
export async function beginRuns(
  db: Queryable,
  beginnings: readonly Beginning[],
): Promise<Set<string>> {
  const rows = await db.query<{ token: string }>(
    `update cron.job_run_details r
     set status = 'running', job_pid = begun.pid, start_time = pg_catalog.clock_timestamp(),
       seen_at = pg_catalog.clock_timestamp()
     from unnest($1::bigint[], $2::uuid[], $3::int[]) as begun (runid, token, pid)
     where r.runid = begun.runid and r.token = begun.token and r.status = 'starting'
     returning r.token::text`,
    [
      beginnings.map(({ run }) => run.runid),
      beginnings.map(({ run }) => run.token),
      beginnings.map(({ pid }) => pid),
    ],
  )
  return new Set(rows.map(({ token }) => token))
}

export type Outcome = { status: 'succeeded' | 'failed'; message: string }

/** @returns whether the run was still this worker's. */
export async function endRun(db: Queryable, run: Held, outcome: Outcome): Promise<boolean> {
  const rows = await db.query(
    `update cron.job_run_details
     set status = $3, return_message = $4, end_time = pg_catalog.clock_timestamp()
     where runid = $1 and token = $2 and status in ('starting', 'running') returning runid`,
    [run.runid, run.token, outcome.status, outcome.message],
  )
  return rows.length > 0
}

/** @returns whether the run was still this worker's. */
export async function retryRun(
  db: Queryable,
  run: Held,
  { message, delayMs }: { message: string; delayMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `update cron.job_run_details
     set status = 'waiting', token = pg_catalog.gen_random_uuid(), attempt = attempt + 1,
       lane = null,
       reason = 'Attempt ' || attempt || ' failed: ' || $3::text, job_pid = null,
       due_at = pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => $4)
     where runid = $1 and token = $2 and status in ('starting', 'running') returning runid`,
    [run.runid, run.token, message, delayMs / 1000],
  )
  return rows.length > 0
}

/**
 * Lets others start: the run waits for a place in which it may take its time.
 *
 * @returns whether the run was still this worker's.
 */
export async function interruptRun(db: Queryable, run: Held): Promise<boolean> {
  const rows = await db.query(
    `update cron.job_run_details
     set status = 'waiting', token = pg_catalog.gen_random_uuid(), lane = 'long', job_pid = null,
       reason = coalesce(reason, 'Started again: it was interrupted so that others could start')
     where runid = $1 and token = $2 and status in ('starting', 'running') returning runid`,
    [run.runid, run.token],
  )
  return rows.length > 0
}

/** Shows that the worker of these runs is alive, and answers which of them are still its own. */
export async function keepRuns(db: Queryable, runs: readonly Held[]): Promise<Set<string>> {
  const rows = await db.query<{ token: string }>(
    `update cron.job_run_details r set seen_at = pg_catalog.clock_timestamp()
     from unnest($1::bigint[], $2::uuid[]) as held (runid, token)
     where r.runid = held.runid and r.token = held.token
     returning r.token::text`,
    [runs.map(({ runid }) => runid), runs.map(({ token }) => token)],
  )
  return new Set(rows.map(({ token }) => token))
}

/** The history of a job: 30 days, and 10,000 runs. */
export const trimHistory = (db: Queryable) =>
  db.query(
    `delete from cron.job_run_details r using (
       select runid, row_number() over (partition by jobid order by runid desc) as number
       from cron.job_run_details
     ) n
     where n.runid = r.runid and r.status not in ('waiting', 'starting', 'running')
       and (n.number > 10000 or r.slot < pg_catalog.now() - interval '30 days')`,
  )
