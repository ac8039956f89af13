import type { QueryRun } from '@basalt/contract/database/query-runs'
import { sql } from 'kysely'

import { listRecords } from './record-groups.ts'
import type { Store } from './store.ts'

/** The owner of a history: `userId` is null in an install without accounts. */
export type RunOwner = { projectId: number; userId: string | null }

/** Older ones are deleted. */
const maxRuns = 1000
const pageRuns = 50

const ownedBy = (owner: RunOwner) =>
  sql<boolean>`project_id = ${owner.projectId} and user_id is not distinct from ${owner.userId}`

/** Records a run that starts; it is durable once this resolves. */
export const beginRun = (
  store: Store,
  owner: RunOwner,
  run: Pick<QueryRun, 'id' | 'sql' | 'role' | 'is_held'>,
): Promise<void> =>
  listRecords(store).begin({ ...run, project_id: owner.projectId, user_id: owner.userId })

export const endRun = (
  store: Store,
  id: string,
  end: Pick<QueryRun, 'duration_ms' | 'rows' | 'state' | 'error'>,
): Promise<void> => listRecords(store).end({ id, ...end })

/** Deletes runs beyond the last 1,000 of each owner; returns their number. */
export async function deleteOldRuns(store: Store): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from query_runs using (
      select crowded.project_id, crowded.user_id, oldest.started_at, oldest.id
      from (
        select project_id, user_id from query_runs
        group by project_id, user_id having count(*) > ${maxRuns}
      ) crowded,
      lateral (
        select started_at, id from query_runs r
        where r.project_id = crowded.project_id
          and r.user_id is not distinct from crowded.user_id
        order by started_at desc, id desc offset ${maxRuns - 1} limit 1
      ) oldest
    ) kept
    where query_runs.project_id = kept.project_id
      and query_runs.user_id is not distinct from kept.user_id
      and (query_runs.started_at, query_runs.id) < (kept.started_at, kept.id)`.execute(store)
  return Number(numAffectedRows)
}

/** One page of the history, latest first. */
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
