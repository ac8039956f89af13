import type { Pool } from 'pg'

import { nextTime, type Schedule } from './schedule.ts'

/** Tries of one time of a schedule, some seconds apart; the next time follows anyway. */
const attempts = 3

/**
 * Adds the job for the next time of a schedule, unless one is waiting. All servers do it, and the
 * key makes it one job: it is added before its time only, and run after it only, both by the clock
 * of the database. So a time that has passed cannot be added again by a server that lags.
 */
export async function addNextTick(pool: Pool, schedule: Schedule): Promise<void> {
  const tick = nextTime(schedule, new Date()).toISOString()
  await pool.query(
    `select graphile_worker.add_job(
      identifier => $1, payload => json_build_object('tick', $2::text), queue_name => $1,
      run_at => $2::timestamptz, max_attempts => $3, job_key => $1 || ' ' || $2,
      job_key_mode => 'unsafe_dedupe')
    where $2::timestamptz > clock_timestamp() and not exists (
      select from graphile_worker.jobs
      where task_identifier = $1 and attempts = 0 and locked_at is null)`,
    [schedule.name, tick, attempts],
  )
}

/** Removes jobs that used up their attempts some time ago: their failures are in the log. */
export async function removeFailed(pool: Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'`,
  )
}
