import { ApiError } from '@basalt/contract/errors'
import type { Queryable } from '@basalt/engine'

import type { TakenRun } from './ledger.ts'

type Addressed = { id: string; run: string }

/** A waiting run has not started, or waits for its next attempt. */
const unfinished = ['waiting', 'starting', 'running']

/**
 * Checks that a run can be stopped.
 *
 * @throws ApiError `not_found`, and `conflict` for a run that has ended.
 */
export async function requireUnfinished(db: Queryable, { id, run }: Addressed): Promise<void> {
  const [found] = await db.query<{ status: string }>(
    'select status from cron.job_run_details where jobid = $1 and runid = $2',
    [id, run],
  )
  if (found === undefined) throw new ApiError('not_found', 'This run does not exist')
  if (!unfinished.includes(found.status)) {
    throw new ApiError('conflict', `This run has ended already: it is ${found.status}`)
  }
}

export type StoppedRun = Pick<TakenRun, 'jobid' | 'name' | 'schedule' | 'command'> & {
  status: 'failed' | 'skipped'
  durationMs: number
}

/**
 * Ends a run as failed, or as skipped if it never began. Its worker can store no other end without
 * the token, and so does not try it again. The session ends in the same statement: while this one
 * holds the row, the session cannot commit its mark and take another run. A request, and a session
 * of a server that Basalt does not run, end when their worker misses the token.
 *
 * @returns undefined for a run that ended in between.
 */
export async function stopRun(
  db: Queryable,
  { id, run, message }: Addressed & { message: string },
): Promise<StoppedRun | undefined> {
  const [stopped] = await db.query<StoppedRun>(
    `with stopped as (
       update cron.job_run_details d
       set status = s.status,
         return_message = case s.status when 'failed' then $3 end,
         reason = case s.status when 'skipped' then $3 else d.reason end,
         token = pg_catalog.gen_random_uuid(), end_time = pg_catalog.clock_timestamp()
       from (
         select runid, case when status = 'waiting' and attempt = 1 then 'skipped' else 'failed' end
           as status
         from cron.job_run_details
         where jobid = $1 and runid = $2 and status = any ($4) for update
       ) s
       where d.runid = s.runid
       returning d.jobid, d.status, d.command, d.job_pid, d.start_time, d.end_time
     ), ended as (
       select pg_catalog.pg_terminate_backend(a.pid)
       from stopped s join pg_catalog.pg_stat_activity a on a.pid = s.job_pid
       where a.usename like 'basalt\\_job\\_%' and a.backend_start <= s.start_time
     )
     select s.jobid::text, s.status, s.command, j.jobname as name,
       coalesce(j.schedule, '') as schedule,
       coalesce(extract(epoch from s.end_time - s.start_time) * 1000, 0)::int as "durationMs",
       (select count(*) from ended) as sessions
     from stopped s left join cron.job j using (jobid)`,
    [id, run, message, unfinished],
  )
  return stopped
}
