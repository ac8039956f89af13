import { ApiError } from '@basalt/contract/errors'
import type { Queryable } from '@basalt/engine'

import type { TakenRun } from './ledger.ts'

type Addressed = { id: string; run: string }

/**
 * Checks that a run can be stopped.
 *
 * @throws ApiError `not_found`, and `conflict` for a run that is not running.
 */
export async function requireRunning(db: Queryable, { id, run }: Addressed): Promise<void> {
  const [found] = await db.query<{ status: string }>(
    'select status from cron.job_run_details where jobid = $1 and runid = $2',
    [id, run],
  )
  if (found === undefined) throw new ApiError('not_found', 'This run does not exist')
  if (found.status !== 'starting' && found.status !== 'running') {
    throw new ApiError('conflict', `Only running runs can be stopped: this one is ${found.status}`)
  }
}

export type StoppedRun = Pick<TakenRun, 'jobid' | 'name' | 'schedule' | 'command'> & {
  durationMs: number
}

/**
 * Ends a run as failed. Its worker can store no other end without the token, and so does not try
 * it again. The session ends in the same statement: while this one holds the row, the session
 * cannot commit its mark and take another run. A request, and a session of a server that Basalt
 * does not run, end when their worker misses the token.
 *
 * @returns undefined for a run that ended in between.
 */
export async function stopRun(
  db: Queryable,
  { id, run, message }: Addressed & { message: string },
): Promise<StoppedRun | undefined> {
  const [stopped] = await db.query<StoppedRun>(
    `with stopped as (
       update cron.job_run_details
       set status = 'failed', return_message = $3, token = pg_catalog.gen_random_uuid(),
         end_time = pg_catalog.clock_timestamp()
       where jobid = $1 and runid = $2 and status in ('starting', 'running')
       returning jobid, command, job_pid, start_time, end_time
     ), ended as (
       select pg_catalog.pg_terminate_backend(a.pid)
       from stopped s join pg_catalog.pg_stat_activity a on a.pid = s.job_pid
       where a.usename like 'basalt\\_job\\_%' and a.backend_start <= s.start_time
     )
     select s.jobid::text, s.command, j.jobname as name, coalesce(j.schedule, '') as schedule,
       coalesce(extract(epoch from s.end_time - s.start_time) * 1000, 0)::int as "durationMs",
       (select count(*) from ended) as sessions
     from stopped s left join cron.job j using (jobid)`,
    [id, run, message],
  )
  return stopped
}
