import type { IndexDefinition } from '@basalt/pg-model'
import type { JobMemory } from '@basalt/pg-schema'
import { type Selectable, sql } from 'kysely'

import type { Schema } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

type Row = Selectable<Schema['index_jobs']>

export type StoredJob = Row & { ref: string }

type NewJob = Pick<Row, 'action' | 'schema_name' | 'table_name' | 'index_name' | 'created_by'> & {
  project_id: number
  index_id: number | null
  design: IndexDefinition | null
}

export async function insertJob(store: Store, { design, ...job }: NewJob): Promise<string> {
  const { id } = await store
    .insertInto('index_jobs')
    .values({ ...job, design: design === null ? null : JSON.stringify(design) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Those under way, and those that ended within a day. */
export const listJobs = (store: Store, projectId: number): Promise<Row[]> =>
  store
    .selectFrom('index_jobs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(sql<boolean>`(ended_at is null or ended_at > now() - interval '1 day')`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()

/** Marks the job as running; undefined where it has ended. */
export async function beginJob(store: Store, id: string): Promise<StoredJob | undefined> {
  const started = await store
    .updateTable('index_jobs')
    .set({
      state: sql`case when state = 'waiting' then 'running' else state end`,
      started_at: sql`coalesce(started_at, now())`,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (started === undefined) return undefined
  const { ref } = await store
    .selectFrom('projects')
    .select('ref')
    .where('id', '=', started.project_id)
    .executeTakeFirstOrThrow()
  return { ...started, ref }
}

export async function isCancelling(store: Store, id: string): Promise<boolean> {
  const found = await store
    .selectFrom('index_jobs')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.state === 'cancelling'
}

export async function saveMemory(store: Store, id: string, memory: JobMemory): Promise<void> {
  await store
    .updateTable('index_jobs')
    .set({ memory: JSON.stringify(memory) })
    .where('id', '=', id)
    .execute()
}

export async function savePart(
  store: Store,
  id: string,
  { part, parts }: { part: number; parts: number },
): Promise<void> {
  await store.updateTable('index_jobs').set({ part, parts }).where('id', '=', id).execute()
}

type End = { state: 'done' | 'failed' | 'cancelled'; error: string | null; index_id: number | null }

export async function endJob(store: Store, id: string, end: End): Promise<void> {
  await store
    .updateTable('index_jobs')
    .set({ ...end, ended_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

type OfProject = { id: string; projectId: number }

/** A job that waits has ended at once; false where it had ended before. */
export async function requestCancel(store: Store, { id, projectId }: OfProject): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('index_jobs')
    .set({
      state: sql`case when state = 'waiting' then 'cancelled' else 'cancelling' end`,
      ended_at: sql`case when state = 'waiting' then now() end`,
    })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeEnded(store: Store, { id, projectId }: OfProject): Promise<boolean> {
  const { numDeletedRows } = await store
    .deleteFrom('index_jobs')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const listUnfinished = (store: Store): Promise<{ id: string; ref: string }[]> =>
  store
    .selectFrom('index_jobs')
    .innerJoin('projects', 'projects.id', 'index_jobs.project_id')
    .select(['index_jobs.id', 'projects.ref'])
    .where('index_jobs.ended_at', 'is', null)
    .orderBy('index_jobs.created_at')
    .execute()

export async function deleteOldJobs(store: Store): Promise<void> {
  await store
    .deleteFrom('index_jobs')
    .where(sql<boolean>`ended_at < now() - interval '7 days'`)
    .execute()
}
