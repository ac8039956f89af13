import { sql } from 'kysely'

import type { Store } from './store.ts'

const dayMs = 86_400_000

export async function deleteStatements(store: Store, ref: string): Promise<void> {
  const project = sql<boolean>`project_id in (select id from projects where ref = ${ref})`
  for (const table of ['statement_states', 'statement_rounds', 'statements'] as const) {
    await store.deleteFrom(table).where(project).execute()
  }
}

/** Merges old rounds: those of minutes after a day, and those of quarters of an hour after a week. */
export async function mergeStatementRounds(store: Store, now: Date): Promise<void> {
  await mergeRounds(store, { minutes: 15, before: new Date(now.getTime() - dayMs) })
  await mergeRounds(store, { minutes: 60, before: new Date(now.getTime() - 7 * dayMs) })
}

async function mergeRounds(
  store: Store,
  { minutes, before }: { minutes: number; before: Date },
): Promise<void> {
  const start = sql`date_bin(make_interval(mins => ${minutes}), sampled_at, '2000-01-01Z')`
  await store.transaction().execute(async (tx) => {
    await sql`create temporary table old_rounds on commit drop as
      select project_id, sampled_at, evictions, is_restart, ${start} as start
      from statement_rounds
      where minutes < ${minutes}
        and sampled_at < date_bin(make_interval(mins => ${minutes}), ${before}::timestamptz, '2000-01-01Z')
      for update`.execute(tx)
    await sql`create temporary table old_samples on commit drop as
      select o.start, s.* from statement_samples s join old_rounds o using (project_id, sampled_at)
    `.execute(tx)
    await sql`delete from statement_rounds r using old_rounds o
      where r.project_id = o.project_id and r.sampled_at = o.sampled_at`.execute(tx)
    // At the end of their time, as a round of a minute is.
    await sql`insert into statement_rounds (project_id, sampled_at, minutes, evictions, is_restart)
      select project_id, max(sampled_at), ${minutes}, sum(evictions), bool_or(is_restart)
      from old_rounds group by project_id, start`.execute(tx)
    await sql`insert into statement_samples
      select s.project_id, r.sampled_at, s.statement_id, sum(calls), sum(total_ms), sum(rows),
        sum(blocks_hit), sum(blocks_read), sum(temp_blocks), sum(wal_bytes)
      from old_samples s join (
        select project_id, start, max(sampled_at) as sampled_at from old_rounds
        group by project_id, start
      ) r using (project_id, start)
      group by s.project_id, r.sampled_at, s.statement_id`.execute(tx)
  })
}

/** Deletes what the plan of a project no longer keeps, and statements without a sample. */
export async function deleteOldRounds(
  store: Store,
  { projectId, before }: { projectId: number; before: Date },
): Promise<void> {
  await store
    .deleteFrom('statement_rounds')
    .where('project_id', '=', projectId)
    .where('sampled_at', '<', before)
    .execute()
  await store
    .deleteFrom('statements')
    .where('project_id', '=', projectId)
    .where('first_seen_at', '<', before)
    .where(
      sql<boolean>`not exists (
        select from statement_samples s where s.statement_id = statements.id
      )`,
    )
    .execute()
}
