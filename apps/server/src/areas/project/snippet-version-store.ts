import { snippetLimits, type SnippetVersion } from '@basalt/contract/project/snippets'
import { type Selectable, sql } from 'kysely'

import type { Schema } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

type Stored = Selectable<Schema['snippets']>

/**
 * Stores the text that a change replaces. While one user types, one version a minute suffices; a
 * text of another user is always stored.
 */
export async function keepVersion(
  tx: Store,
  before: Stored,
  { userId, keeps }: { userId: string | null; keeps: boolean },
): Promise<void> {
  if (!keeps && before.changed_by === userId && (await wasStoredJustNow(tx, before.id))) return
  await tx
    .insertInto('snippet_versions')
    .values({
      snippet_id: before.id,
      version: before.version,
      name: before.name,
      sql: before.sql,
      size_bytes: Buffer.byteLength(before.sql),
      user_id: before.changed_by,
      saved_at: before.updated_at,
      visibility: before.visibility,
    })
    .execute()
  await sql`
    delete from snippet_versions where snippet_id = ${before.id} and version in (
      select version from (
        select version, row_number() over newest as place, sum(size_bytes) over newest as bytes
        from snippet_versions where snippet_id = ${before.id}
        window newest as (order by version desc)
      ) kept
      where place > ${snippetLimits.versions}
        or (place > 1 and bytes > ${snippetLimits.versionBytes}))`.execute(tx)
}

async function wasStoredJustNow(tx: Store, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('snippet_versions')
    .select('version')
    .where('snippet_id', '=', id)
    .where('kept_at', '>', sql<Date>`now() - interval '1 minute'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The reader of versions: those from when the query was private are visible to its owner only. */
export type VersionReader = { id: string; isOwn: boolean }

const versions = (store: Store, { id, isOwn }: VersionReader) =>
  store
    .selectFrom('snippet_versions as kept')
    .leftJoin('users', 'users.id', 'kept.user_id')
    .select([
      'kept.version',
      'kept.name',
      'kept.saved_at',
      'kept.size_bytes',
      sql<string | null>`coalesce(nullif(users.name, ''), users.email)`.as('saved_by'),
    ])
    .where('kept.snippet_id', '=', id)
    .$if(!isOwn, (query) => query.where('kept.visibility', '=', 'project'))

const present = <T extends { saved_at: Date }>(row: T) => ({
  ...row,
  saved_at: row.saved_at.toISOString(),
})

/** Newest first. */
export async function listVersions(store: Store, reader: VersionReader): Promise<SnippetVersion[]> {
  const rows = await versions(store, reader).orderBy('kept.version', 'desc').execute()
  return rows.map(present)
}

export async function findVersion(
  store: Store,
  reader: VersionReader,
  version: number,
): Promise<(SnippetVersion & { sql: string }) | null> {
  const row = await versions(store, reader)
    .select('kept.sql')
    .where('kept.version', '=', version)
    .executeTakeFirst()
  return row === undefined ? null : present(row)
}
