import { type FailedJob, failureLimit, type JobState } from '@basalt/contract/operator-jobs'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'

/** `basalt_jobs` and `graphile_worker` are of the package `jobs`. */
export async function readJobs(store: Store): Promise<JobState> {
  // Another process may not have created them yet.
  if (!(await hasQueue(store))) return { tasks: [], workers: [], failures: [] }
  const [tasks, workers, failures] = await Promise.all([
    listTasks(store),
    listWorkers(store),
    listFailures(store),
  ])
  return { tasks, workers, failures }
}

async function hasQueue(store: Store): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('graphile_worker.jobs') is not null
      and to_regclass('basalt_jobs.workers') is not null as "exists"`.execute(store)
  return rows[0]?.exists === true
}

const waits = sql`locked_at is null and attempts < max_attempts`

async function listTasks(store: Store): Promise<JobState['tasks']> {
  const { rows } = await sql<JobState['tasks'][number]>`
    select task_identifier as name,
      count(*) filter (where ${waits})::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and last_error is not null)::int as failed,
      extract(epoch from clock_timestamp()
        - min(run_at) filter (where ${waits} and run_at <= clock_timestamp()))::float8 * 1000
        as lag_ms,
      to_json(min(run_at) filter (where ${waits} and run_at > clock_timestamp())) as next_at
    from graphile_worker.jobs group by task_identifier order by task_identifier`.execute(store)
  return rows
}

async function listWorkers(store: Store): Promise<JobState['workers']> {
  const { rows } = await sql<JobState['workers'][number]>`
    select w.id, w.host, w.process_id, to_json(w.started_at) as started_at,
      to_json(w.beat_at) as beat_at,
      w.beat_at < clock_timestamp() - interval '6 seconds' as is_lost,
      (select count(*)::int from graphile_worker.jobs j where j.locked_by = w.id) as running
    from basalt_jobs.workers w order by w.started_at, w.id`.execute(store)
  return rows
}

async function listFailures(store: Store): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as task, key, attempts, last_error as message,
      to_json(updated_at) as failed_at,
      to_json(case when attempts < max_attempts then run_at end) as next_at
    from graphile_worker.jobs
    where last_error is not null and locked_at is null
    order by updated_at desc, id desc limit ${failureLimit}`.execute(store)
  return rows
}

type Failed = Pick<FailedJob, 'id' | 'task' | 'message'>

/** A failed job that does not run, until the end of the transaction; undefined without one. */
export async function lockFailure(tx: Store, id: string): Promise<Failed | undefined> {
  if (!(await hasQueue(tx))) return undefined
  const { rows } = await sql<Failed>`
    select j.id::text, t.identifier as task, j.last_error as message
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where j.id = ${id}::bigint and j.last_error is not null and j.locked_at is null
    for update of j`.execute(tx)
  return rows[0]
}

export async function retryJob(tx: Store, id: string): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(
    array[${id}::bigint], run_at => now(), attempts => 0)`.execute(tx)
}

export async function deleteJob(tx: Store, id: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
}
