import type { HomeBlock } from '@basalt/contract/project/home-blocks'
import { sql } from 'kysely'

import type { Store } from '../store/store.ts'

export type StoredBlock = Awaited<ReturnType<typeof listBlocks>>[number]

/** A server that ended during a read has left its mark; no try takes this long. */
const maxTryMs = 120_000
/** Repeated views within this time are recorded once. */
const seenAgainMs = 10 * 60_000
const dayMs = 86_400_000

/** Without their rows, and without those whose query is deleted. */
const blocks = (store: Store) =>
  store
    .selectFrom('home_blocks')
    .innerJoin('snippets', 'snippets.id', 'home_blocks.snippet_id')
    .innerJoin('projects', 'projects.id', 'home_blocks.project_id')
    .leftJoin('users', 'users.id', 'home_blocks.user_id')
    .select([
      'home_blocks.id',
      'home_blocks.project_id',
      'home_blocks.snippet_id',
      'home_blocks.user_id',
      'home_blocks.title',
      'home_blocks.look',
      'home_blocks.refreshed',
      'home_blocks.parameter_values',
      'home_blocks.seen_at',
      'home_blocks.rested_since',
      'home_blocks.reading_since',
      'home_blocks.tried_at',
      'home_blocks.failure_reason',
      'home_blocks.failure',
      'home_blocks.failures',
      'home_blocks.read_at',
      'home_blocks.row_count',
      'home_blocks.cut',
      'home_blocks.duration_ms',
      'projects.ref',
      'snippets.name as snippet_name',
      'snippets.sql',
      'snippets.visibility',
      sql<string | null>`coalesce(nullif(users.name, ''), users.email)`.as('created_by'),
    ])
    .where('snippets.deleted_at', 'is', null)
    .orderBy('home_blocks.position')
    .orderBy('home_blocks.id')

export const listBlocks = (store: Store, projectId: number) =>
  blocks(store).where('home_blocks.project_id', '=', projectId).execute()

export const findBlock = (
  store: Store,
  projectId: number,
  id: string,
): Promise<StoredBlock | undefined> =>
  blocks(store)
    .where('home_blocks.project_id', '=', projectId)
    .where('home_blocks.id', '=', id)
    .executeTakeFirst()

/** Automatic blocks of projects that run and whose data is accessible. */
export const listScheduledBlocks = (store: Store): Promise<StoredBlock[]> =>
  blocks(store)
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .where('home_blocks.refreshed', '<>', 'hand')
    .where('snippets.visibility', '=', 'project')
    .where('projects.status', '=', 'ACTIVE_HEALTHY')
    .where(sql<boolean>`organizations.restriction_status is distinct from 'restricted'`)
    .execute()

/** Records that the blocks of a project were viewed. */
export async function noteSeen(
  store: Store,
  projectId: number,
  { now, restsAfterDays }: { now: Date; restsAfterDays: number },
): Promise<void> {
  const rests = new Date(now.getTime() - restsAfterDays * dayMs)
  await store
    .updateTable('home_blocks')
    .set({
      rested_since: sql<Date | null>`case when seen_at < ${rests} then seen_at else rested_since end`,
      seen_at: now,
    })
    .where('project_id', '=', projectId)
    .where('seen_at', '<', new Date(now.getTime() - seenAgainMs))
    .execute()
}

type NewBlock = {
  id: string
  projectId: number
  userId: string | null
  snippetId: string
  now: Date
} & Pick<HomeBlock, 'title' | 'look' | 'refreshed' | 'values'>

/** After the others; an existing id is not changed. */
export async function insertBlock(tx: Store, block: NewBlock): Promise<void> {
  await tx
    .insertInto('home_blocks')
    .values({
      id: block.id,
      project_id: block.projectId,
      snippet_id: block.snippetId,
      user_id: block.userId,
      title: block.title,
      look: JSON.stringify(block.look),
      refreshed: block.refreshed,
      parameter_values: JSON.stringify(block.values),
      seen_at: block.now,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from home_blocks
        where project_id = ${block.projectId})`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

type BlockChange = {
  title?: HomeBlock['title'] | undefined
  look?: HomeBlock['look'] | undefined
  refreshed?: HomeBlock['refreshed'] | undefined
  values?: HomeBlock['values'] | undefined
}

export async function updateBlock(tx: Store, id: string, change: BlockChange): Promise<void> {
  const { title, look: appearance, refreshed, values } = change
  const set = {
    ...(title !== undefined && { title }),
    ...(appearance !== undefined && { look: JSON.stringify(appearance) }),
    ...(refreshed !== undefined && { refreshed }),
    ...(values !== undefined && { parameter_values: JSON.stringify(values) }),
  }
  if (Object.keys(set).length === 0) return
  await tx.updateTable('home_blocks').set(set).where('id', '=', id).execute()
}

/** Stores the order derived from the current one, which is locked. */
export async function orderBlocks(
  tx: Store,
  projectId: number,
  getOrder: (ids: readonly string[]) => string[],
): Promise<void> {
  const present = await tx
    .selectFrom('home_blocks')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const [position, id] of getOrder(present.map((block) => block.id)).entries()) {
    await tx.updateTable('home_blocks').set({ position }).where('id', '=', id).execute()
  }
}

export async function deleteBlock(tx: Store, id: string): Promise<void> {
  await tx.deleteFrom('home_blocks').where('id', '=', id).execute()
}

/** For a deleted project: rows of its data are deleted with it. */
export async function deleteBlocks(store: Store, ref: string): Promise<void> {
  await store
    .deleteFrom('home_blocks')
    .where(sql<boolean>`project_id in (select id from projects where ref = ${ref})`)
    .execute()
}

/** Stored rows are deleted when their query is deleted, or becomes private. */
export async function clearRowsFor(tx: Store, snippetId: string): Promise<void> {
  await tx
    .updateTable('home_blocks')
    .set({ read_at: null, sealed_rows: null, row_count: null, cut: null, tried_at: null })
    .where('snippet_id', '=', snippetId)
    .execute()
}

/**
 * Claims a block for reading, unless one of its project is claimed. `triedAt` is the last try that
 * the caller knows of: a block that was tried since is not claimed.
 */
export function claimBlock(
  store: Store,
  { id, project_id: projectId }: Pick<StoredBlock, 'id' | 'project_id'>,
  { now, triedAt }: { now: Date; triedAt?: Date | null },
): Promise<boolean> {
  return store.transaction().execute(async (tx) => {
    // Two of them at once would not see each other's mark.
    await sql`select pg_advisory_xact_lock(4400018, ${projectId})`.execute(tx)
    const row = await tx
      .updateTable('home_blocks')
      .set({ reading_since: now })
      .where('id', '=', id)
      .where(
        sql<boolean>`not exists (select from home_blocks other where other.project_id = ${projectId}
          and other.reading_since > ${new Date(now.getTime() - maxTryMs)})`,
      )
      .$if(triedAt !== undefined, (query) =>
        query.where(sql<boolean>`tried_at is not distinct from ${triedAt}`),
      )
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  })
}

export type StoredRows = { sealed: string; count: number; cut: 'rows' | 'bytes' | null }

export async function keepRows(
  store: Store,
  id: string,
  { rows, now, durationMs }: { rows: StoredRows; now: Date; durationMs: number },
): Promise<void> {
  await store
    .updateTable('home_blocks')
    .set({
      reading_since: null,
      rested_since: null,
      tried_at: now,
      read_at: now,
      failure: null,
      failure_reason: null,
      failures: 0,
      sealed_rows: rows.sealed,
      row_count: rows.count,
      cut: rows.cut,
      duration_ms: durationMs,
    })
    .where('id', '=', id)
    .execute()
}

/** The rows that were read before stay. */
export async function keepFailure(
  store: Store,
  id: string,
  { reason, message, now }: { reason: 'query' | 'database'; message: string; now: Date },
): Promise<void> {
  await store
    .updateTable('home_blocks')
    .set((query) => ({
      reading_since: null,
      tried_at: now,
      failure_reason: reason,
      failure: message.slice(0, 2000),
      failures: query('failures', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export const rowsOfBlock = (store: Store, projectId: number, id: string) =>
  store
    .selectFrom('home_blocks')
    .innerJoin('snippets', 'snippets.id', 'home_blocks.snippet_id')
    .select(['sealed_rows', 'read_at', 'cut'])
    .where('home_blocks.id', '=', id)
    .where('home_blocks.project_id', '=', projectId)
    .where('snippets.deleted_at', 'is', null)
    .where('snippets.visibility', '=', 'project')
    .executeTakeFirst()
