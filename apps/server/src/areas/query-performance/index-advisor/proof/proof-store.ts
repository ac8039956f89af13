import type { AdvisedColumn, ProofResult } from '@basalt/contract/query-performance/index-advisor'
import { type Selectable, sql } from 'kysely'

import type { Schema } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'

export type ProofRow = Selectable<Schema['index_proofs']>
export type StoredProof = ProofRow & { ref: string }

type NewProof = Pick<
  ProofRow,
  'project_id' | 'key' | 'schema_name' | 'table_name' | 'created_by'
> & {
  columns: AdvisedColumn[]
  statement_ids: string[]
}

/** Undefined while the same index is proved already. */
export const insertProof = (
  store: Store,
  { columns, ...proof }: NewProof,
): Promise<ProofRow | undefined> =>
  store
    .insertInto('index_proofs')
    .values({ ...proof, columns: JSON.stringify(columns) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** The last proof of each index. */
export const listProofs = (store: Store, projectId: number): Promise<ProofRow[]> =>
  store
    .selectFrom('index_proofs')
    .distinctOn('key')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('key')
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()

/** Marks it as running; undefined where it has ended. */
export async function beginProof(store: Store, id: string): Promise<StoredProof | undefined> {
  const begun = await store
    .updateTable('index_proofs')
    .set({
      state: sql`case when state = 'waiting' then 'running' else state end`,
      attempts: sql`attempts + 1`,
      percent: 0,
      phase: null,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (begun === undefined) return undefined
  const { ref } = await store
    .selectFrom('projects')
    .select('ref')
    .where('id', '=', begun.project_id)
    .executeTakeFirstOrThrow()
  return { ...begun, ref }
}

type Progress = { phase: ProofRow['phase']; percent: number }

/** Returns whether it is to be cancelled. */
export async function saveProgress(store: Store, id: string, progress: Progress): Promise<boolean> {
  const row = await store
    .updateTable('index_proofs')
    .set(progress)
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirst()
  return row?.state !== 'running'
}

type End = {
  state: 'done' | 'failed' | 'cancelled'
  error?: string
  result?: ProofResult
}

export async function endProof(store: Store, id: string, end: End): Promise<void> {
  const { state, error = null, result } = end
  await store
    .updateTable('index_proofs')
    .set({
      state,
      error,
      result: result === undefined ? null : JSON.stringify(result),
      phase: null,
      percent: 100,
      ended_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** One that waits has ended at once; false where it had ended before. */
export async function requestCancel(
  store: Store,
  { id, projectId }: { id: string; projectId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('index_proofs')
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

export const listUnfinished = (store: Store): Promise<{ id: string }[]> =>
  store
    .selectFrom('index_proofs')
    .select('id')
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .execute()

export async function deleteOldProofs(store: Store): Promise<void> {
  await store
    .deleteFrom('index_proofs')
    .where(sql<boolean>`ended_at < now() - interval '90 days'`)
    .execute()
}
