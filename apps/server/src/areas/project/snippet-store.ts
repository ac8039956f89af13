import {
  type Snippet,
  snippetLimits,
  type SnippetMatch,
  type SnippetSummary,
  type SnippetVisibility,
} from '@basalt/contract/project/snippets'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'
import { keepVersion } from './snippet-version-store.ts'

/** The reader of a project's snippets. */
export type SnippetReader = {
  projectId: number
  /** Null in an install without accounts. */
  userId: string | null
  /** Whether the reader may change and delete what others share. */
  mayChangeShared: boolean
}

/** Days in which a deleted snippet can be restored. */
const retentionDays = 30
const maxMatches = 100

const owns = (reader: SnippetReader) =>
  sql<boolean>`(snippets.user_id is not distinct from ${reader.userId}::uuid)`

/** Own ones and shared ones, and none that was deleted. */
const isSeen = (reader: SnippetReader) => sql<boolean>`(
  snippets.project_id = ${reader.projectId} and snippets.deleted_at is null
  and (snippets.visibility = 'project' or ${owns(reader)}))`

/** A snippet whose folder was deleted is shown where the folder was. */
const shownFolder = sql<string | null>`(
  select case when folder.deleted_at is null then folder.id
              when parent.deleted_at is null then parent.id end
  from snippet_folders folder left join snippet_folders parent on parent.id = folder.parent_id
  where folder.id = snippets.folder_id)`

const summaries = (store: Store, reader: SnippetReader) =>
  store
    .selectFrom('snippets')
    .leftJoin('users', 'users.id', 'snippets.user_id')
    .select([
      'snippets.id',
      'snippets.name',
      'snippets.updated_at',
      'snippets.visibility',
      shownFolder.as('folder_id'),
      owns(reader).as('is_own'),
      sql<string | null>`coalesce(nullif(users.name, ''), users.email)`.as('owner'),
      sql<boolean>`exists (select from snippet_favourites f where f.snippet_id = snippets.id
        and f.user_id is not distinct from ${reader.userId}::uuid)`.as('is_favourite'),
    ])
    .where(isSeen(reader))

const present = <T extends { updated_at: Date; is_own: boolean }>(
  row: T,
  { mayChangeShared }: SnippetReader,
) => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
  may_change: row.is_own || mayChangeShared,
})

export async function listSnippets(store: Store, reader: SnippetReader): Promise<SnippetSummary[]> {
  const rows = await summaries(store, reader)
    .orderBy('snippets.updated_at', 'desc')
    .limit(2 * snippetLimits.snippets)
    .execute()
  return rows.map((row) => present(row, reader))
}

export async function findSnippet(
  store: Store,
  reader: SnippetReader,
  id: string,
): Promise<Snippet | null> {
  const row = await summaries(store, reader)
    .select(['snippets.sql', 'snippets.version'])
    .where('snippets.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : present(row, reader)
}

/** Searches names and texts literally, ignoring case. */
export async function searchSnippets(
  store: Store,
  reader: SnippetReader,
  text: string,
): Promise<SnippetMatch[]> {
  const { rows } = await sql<SnippetMatch>`
    select snippets.id, left(found.line, 300) as line, found.line_number
    from snippets left join lateral (
      select line, line_number::int
      from regexp_split_to_table(snippets.sql, '\r?\n') with ordinality as lines (line, line_number)
      where strpos(lower(line), lower(${text})) > 0
      order by line_number limit 1
    ) found on true
    where ${isSeen(reader)}
      and (found.line is not null or strpos(lower(snippets.name), lower(${text})) > 0)
    order by snippets.updated_at desc, snippets.id limit ${maxMatches}`.execute(store)
  return rows
}

/** The number of snippets that share a limit: of one user, or shared ones. */
export async function countSnippets(
  store: Store,
  reader: SnippetReader,
  visibility: SnippetVisibility,
): Promise<number> {
  const row = await store
    .selectFrom('snippets')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('project_id', '=', reader.projectId)
    .where('visibility', '=', visibility)
    .where('deleted_at', 'is', null)
    .$if(visibility === 'private', (query) => query.where(owns(reader)))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

type NewSnippet = {
  id: string
  name: string
  sql: string
  visibility: SnippetVisibility
  folder_id: string | null
}

/** Returns the stored snippet; a repeated create of the same id changes nothing. */
export async function insertSnippet(
  store: Store,
  reader: SnippetReader,
  snippet: NewSnippet,
): Promise<Snippet | null> {
  await store
    .insertInto('snippets')
    .values({
      ...snippet,
      project_id: reader.projectId,
      user_id: reader.userId,
      changed_by: reader.userId,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const stored = await findSnippet(store, reader, snippet.id)
  return stored?.is_own === true ? stored : null
}

export type SnippetChange = {
  id: string
  version?: number | undefined
  name?: string | undefined
  sql?: string | undefined
  visibility?: SnippetVisibility | undefined
  folder_id?: string | null | undefined
  keeps?: boolean | undefined
}

/**
 * Null when the text is to be changed and has another version. The former text is stored as a
 * version. The caller has to check the right to change the snippet.
 */
export async function updateSnippet(
  tx: Store,
  reader: SnippetReader,
  change: SnippetChange,
): Promise<Snippet | null> {
  const before = await tx
    .selectFrom('snippets')
    .selectAll()
    .where('id', '=', change.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isNewText = change.sql !== undefined && change.sql !== before.sql
  if (change.sql !== undefined && before.version !== change.version) return null
  if (isNewText) {
    await keepVersion(tx, before, { userId: reader.userId, keeps: change.keeps === true })
  }
  const isMoved = change.visibility !== undefined && change.visibility !== before.visibility
  const set = {
    ...(change.name !== undefined && { name: change.name }),
    ...(isNewText && {
      sql: change.sql,
      version: before.version + 1,
      changed_by: reader.userId,
    }),
    ...(change.visibility !== undefined && { visibility: change.visibility }),
    ...(isMoved && { folder_id: null }),
    ...(change.folder_id !== undefined && { folder_id: change.folder_id }),
    ...((isNewText || change.name !== undefined) && { updated_at: new Date() }),
  }
  if (Object.keys(set).length > 0) {
    await tx.updateTable('snippets').set(set).where('id', '=', change.id).execute()
  }
  return findSnippet(tx, reader, change.id)
}

/** Marks it as deleted, and removes those deleted long ago. */
export async function deleteSnippet(
  tx: Store,
  reader: SnippetReader,
  id: string,
): Promise<boolean> {
  await tx
    .deleteFrom('snippets')
    .where('project_id', '=', reader.projectId)
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${retentionDays})`)
    .execute()
  const row = await tx
    .updateTable('snippets')
    .set({ deleted_at: new Date() })
    .where(isSeen(reader))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A deleted snippet, for a user who could have deleted it. */
export async function restoreSnippet(
  tx: Store,
  reader: SnippetReader,
  id: string,
): Promise<Snippet | null> {
  await tx
    .updateTable('snippets')
    .set({ deleted_at: null })
    .where('project_id', '=', reader.projectId)
    .where('id', '=', id)
    .where(
      sql<boolean>`(${owns(reader)} or (visibility = 'project' and ${reader.mayChangeShared}))`,
    )
    .execute()
  return findSnippet(tx, reader, id)
}

export async function favourSnippet(
  tx: Store,
  { userId }: SnippetReader,
  { id, isFavourite }: { id: string; isFavourite: boolean },
): Promise<void> {
  if (isFavourite) {
    await tx
      .insertInto('snippet_favourites')
      .values({ snippet_id: id, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await tx
      .deleteFrom('snippet_favourites')
      .where('snippet_id', '=', id)
      .where(sql<boolean>`user_id is not distinct from ${userId}::uuid`)
      .execute()
  }
}
