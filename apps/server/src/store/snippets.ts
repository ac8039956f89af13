import type { Snippet, SnippetSummary } from '@basalt/contract'
import { sql } from 'kysely'

import type { Store } from './store.ts'

/** Whose snippets: `userId` is null in an install without accounts. */
export type SnippetOwner = { projectId: number; userId: string | null }

const columns = ['id', 'name', 'sql', 'version', 'updated_at'] as const

type Row = { id: string; name: string; sql: string; version: number; updated_at: Date }

const present = (row: Row): Snippet => ({ ...row, updated_at: row.updated_at.toISOString() })

const ownedBy = (owner: SnippetOwner) =>
  sql<boolean>`project_id = ${owner.projectId} and user_id is not distinct from ${owner.userId}`

export async function listSnippets(store: Store, owner: SnippetOwner): Promise<SnippetSummary[]> {
  const rows = await store
    .selectFrom('snippets')
    .select(['id', 'name', 'updated_at'])
    .where(ownedBy(owner))
    .orderBy('updated_at', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }))
}

export async function findSnippet(
  store: Store,
  owner: SnippetOwner,
  id: string,
): Promise<Snippet | null> {
  const row = await store
    .selectFrom('snippets')
    .select(columns)
    .where(ownedBy(owner))
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : present(row)
}

/** Answers the stored snippet; a repeated create of the same id changes nothing. */
export async function insertSnippet(
  store: Store,
  owner: SnippetOwner,
  snippet: { id: string; name: string; sql: string },
): Promise<Snippet | null> {
  await store
    .insertInto('snippets')
    .values({ ...snippet, project_id: owner.projectId, user_id: owner.userId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return findSnippet(store, owner, snippet.id)
}

/** Null when there is no snippet of this version. */
export async function updateSnippet(
  store: Store,
  owner: SnippetOwner,
  change: { id: string; version: number; name: string | undefined; sql: string | undefined },
): Promise<Snippet | null> {
  const row = await store
    .updateTable('snippets')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.sql !== undefined && { sql: change.sql }),
      version: change.version + 1,
      updated_at: new Date(),
    })
    .where(ownedBy(owner))
    .where('id', '=', change.id)
    .where('version', '=', change.version)
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : present(row)
}

export async function deleteSnippet(
  store: Store,
  owner: SnippetOwner,
  id: string,
): Promise<boolean> {
  const row = await store
    .deleteFrom('snippets')
    .where(ownedBy(owner))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
