import type { QueryRun } from '@basalt/contract'
import { sql } from 'kysely'

import type { Store } from './store.ts'

/** Whose history: `userId` is null in an install without accounts. */
export type RunOwner = { projectId: number; userId: string | null }

/** Older ones are forgotten. */
const mostRuns = 1000
const pageRuns = 50

const ownedBy = (owner: RunOwner) =>
  sql<boolean>`project_id = ${owner.projectId} and user_id is not distinct from ${owner.userId}`

/** Notes a run that begins. */
export async function beginRun(
  store: Store,
  owner: RunOwner,
  run: Pick<QueryRun, 'id' | 'sql' | 'role' | 'is_held'>,
): Promise<void> {
  await store
    .insertInto('query_runs')
    .values({ ...run, project_id: owner.projectId, user_id: owner.userId, state: 'running' })
    .execute()
  await sql`
    delete from query_runs where id in (
      select id from query_runs where ${ownedBy(owner)}
      order by started_at desc, id desc offset ${mostRuns}
    )`.execute(store)
}

export async function endRun(
  store: Store,
  id: string,
  end: Pick<QueryRun, 'duration_ms' | 'rows' | 'state' | 'error'>,
): Promise<void> {
  await store.updateTable('query_runs').set(end).where('id', '=', id).execute()
}

/** One page of the history, the last run first. */
export async function listRuns(
  store: Store,
  owner: RunOwner,
  { search, before }: { search?: string | undefined; before?: string | undefined },
): Promise<{ runs: QueryRun[]; has_more: boolean }> {
  let found = store
    .selectFrom('query_runs')
    .select([
      'id',
      'sql',
      'role',
      'is_held',
      'started_at',
      'duration_ms',
      sql<number | null>`rows::float8`.as('rows'),
      'state',
      'error',
    ])
    .where(ownedBy(owner))
  if (search !== undefined && search !== '')
    found = found.where(sql<boolean>`position(lower(${search}) in lower(sql)) > 0`)
  if (before !== undefined)
    found = found.where(
      sql<boolean>`(started_at, id) < (select r.started_at, r.id from query_runs r where r.id = ${before})`,
    )
  const rows = await found
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageRuns + 1)
    .execute()
  const runs = rows
    .slice(0, pageRuns)
    .map((row) => ({ ...row, started_at: row.started_at.toISOString() }))
  return { runs, has_more: rows.length > pageRuns }
}

export async function clearRuns(store: Store, owner: RunOwner): Promise<void> {
  await store.deleteFrom('query_runs').where(ownedBy(owner)).execute()
}
