import type { Queryable } from '@basalt/engine'

/** Any number, as long as all servers use the same. */
const lockClass = 4_400_011

/**
 * Takes the lock of a job for the session. A server that was killed leaves its statement running in
 * the database, with the lock, until it ends.
 */
export async function takeJobLock(session: Queryable, job: string): Promise<boolean> {
  const [row] = await session.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as taken',
    [lockClass, job],
  )
  return row?.taken === true
}

/** Joins the holders of the locks of `job.id`, whose class is $1. */
const holders = /* SQL */ `
  join pg_locks l on l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = $1
    and l.objid = (hashtext(job.id)::bigint & 4294967295)::oid
    and l.database = (select oid from pg_database where datname = current_database())`

/** Cancels the statement that holds the lock of a job. */
export async function cancelHolder(db: Queryable, job: string): Promise<void> {
  await db.query(
    `select pg_cancel_backend(l.pid) from (select $2::text as id) job ${holders}
     where l.pid <> pg_backend_pid()`,
    [lockClass, job],
  )
}

export type JobProgress = {
  job: string
  /** In PostgreSQL's words, for example `building index: scanning table`. */
  phase: string | null
  /** Of the phase; null where PostgreSQL does not count. */
  percent: number | null
  /** The number of transactions that it waits for. */
  waits_for: number | null
}

/** PostgreSQL's progress of the jobs that run. Only the role that runs them sees it. */
export const readJobProgress = (db: Queryable, jobs: readonly string[]): Promise<JobProgress[]> =>
  db.query<JobProgress>(
    /* SQL */ `
    select job.id as job,
      coalesce(p.phase, case when a.wait_event_type = 'Lock' then 'waiting for other transactions' end) as phase,
      case
        when p.phase like 'waiting%' then p.lockers_done * 100.0 / nullif(p.lockers_total, 0)
        when p.tuples_total > 0 then least(p.tuples_done * 100.0 / p.tuples_total, 100)
        when p.blocks_total > 0 then least(p.blocks_done * 100.0 / p.blocks_total, 100)
      end::float8 as percent,
      case when p.phase like 'waiting%' then p.lockers_total - p.lockers_done end::float8 as waits_for
    from unnest($2::text[]) job (id)
    ${holders}
    left join pg_stat_progress_create_index p on p.pid = l.pid
    left join pg_stat_activity a on a.pid = l.pid`,
    [lockClass, [...jobs]],
  )
