import type { SnippetFolder, SnippetVisibility } from '@basalt/contract/project/snippets'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'
import type { SnippetReader } from './snippet-store.ts'

/** Folders of the project have no owner, so they stay when a member leaves. */
const getOwner = (reader: SnippetReader, visibility: SnippetVisibility) =>
  visibility === 'project' ? null : reader.userId

const isSeen = (reader: SnippetReader) => sql<boolean>`(
  f.project_id = ${reader.projectId} and
  (f.visibility = 'project' or f.user_id is not distinct from ${reader.userId}::uuid))`

const folders = (store: Store, reader: SnippetReader) =>
  store
    .selectFrom('snippet_folders as f')
    .select([
      'f.id',
      'f.name',
      'f.visibility',
      // The content of a deleted folder is shown in its parent.
      sql<string | null>`(select parent.id from snippet_folders parent
        where parent.id = f.parent_id and parent.deleted_at is null)`.as('parent_id'),
    ])
    .where(isSeen(reader))

export const listFolders = (store: Store, reader: SnippetReader): Promise<SnippetFolder[]> =>
  folders(store, reader)
    .where('f.deleted_at', 'is', null)
    .orderBy(sql`lower(f.name)`)
    .orderBy('f.id')
    .execute()

export async function findFolder(
  store: Store,
  reader: SnippetReader,
  id: string,
): Promise<SnippetFolder | null> {
  const row = await folders(store, reader)
    .where('f.deleted_at', 'is', null)
    .where('f.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function hasFolders(store: Store, id: string): Promise<boolean> {
  const row = await store
    .selectFrom('snippet_folders')
    .select('id')
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A repeated insert of the same id changes nothing; null when the id belongs to another user. */
export async function insertFolder(
  tx: Store,
  reader: SnippetReader,
  folder: SnippetFolder,
): Promise<SnippetFolder | null> {
  await tx
    .insertInto('snippet_folders')
    .values({
      ...folder,
      project_id: reader.projectId,
      user_id: getOwner(reader, folder.visibility),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return findFolder(tx, reader, folder.id)
}

type FolderChange = {
  name?: string | undefined
  parent_id?: string | null | undefined
  deleted_at?: Date | null | undefined
}

/** The caller has to check the right to change the folder. */
export async function updateFolder(
  tx: Store,
  reader: SnippetReader,
  { id, ...change }: FolderChange & { id: string },
): Promise<SnippetFolder | null> {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length > 0) {
    await tx
      .updateTable('snippet_folders as f')
      .set(set)
      .where(isSeen(reader))
      .where('f.id', '=', id)
      .execute()
  }
  return findFolder(tx, reader, id)
}

/** Whether the reader could have seen it, deleted or not. */
export async function findDeletedFolder(
  store: Store,
  reader: SnippetReader,
  id: string,
): Promise<SnippetFolder | null> {
  const row = await folders(store, reader)
    .where('f.deleted_at', 'is not', null)
    .where('f.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
