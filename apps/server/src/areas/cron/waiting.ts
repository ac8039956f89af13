import type { Queryable } from '@basalt/engine'

import type { TakenRun } from './ledger.ts'
import type { AtWork, Candidate, Lane } from './places.ts'

type WaitingRun = Omit<Candidate, 'isAtomic'> & { command: string; hasLedger: boolean }
type ChosenRun = Pick<Candidate, 'runid' | 'isAtomic'> & { lane: Lane }

/** Candidates that one claim looks at. */
const mostCandidates = 200

/** Whether the last run of the job of `run` ended well. */
const hasSucceeded = (run: string) => /* SQL */ `coalesce((
  select e.status = 'succeeded' from cron.job_run_details e
  where e.jobid = ${run}.jobid and e.status in ('succeeded', 'failed')
  order by e.slot desc limit 1), false)`

/**
 * Runs that may start as far as their job and its policy are concerned, in the order of slots. All
 * runs that have not ended are read once: to look for those of each job would take a time that
 * grows with the square of their number.
 */
export const listWaiting = (tx: Queryable) =>
  tx.query<WaitingRun>(
    `with unfinished as materialized (
       select runid, jobid, slot, status, due_at, lane,
         bool_or(status <> 'waiting') over (partition by jobid) as is_at_work,
         min(slot) filter (where status = 'waiting') over (partition by jobid) as first_waiting
       from cron.job_run_details where status in ('waiting', 'starting', 'running')
     ), next as materialized (
       select r.runid, o.kind
       from unfinished r
       join cron.job j using (jobid)
       join cron.job_options o using (jobid)
       where r.status = 'waiting'
         and (r.due_at is null or r.due_at <= pg_catalog.clock_timestamp())
         and (o.overlap = 'allow'
           or (not r.is_at_work and r.slot is not distinct from r.first_waiting))
       order by r.lane is not distinct from 'long', r.slot
       limit $1
     )
     select r.runid::text, next.kind, r.command,
       r.database = pg_catalog.current_database() as "hasLedger",
       r.lane is not distinct from 'long' as "wasInterrupted", ${hasSucceeded('r')} as "hasSucceeded"
     from next join cron.job_run_details r using (runid)
     order by r.lane is not distinct from 'long', r.slot`,
    [mostCandidates],
  )

export async function countAtWork(tx: Queryable): Promise<AtWork> {
  const [row] = await tx.query<AtWork>(
    `select count(*) filter (where lane = 'long')::int as "long",
       count(*) filter (where lane = 'short')::int as "short",
       count(*) filter (where lane = 'request')::int as "request"
     from cron.job_run_details where status in ('starting', 'running')`,
  )
  return row ?? { long: 0, short: 0, request: 0 }
}

/** Takes these waiting runs for this worker. */
export async function takeRuns(tx: Queryable, chosen: readonly ChosenRun[]): Promise<TakenRun[]> {
  if (chosen.length === 0) return []
  const runs = await tx.query<Omit<TakenRun, 'isAtomic'>>(
    `with taken as (
       update cron.job_run_details r
       set status = 'starting', token = pg_catalog.gen_random_uuid(), lane = chosen.lane,
         seen_at = pg_catalog.clock_timestamp()
       from unnest($1::bigint[], $2::text[]) as chosen (runid, lane)
       where r.runid = chosen.runid and r.status = 'waiting' returning r.*
     )
     select t.jobid::text, t.runid::text, t.token::text, t.slot, t.attempt, t.reason, t.command,
       t.database, t.username, t.lane, j.jobname as name, j.schedule, o.kind, o.request,
       coalesce(o.request::text, '') as "requestText", o.vault_mark as "vaultMark",
       o.timeout_ms as "timeoutMs", o.retries, o.alerts,
       ${hasSucceeded('t')} as "hasSucceeded"
     from taken t join cron.job j using (jobid) join cron.job_options o using (jobid)
     order by t.slot`,
    [chosen.map(({ runid }) => runid), chosen.map(({ lane }) => lane)],
  )
  const atomic = new Set(chosen.filter(({ isAtomic }) => isAtomic).map(({ runid }) => runid))
  return runs.map((run) => ({ ...run, isAtomic: atomic.has(run.runid) }))
}

/** @returns whether the run is still this worker's. */
export async function makeLong(
  tx: Queryable,
  { runid, token }: Pick<TakenRun, 'runid' | 'token'>,
): Promise<boolean> {
  const rows = await tx.query(
    `update cron.job_run_details set lane = 'long'
     where runid = $1 and token = $2 and status = 'running' returning runid`,
    [runid, token],
  )
  return rows.length > 0
}
